import type * as Electron from 'electron';
import { headerToWeb, toApp } from './app-address.ts';
import type { Protocol as Cdp } from './cdp.ts';
import { lifecycle } from './running-host.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Schemes registered as standard and secure: the host can map only these to an origin. */
export const privileged = new Set<string>();

/** `protocol`: the app's handler answers Chromium's requests, including status and headers. */
export class HostProtocol implements Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'> {
  readonly #handlers = new Map<string, Handler>();
  readonly #onUse: () => void;

  /** `onUse`: a handler belongs to a session, which is created for the first handler. */
  constructor(onUse: () => void) {
    this.#onUse = onUse;
  }

  registerSchemesAsPrivileged(customSchemes: Electron.CustomScheme[]): void {
    if (lifecycle.ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of customSchemes) {
      if (privileges?.standard === true && privileges.secure === true) privileged.add(scheme);
    }
  }

  handle(scheme: string, handler: Handler): void {
    this.#onUse();
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    if (!privileged.has(scheme)) {
      throw new Error(`${scheme}: the Chromium host serves only schemes registered as standard and secure.`);
    }
    this.#handlers.set(scheme, handler);
  }

  /** Answers a request that Chromium paused; `undefined` for an address outside the app. */
  async answer(asked: Cdp.Network.Request): Promise<Cdp.Fetch.fulfillRequestParameters | 'failed' | undefined> {
    const url = toApp(asked.url, privileged);
    if (url === asked.url) return undefined;
    const handler = this.#handlers.get(new URL(url).protocol.slice(0, -1));
    if (handler === undefined) return 'failed';
    try {
      return await asFulfilment(await handler(asRequest(url, asked)));
    } catch (thrown) {
      console.error(`The handler of ${url} failed:`, thrown);
      return 'failed';
    }
  }
}

function asRequest(url: string, asked: Cdp.Network.Request): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(asked.headers)) headers.set(name, toApp(String(value), privileged));
  const parts = (asked.postDataEntries ?? []).map((entry) => Buffer.from(entry.bytes ?? '', 'base64'));
  const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
  return new Request(url, { method: asked.method, headers, ...body });
}

async function asFulfilment(response: Response): Promise<Cdp.Fetch.fulfillRequestParameters | 'failed'> {
  if (response.type === 'error') return 'failed';
  const responseHeaders = [...response.headers].map(([name, value]) => ({
    name,
    value: headerToWeb(value, privileged),
  }));
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  return { requestId: '', responseCode: response.status, responseHeaders, body };
}
