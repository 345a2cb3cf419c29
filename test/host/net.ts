import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
};

/** `net`: `fetch`, of files as well, as Electron's does. A file that is not there rejects with ERR_FILE_NOT_FOUND. */
export const net = {
  async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'file:') return fetch(input, init);
    const path = fileURLToPath(url);
    const bytes = await readFile(path).catch((cause: unknown) => {
      throw new Error('net::ERR_FILE_NOT_FOUND', { cause });
    });
    return new Response(bytes, { headers: { 'content-type': types[extname(path)] ?? 'application/octet-stream' } });
  },
  isOnline: () => true,
};
