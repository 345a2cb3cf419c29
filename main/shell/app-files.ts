import { extname, join, normalize, sep } from 'node:path';

/** What `app://tillmate/…` serves: the built windows and nothing else. No electron here, so tests can press on it. */

export const SCHEME = 'app';
export const HOST = 'tillmate';

export type Page = 'till' | 'display';

/** Address of a window's page. */
export function pageUrl(page: Page): string {
  return `${SCHEME}://${HOST}/${page}/index.html`;
}

/** Whether an address belongs to our own origin. */
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
 * The file under `root` that an address names, with its content type; undefined for everything that is not an
 * allow-listed kind of file of ours. Decoded once, and a path that still climbs, is absolute or holds a NUL is refused.
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

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch (fault) {
    if (fault instanceof URIError) return undefined;
    throw fault;
  }
}

/**
 * Headers of every page and file. No `connect-src`, so no page can reach any network: what it needs comes through the
 * contract.
 */
export function securityHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
    'cache-control': 'no-store',
  };
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
