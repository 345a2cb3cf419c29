import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { listening } from '../../base/listening.ts';
import type { RunningApp } from './launch.ts';

/** Returns the files of a folder at any depth, with their bytes; empty for a file deleted meanwhile. */
export async function filesIn(folder: string): Promise<readonly { readonly path: string; readonly bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path).catch(emptyWhereGone) })));
}

function emptyWhereGone(error: unknown): Buffer {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
  throw error;
}

export async function filesHolding(folder: string, text: string): Promise<readonly string[]> {
  return (await filesIn(folder)).filter(({ bytes }) => bytes.includes(text)).map(({ path }) => path);
}

/** Process data readable for other programs of the same account (Linux). */
export interface ProcessFacts {
  readonly pid: number;
  readonly commandLine: string;
  readonly environment: string;
}

/** Returns a process and all its descendants, without processes that end meanwhile. */
export function processesFrom(pid: number): readonly ProcessFacts[] {
  const all = readdirSync(PROC)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = factOf(name, 'status');
      return status === undefined ? [] : [{ pid: Number(name), parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) }];
    });
  const found = [pid];
  for (const known of found) found.push(...all.filter(({ parent }) => parent === known).map((child) => child.pid));
  return found.flatMap((each) => {
    const commandLine = factOf(String(each), 'cmdline');
    const environment = factOf(String(each), 'environ');
    return commandLine === undefined || environment === undefined ? [] : [{ pid: each, commandLine, environment }];
  });
}

const PROC = '/proc';

function factOf(pid: string, name: string): string | undefined {
  try {
    return readFileSync(join(PROC, pid, name), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Switch for starting the app: otherwise V8 cuts each text of a heap snapshot after 1,024 characters, and the search
 * would miss the rest.
 */
export const WHOLE_TEXTS = '--js-flags=--heap-snapshot-string-limit=1000000';

/** Returns every text in the memory of a page's scripts and preload after garbage collection, one on each line. */
export async function heapTexts(app: RunningApp, window: 'till' | 'display'): Promise<string> {
  const session = await app[window].context().newCDPSession(app[window]);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await withMainStopped(app, async () => {
    // The second round frees objects released by finalisers of the first.
    for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.takeHeapSnapshot', { captureNumericValue: true });
  });
  await session.detach();
  const { strings } = JSON.parse(chunks.join('')) as { readonly strings: readonly string[] };
  return strings.join('\n');
}

/**
 * Stops main during the work: on a busy machine main would see the page hang. Electron's main process must run, because
 * it serves the debugger.
 */
async function withMainStopped({ process: main, runtime }: RunningApp, work: () => Promise<void>): Promise<void> {
  const stops = runtime === 'host' && process.platform !== 'win32';
  if (stops) main.kill('SIGSTOP');
  try {
    await work();
  } finally {
    if (stops) main.kill('SIGCONT');
  }
}

/** A payment service behind a relay that records the traffic visible to an eavesdropper. */
export interface OverheardService extends AsyncDisposable {
  readonly origin: string;
  /** Values of the authentication headers of requests and responses. */
  readonly tokens: ReadonlySet<string>;
}

const TOKENS = /^(authorization|signature.*)$/i;

export async function overhear(serviceUrl: string): Promise<OverheardService> {
  const tokens = new Set<string>();
  const note = (headers: NodeJS.Dict<string | string[]>) => {
    for (const [name, value] of Object.entries(headers)) {
      if (TOKENS.test(name)) for (const one of [value ?? []].flat()) tokens.add(one.replace(/^bearer\s+/i, ''));
    }
  };
  const relay = createServer((asked, answer) => {
    note(asked.headers);
    const target = new URL(asked.url ?? '/', serviceUrl);
    const onward = request(target, { method: asked.method ?? 'GET', headers: asked.headers }, (given) => {
      note(given.headers);
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  const port = await listening(relay);
  return {
    origin: `http://127.0.0.1:${port}`,
    tokens,
    async [Symbol.asyncDispose]() {
      relay.closeAllConnections();
      relay.close();
      await once(relay, 'close');
    },
  };
}
