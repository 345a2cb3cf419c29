import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** `main/sandbox/pages/`; in the built app `out/main/pages/`, copied by electron.vite.config.ts. */
const folder = new URL('../pages/', import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export function serveFiles(app: FastifyInstance, base: string, names: readonly string[]): void {
  for (const name of names)
    app.get(`${base}${name}`, async (_request, reply) => sendFile(reply, name, await read(name)));
}

/** Each `{{name}}` is replaced by the escaped text of that name. */
export async function sendPage(
  reply: FastifyReply,
  name: string,
  texts: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const page = await read(name);
  return sendFile(
    reply,
    name,
    page.replace(/\{\{(\w+)\}\}/g, (_whole, key) => escapeHtml(texts[key] ?? '')),
  );
}

function read(name: string): Promise<string> {
  return readFile(new URL(name, folder), 'utf8');
}

function sendFile(reply: FastifyReply, name: string, text: string): FastifyReply {
  return reply.type(contentTypes[extname(name)] ?? 'text/plain; charset=utf-8').send(text);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/**
 * Keeps foreign sites out of the sandbox's pages (403). A `Host` other than an address or our own name indicates DNS
 * rebinding. A foreign `Origin` or `Sec-Fetch-Site` indicates a request forged by a foreign page.
 */
export function securePages(app: FastifyInstance, host: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const message = refusalOf(request, host);
    if (message === undefined) return done();
    reply.code(403).type('application/json; charset=utf-8').send({ code: 'ACCESS_DENIED', message });
  });
  app.addHook('onSend', async (_request, reply) => void reply.headers(headers));
}

function refusalOf(request: FastifyRequest, ownHost: string): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const bare = name.replace(/^\[|\]$/g, '');
  if (bare !== 'localhost' && bare !== ownHost && isIP(bare) === 0) {
    return 'This page is not served under that host name.';
  }
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const isSameOrigin = origin === undefined || origin === `http://${host}`;
  const isSameSite = site === undefined || site === 'same-origin' || site === 'none';
  return isSameOrigin && isSameSite ? undefined : 'Another site may not do this.';
}
