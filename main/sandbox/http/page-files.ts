import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * `main/sandbox/pages/`. Of the built app it is `out/main/pages/`: the build copies the folder there, where it lies beside
 * the bundle's chunks as it lies beside this one (electron.vite.config.ts).
 */
const folder = new URL('../pages/', import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Serves files of the folder below `base`, each read when it is asked for. */
export function serveFiles(app: FastifyInstance, base: string, names: readonly string[]): void {
  for (const name of names)
    app.get(`${base}${name}`, async (_request, reply) => sendFile(reply, name, await read(name)));
}

/** Sends a page; `{{name}}` in it becomes the text of that name, escaped. */
export async function sendPage(
  reply: FastifyReply,
  name: string,
  texts: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const page = await read(name);
  return sendFile(
    reply,
    name,
    page.replace(/\{\{(\w+)\}\}/g, (_whole, key: string) => escapeHtml(texts[key] ?? '')),
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
