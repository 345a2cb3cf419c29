import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../test/host/chromium.ts';
import { icns, icnsSizes, ico } from './icons/containers.mjs';

/**
 * Draws every icon from assets/icon.svg with the system's Chromium: assets/icon.png for the windows, and in packaging/ those
 * of the installers. Run again after changing the SVG.
 */

const windowsSizes = [16, 24, 32, 48, 64, 128, 256];
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];

const root = join(import.meta.dirname, '..');
const svg = readFileSync(join(root, 'assets/icon.svg'), 'base64');
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage();
const sizes = [...new Set([...windowsSizes, ...linuxSizes, ...icnsSizes])];
const drawn = new Map(await Promise.all(sizes.map(async (size) => /** @type {const} */ ([size, await draw(size)]))));
await browser.close();

const pictures = (/** @type {readonly number[]} */ wanted) => wanted.flatMap((size) => drawn.get(size) ?? []);
const folder = join(root, 'packaging');
mkdirSync(join(folder, 'icons'), { recursive: true });
for (const { size, png } of pictures(linuxSizes)) writeFileSync(join(folder, `icons/${size}x${size}.png`), png);
for (const { png } of pictures([512])) writeFileSync(join(root, 'assets/icon.png'), png);
writeFileSync(join(folder, 'icon.ico'), ico(pictures(windowsSizes)));
writeFileSync(join(folder, 'icon.icns'), icns(pictures(icnsSizes)));

/**
 * The icon at its own size, not a large one made small: lines stay sharp.
 * @param {number} size
 * @returns {Promise<import('./icons/containers.mjs').Picture>}
 */
async function draw(size) {
  const { png, rgba } = await page.evaluate(
    async ({ source, side }) => {
      const image = new Image(side, side);
      image.src = `data:image/svg+xml;base64,${source}`;
      await image.decode();
      const canvas = new OffscreenCanvas(side, side);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0, side, side);
      const base64 = (/** @type {Blob} */ blob) =>
        new Promise((resolve, reject) => {
          const reader = new FileReader();
          reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
          reader.onerror = () => reject(reader.error);
          reader.readAsDataURL(blob);
        });
      const pixels = context.getImageData(0, 0, side, side).data;
      return { png: await base64(await canvas.convertToBlob()), rgba: await base64(new Blob([pixels])) };
    },
    { source: svg, side: size },
  );
  return { size, png: Buffer.from(png, 'base64'), rgba: Buffer.from(rgba, 'base64') };
}
