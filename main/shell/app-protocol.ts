import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { protocol } from 'electron';
import { pictureName } from '../settings/pictures.ts';
import { fileFor, isOwnPage, pictureFor, SCHEME, securityHeaders } from './page-security.ts';

export interface GeneratedPages {
  set(path: string, html: () => string): void;
}

/** Must run before the app is ready: makes `app://` standard and secure, without service workers or CSP bypass. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: false, stream: true } },
  ]);
}

/** Serves the built windows, stored pictures and generated pages. Any other path is a 404 with the same headers. */
export function serveWindows(root: string, picturesFolder: string): GeneratedPages {
  const generated = new Map<string, () => string>();
  protocol.handle(SCHEME, async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
    const html = isOwnPage(request.url) ? generated.get(new URL(request.url).pathname) : undefined;
    if (html !== undefined) return new Response(html(), { headers: securityHeaders('text/html; charset=utf-8') });
    const picture = pictureFor(request.url, picturesFolder);
    const file = picture ?? fileFor(request.url, root);
    if (file === undefined) return refusal(404);
    const bytes = await readFile(file.path).catch(() => undefined);
    // Checks the hash in the name: a replaced picture could show customers a forged payment code.
    const isOther = picture !== undefined && bytes !== undefined && pictureName(bytes) !== basename(picture.path);
    if (bytes === undefined || isOther) return refusal(404);
    return new Response(new Uint8Array(bytes), { headers: securityHeaders(file.type) });
  });
  return { set: (path, page) => void generated.set(path, page) };
}

function refusal(status: number): Response {
  return new Response('Not here', { status, headers: securityHeaders('text/plain; charset=utf-8') });
}
