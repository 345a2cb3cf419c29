import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

interface Licence {
  readonly name: string;
  readonly version?: string | undefined;
  /** SPDX identifier, such as `MIT`. */
  readonly licence?: string | undefined;
  readonly text: string;
}

export type Licences = ReturnType<typeof createLicences>;

/** Written by tools/build/describe-shipped.mjs. */
const ours = z.array(z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }));

/** Electron's packages hold this file in the program's folder, on macOS in the resources. */
const CHROMIUM = 'LICENSES.chromium.html';

/** Reads on first use: Chromium's file has many megabytes. `program` is the path of the running executable. */
export function createLicences(file: string, program: string) {
  let read: Promise<readonly Licence[]> | undefined;
  const list = () => {
    read ??= readAll(file, program);
    return read;
  };
  return { list, text: async (index: number) => (await list())[index]?.text ?? '' };
}

async function readAll(file: string, program: string): Promise<readonly Licence[]> {
  const own = ours.parse(JSON.parse(await readFile(file, 'utf8')));
  const folder = dirname(program);
  const chromium = [join(folder, CHROMIUM), join(folder, '../Resources', CHROMIUM)].find(existsSync);
  return chromium === undefined ? own : [...own, ...chromiumLicences(await readFile(chromium, 'utf8'))];
}

/** An unexpected page is a single licence: its text must stay readable in any case. */
function chromiumLicences(html: string): readonly Licence[] {
  const products = html.split(/<div class="product">/).slice(1);
  const parts = products.flatMap((product) => {
    const [, name] = /<span class="title">([\s\S]*?)<\/span>/.exec(product) ?? [];
    const [, text] = /<pre>([\s\S]*?)<\/pre>/.exec(product) ?? [];
    return name === undefined || text === undefined ? [] : [{ name: plain(name), text: plain(text) }];
  });
  if (parts.length > 0 && parts.length === products.length) return parts;
  return [{ name: 'Chromium', text: plain(html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')) }];
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' };

function plain(html: string): string {
  const text = html.replace(/<[^>]*>/g, '');
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, whatEntity).trim();
}

function whatEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities[name] ?? whole;
  return String.fromCodePoint(Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10));
}
