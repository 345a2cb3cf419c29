import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningApp } from './launch.ts';

/** PNG of a window as it is now. */
export function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ type: 'png', animations: 'disabled' });
}

/** Writes a picture of both windows, `<step>-till.png` and `<step>-display.png`; answers with the paths. */
export async function writePictures(app: RunningApp, folder: string, step: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const windows = [
    ['till', app.till],
    ['display', app.display],
  ] as const;
  return Promise.all(
    windows.map(async ([name, page]) => {
      const file = join(folder, `${step}-${name}.png`);
      await writeFile(file, await picture(page));
      return file;
    }),
  );
}

/** Text of the one QR code in a picture, or in what a page shows. Rejects when there is none, or more than one. */
export async function readQr(source: Page | Buffer): Promise<string> {
  const png = Buffer.isBuffer(source) ? source : await picture(source);
  const texts = (await zbarimg(png)).split('\n').filter((line) => line !== '');
  const [text] = texts;
  if (text === undefined || texts.length > 1) throw new Error(`${texts.length} QR codes in the picture, not one.`);
  return text;
}

function zbarimg(png: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', 'png:-']);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', (cause) => reject(new Error('zbarimg does not run: install zbar-tools.', { cause })));
    // 4: no code found, which is an answer.
    child.on('close', (code) => {
      if (code === 0 || code === 4) resolve(text);
      else reject(new Error(`zbarimg ended with ${code}.`));
    });
    child.stdin.end(png);
  });
}
