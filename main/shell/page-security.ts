import { extname, join, normalize, sep } from 'node:path';
import { isPictureName } from '../settings/pictures.ts';

export const SCHEME = 'app';
export const HOST = 'tillmate';

type Page = 'till' | 'display';

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
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
};

/** Returns undefined for an unknown file type, and for a path outside `root` or with a NUL after one decoding. */
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

/** Allows only the app's own scripts and resources. Without `connect-src`, no page can reach a network. */
const CONTENT_SECURITY_POLICY = [
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

export function securityHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    // Prevents DNS look-ups of links before a click.
    'x-dns-prefetch-control': 'off',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
    'cache-control': 'no-store',
  };
}
