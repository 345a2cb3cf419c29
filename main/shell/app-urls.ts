import { extname, join, normalize, sep } from 'node:path';
import { isPictureName } from '../settings/pictures.ts';

export const SCHEME = 'app';
export const HOST = 'tillmate';

export type Page = 'till' | 'display';

export function pageUrl(page: Page): string {
  return `${SCHEME}://${HOST}/${page}/index.html`;
}

export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return protocol === `${SCHEME}:` && host === HOST;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
};

/**
 * Undefined for any other kind of file. The path is decoded once; one that then leaves `root`, is absolute or holds a
 * NUL is refused.
 */
export function fileFor(url: string, root: string): { readonly path: string; readonly type: string } | undefined {
  if (!isOwnPage(url)) return undefined;
  const path = decoded(new URL(url).pathname);
  if (path === undefined || /[\0\\:]/.test(path) || path.split('/').includes('..')) return undefined;
  const type = TYPES[extname(path).toLowerCase()];
  if (type === undefined) return undefined;
  const file = normalize(join(root, path));
  if (!file.startsWith(normalize(root) + sep)) return undefined;
  return { path: file, type };
}

export function pictureFor(url: string, folder: string): { readonly path: string; readonly type: string } | undefined {
  if (!isOwnPage(url)) return undefined;
  const [, name = ''] = /^\/pictures\/([^/]+)$/.exec(new URL(url).pathname) ?? [];
  return isPictureName(name) ? { path: join(folder, name), type: 'image/png' } : undefined;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch (fault) {
    if (fault instanceof URIError) return undefined;
    throw fault;
  }
}
