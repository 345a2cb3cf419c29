import { errors, Pool } from 'undici';
import { type ServiceLog, silentLog } from '../base/log.ts';
import type { TillError } from '../base/till-error.ts';
import { Connector } from './connector.ts';
import { connectCode, exchangeCode, messageOf } from './network-codes.ts';
import { serviceError } from './service-error.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';
import { createTrust, type SystemCertificates } from './trusted-certificates.ts';

interface TransportTimeouts {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
}

export interface SystemNetwork {
  /** Chromium's proxies for an address, `PROXY proxy.shop:8080; DIRECT`; absent: a proxy is never used. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined;
  /** Passed in by tests; default: the system's store. */
  readonly certificates?: SystemCertificates | undefined;
  readonly log?: ServiceLog | undefined;
}

/** One undici pool per origin, no retries, no redirects. */
export function createUndiciTransport(timeouts: TransportTimeouts, network: SystemNetwork = {}): Transport {
  const { log = silentLog, resolveProxy } = network;
  const connector = new Connector({
    connectTimeoutMs: timeouts.connectTimeoutMs,
    trust: createTrust(log, network.certificates),
    resolveProxy,
    log,
  });
  const pools = new Map<string, Pool>();
  // An error while connecting proves that no byte was sent. undici rejects the request with the same error object.
  const beforeConnection = new WeakSet<Error>();

  const poolOf = (origin: string): Pool => {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    const pool = createPool(origin, timeouts, connector, beforeConnection);
    pools.set(origin, pool);
    return pool;
  };

  return {
    async send(request) {
      if (request.signal?.aborted) throw serviceError('aborted', 'before it was sent', { acted: 'no' });
      const progress: Progress = { status: undefined };
      try {
        return await exchange(poolOf(request.origin), request, progress, timeouts.bodyTimeoutMs * WHOLE_BODY);
      } catch (thrown) {
        throw toFault(thrown, request, progress, beforeConnection);
      }
    },
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all([...open.map((pool) => pool.destroy()), connector.close()]);
    },
  };
}

/** The body timeout is between two chunks. The whole body may take this many times as long, so that a trickle ends. */
const WHOLE_BODY = 6;

interface Progress {
  status: number | undefined;
}

function createPool(
  origin: string,
  timeouts: TransportTimeouts,
  connector: Connector,
  beforeConnection: WeakSet<Error>,
): Pool {
  return new Pool(origin, {
    connections: 32,
    pipelining: 1,
    allowH2: false,
    headersTimeout: timeouts.headersTimeoutMs,
    bodyTimeout: timeouts.bodyTimeoutMs,
    connect(options, callback) {
      connector.connect(options, (error, socket) => {
        if (error === null) return callback(null, socket);
        beforeConnection.add(error);
        callback(error, null);
      });
    },
  });
}

async function exchange(
  pool: Pool,
  request: HttpRequest,
  progress: Progress,
  wholeBodyMs: number,
): Promise<HttpResponse> {
  const response = await pool.request({
    method: request.method,
    path: request.query === '' ? request.path : `${request.path}?${request.query}`,
    headers: { ...request.headers },
    body: request.body ?? null,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  progress.status = response.statusCode;
  const tooSlow = setTimeout(() => response.body.destroy(new errors.BodyTimeoutError()), wholeBodyMs);
  try {
    const body = await wholeBody(response.body, request.maxBytes, response.statusCode);
    return { status: response.statusCode, headers: flatten(response.headers), body };
  } finally {
    clearTimeout(tooSlow);
  }
}

async function wholeBody(pieces: AsyncIterable<Buffer>, maxBytes: number, status: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of pieces) {
    size += chunk.length;
    if (size > maxBytes)
      throw serviceError('answer.too-large', `more than ${maxBytes} bytes`, { acted: 'maybe', status });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}

function toFault(
  thrown: unknown,
  request: HttpRequest,
  progress: Progress,
  beforeConnection: WeakSet<Error>,
): TillError {
  if (!(thrown instanceof Error) || thrown.name === 'TillError') throw thrown;
  const connecting = beforeConnection.has(thrown);
  const aborted = request.signal?.aborted === true;
  const code = connecting
    ? connectCode(thrown)
    : exchangeCode(thrown, { aborted, answered: progress.status !== undefined });
  return serviceError(code, `${request.origin}: ${messageOf(thrown)}`, {
    acted: connecting ? 'no' : 'maybe',
    status: progress.status,
    values: { host: new URL(request.origin).host },
    cause: thrown,
  });
}
