import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileFor, pageUrl, securityHeaders } from '../../main/shell/page-security.ts';
import { samplePng } from '../base/sample-png.ts';

/** The built windows on a local port, with the app's own headers. */
export interface ServedWindows {
  readonly origin: string;
  close(): Promise<void>;
}

/** Unlike in the app, the browser may cache files: each file is read and compiled once for all pages. */
const kept = { 'cache-control': 'max-age=3600' };

/** The icon that a browser requests for a page without an icon. */
const ICON = { body: '', type: 'image/x-icon' };

/** Serves the built pages from the folder `out`. */
export async function serveWindows(out: string): Promise<ServedWindows> {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url ?? '/', 'http://127.0.0.1');
    const found = pathname === '/favicon.ico' ? ICON : await fileAt(pathname, out);
    if (found === undefined) response.writeHead(404, securityHeaders('text/plain')).end();
    else response.writeHead(200, { ...securityHeaders(found.type), ...kept }).end(found.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function fileAt(pathname: string, out: string): Promise<{ body: Buffer; type: string } | undefined> {
  // Pictures whose names begin with a zero are missing.
  if (/^\/pictures\/[1-9a-f]/.test(pathname)) return { body: samplePng(96, 96), type: 'image/png' };
  const file = fileFor(new URL(pathname, pageUrl('till')).href, out);
  if (file === undefined) return undefined;
  return readFile(file.path).then(
    (body) => ({ body, type: file.type }),
    () => undefined,
  );
}
