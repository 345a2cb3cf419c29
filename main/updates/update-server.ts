import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import { TillError, toTillError } from '../base/till-error.ts';
import { Connector } from '../service/connector.ts';
import { createTrust } from '../service/trusted-certificates.ts';
import type { SystemNetwork } from '../service/undici-transport.ts';
import { createFileCheck, LARGEST_DOCUMENT, type ReleaseFile } from './release.ts';

/** Static files: release documents, and the files that they name in the same folder. */
export type UpdateServer = ReturnType<typeof openUpdateServer>;

const CONNECT_MS = 10_000;
/** Longest pause between two chunks. */
const SILENCE_MS = 60_000;
/** 6 hours: an installer over the slowest line of a shop. */
const WHOLE_FILE_MS = 6 * 60 * 60_000;

export interface ServerParts {
  readonly network: SystemNetwork;
  readonly silenceMs?: number;
}

/** Follows no redirection: all files come from the address in the settings. */
export function openUpdateServer(address: string, { network, silenceMs = SILENCE_MS }: ServerParts) {
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  const { log = { info: () => undefined, warn: () => undefined }, resolveProxy } = network;
  const trust = createTrust(log, network.certificates);
  const connector = new Connector({ connectTimeoutMs: CONNECT_MS, trust, resolveProxy, log });
  const pool = new Pool(base.origin, {
    connections: 2,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: connector.connect,
  });
  const closing = new AbortController();

  async function get(name: string): Promise<Dispatcher.ResponseData['body']> {
    const { pathname } = new URL(encodeURIComponent(name), base);
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(WHOLE_FILE_MS)]);
    const { statusCode, body } = await pool.request({ method: 'GET', path: pathname, signal });
    if (statusCode === 200) return body;
    body.on('error', () => undefined).destroy();
    if (statusCode >= 300 && statusCode < 400)
      throw new TillError('update.redirected', `${base.host} redirects ${name} to another address`, {
        values: { host: base.host },
      });
    throw unreachable(`${name}: status ${statusCode}`);
  }

  function unreachable(why: string, cause?: unknown): TillError {
    return new TillError('update.unreachable', `${base.host}: ${why}`, {
      retryable: true,
      values: { host: base.host },
      cause,
    });
  }

  async function within<T>(what: Promise<T>): Promise<T> {
    try {
      return await what;
    } catch (thrown) {
      throw thrown instanceof TillError ? thrown : unreachable(toTillError(thrown).message, thrown);
    }
  }

  return {
    /** Throws `TillError` `update.unreachable`, `update.redirected`, `update.foreign`. */
    document: (name: string): Promise<string> => within(get(name).then(wholeText)),
    /** Removes the file if any byte differs. Throws as `document`, and `TillError` `update.broken`, `update.disk`. */
    async file(file: ReleaseFile, path: string, progress: (bytes: number) => void): Promise<void> {
      const body = await within(get(file.name));
      const check = createFileCheck(file, progress);
      try {
        await pipeline(body, check, createWriteStream(path, { flags: 'w', mode: 0o600 }));
      } catch (thrown) {
        await rm(path, { force: true });
        throw thrown instanceof TillError ? thrown : cutOff(thrown, file, unreachable);
      }
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([pool.destroy(), connector.close()]);
    },
  };
}

async function wholeText(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > LARGEST_DOCUMENT) throw new TillError('update.foreign', 'Document larger than any release document');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const DISK_FAULTS = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EDQUOT', 'ENOENT', 'EISDIR']);

function cutOff(thrown: unknown, file: ReleaseFile, unreachable: (why: string, cause: unknown) => TillError) {
  const { message } = toTillError(thrown);
  const system = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (DISK_FAULTS.has(system))
    return new TillError('update.disk', `${file.name}: ${message}`, { retryable: true, cause: thrown });
  return unreachable(`${file.name} was cut off: ${message}`, thrown);
}
