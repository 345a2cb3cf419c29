import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import type { ServiceLog } from '../base/log.ts';
import type { ServiceErrorCode } from '../base/service-error-codes.ts';
import { isThisMachine, proxyRoutes, type Route } from './proxy-routes.ts';

interface ConnectorParts {
  readonly connectTimeoutMs: number;
  readonly trust: () => SecureContext;
  /**
   * Resolves the system's proxies as a PAC string, for each connection because the network may change. Absent: always
   * direct. Environment variables are left to the system.
   */
  readonly resolveProxy: ((url: string) => Promise<string>) | undefined;
  readonly log: ServiceLog;
}

/** Connecting failed because of the proxy, not the service. */
export class ProxyFault extends Error {
  readonly fault: Extract<ServiceErrorCode, `network.proxy${string}`>;

  constructor(fault: ProxyFault['fault'], message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

type Options = buildConnector.Options;

/**
 * Connects to the service, directly or through the system's proxy. TLS is always end to end with the service: a proxy
 * sees the host name only. undici 8's ProxyAgent is not used: it reports every refusal of a proxy as the same error and
 * is bound to one proxy.
 */
export class Connector {
  readonly #parts: ConnectorParts;
  readonly #tunnels = new Set<Client>();
  /** Dialers by protocol, created on first use: a training connection needs no certificates. */
  readonly #dials = new Map<string, buildConnector.connector>();
  #loggedRoute = 'direct';

  constructor(parts: ConnectorParts) {
    this.#parts = parts;
  }

  readonly connect: buildConnector.connector = (options, callback) => {
    this.#firstThatLeads(options).then(
      (socket) => callback(null, socket),
      (thrown: unknown) => callback(thrown instanceof Error ? thrown : new Error(String(thrown)), null),
    );
  };

  async close(): Promise<void> {
    await Promise.all([...this.#tunnels].map((client) => client.destroy()));
  }

  /** If every route fails, throws the error of the first, the preferred route. */
  async #firstThatLeads(options: Options): Promise<Socket> {
    let first: unknown;
    for (const route of await this.#routes(options)) {
      try {
        const socket = await this.#along(route, options);
        this.#logRoute(route);
        return socket;
      } catch (thrown) {
        first ??= thrown;
      }
    }
    throw first;
  }

  async #routes({ protocol, hostname, host }: Options): Promise<readonly Route[]> {
    const { connectTimeoutMs, resolveProxy, log } = this.#parts;
    if (resolveProxy === undefined || isThisMachine(hostname)) return [{ kind: 'direct' }];
    try {
      return proxyRoutes(await within(connectTimeoutMs, resolveProxy(`${protocol}//${host}/`)));
    } catch (thrown) {
      log.warn('System proxy settings unreadable: connecting directly', { thrown });
      return [{ kind: 'direct' }];
    }
  }

  #along(route: Route, options: Options): Promise<Socket> {
    switch (route.kind) {
      case 'direct':
        return this.#open(options);
      case 'unsupported':
        throw new ProxyFault('network.proxy-unsupported', `proxy "${route.name}" in the system settings`);
      case 'proxy':
        return this.#tunnel(route.url, options).then((httpSocket) => this.#open({ ...options, httpSocket }));
    }
  }

  #open(options: Options): Promise<Socket> {
    return new Promise((resolve, reject) => {
      this.#dialFor(options.protocol)(options, (error, socket) => (error === null ? resolve(socket) : reject(error)));
    });
  }

  #dialFor(protocol: string): buildConnector.connector {
    const timeout = this.#parts.connectTimeoutMs;
    const dial =
      this.#dials.get(protocol) ?? buildConnector({ timeout, allowH2: false, ...secure(protocol, this.#parts) });
    this.#dials.set(protocol, dial);
    return dial;
  }

  async #tunnel(proxy: string, { host, port }: Options): Promise<Socket> {
    const { connectTimeoutMs } = this.#parts;
    const client = new Client(proxy, {
      connect: { timeout: connectTimeoutMs, ...secure(new URL(proxy).protocol, this.#parts) },
      headersTimeout: connectTimeoutMs,
    });
    this.#tunnels.add(client);
    try {
      const path = port === '' ? `${host}:443` : `${host}`;
      const { socket, statusCode } = await client.connect({ path, headers: { host: path } });
      if (statusCode === 200) return socket as Socket;
      socket.on('error', () => undefined).destroy();
      const fault = statusCode === 407 ? 'network.proxy-auth' : 'network.proxy';
      throw new ProxyFault(fault, `${proxy} responded with status ${statusCode}`);
    } catch (thrown) {
      if (thrown instanceof ProxyFault) throw thrown;
      throw new ProxyFault('network.proxy', `${proxy}: ${thrown instanceof Error ? thrown.message : thrown}`, thrown);
    } finally {
      this.#tunnels.delete(client);
      await client.close();
    }
  }

  #logRoute(route: Route): void {
    const way = route.kind === 'proxy' ? route.url : 'direct';
    if (way === this.#loggedRoute) return;
    this.#loggedRoute = way;
    if (route.kind === 'proxy') this.#parts.log.info('Payment service connected through a proxy', { url: way });
    else this.#parts.log.info('Payment service connected without a proxy');
  }
}

/** TLS certificates are checked even if the environment says otherwise (NODE_TLS_REJECT_UNAUTHORIZED). */
function secure(protocol: string, { trust }: ConnectorParts) {
  return protocol === 'https:' ? { secureContext: trust(), rejectUnauthorized: true } : {};
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
