import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function headersFor(address: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
    'cache-control': 'no-store',
    ...(address.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/**
 * From memory: paths cannot leave the folder. Names under `assets` contain hashes. Not @fastify/static 10.1.11: it does
 * not compress, so the page's build would have to write a packed copy of each file.
 */
export function pageFiles(app: FastifyInstance, folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const body = readFileSync(join(folder, path));
    const packed = extname(path) === '.woff2' ? body : gzipSync(body);
    const name = path.replaceAll('\\', '/');
    const cached = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    app.get(name === 'index.html' ? '/' : `/${name}`, (request, reply) => {
      const isPacked = packed !== body && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      reply.headers({ 'content-type': type, 'cache-control': cached, vary: 'accept-encoding' });
      if (isPacked) reply.header('content-encoding', 'gzip');
      return reply.send(isPacked ? packed : body);
    });
  }
}
