import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { RunningApp } from './launch.ts';

/** Otherwise the reader would download its WebAssembly from the web. */
const ready = readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((bytes) =>
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(bytes).buffer }, fireImmediately: true }),
);

/** Returns the text of the only QR code in a PNG or on a page. Rejects without a code or with several codes. */
export async function readQr(source: Page | Buffer): Promise<string> {
  const png = Buffer.isBuffer(source) ? source : await picture(source);
  await ready;
  const found = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'], tryDenoise: true });
  const codes = found.filter(({ isValid }) => isValid);
  const [code] = codes;
  if (code === undefined || codes.length > 1) throw new Error(`${codes.length} QR codes in the picture, not one.`);
  return code.text;
}

export function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ type: 'png', animations: 'disabled' });
}

export async function writePictures(app: RunningApp, folder: string, step: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    (['till', 'display'] as const).map(async (name) => {
      const file = join(folder, `${step}-${name}.png`);
      await writeFile(file, await picture(app[name]));
      return file;
    }),
  );
}
