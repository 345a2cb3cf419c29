import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../test/host/chromium.ts';

/** Draws assets/icon.png (512 px) from assets/icon.svg with the system's Chromium. Run again after changing the SVG. */

const SIZE = 512;
const assets = join(import.meta.dirname, '../assets');

const svg = await readFile(join(assets, 'icon.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(`<style>body{margin:0}svg{display:block;width:${SIZE}px}</style>${svg}`);
await writeFile(join(assets, 'icon.png'), await page.screenshot({ omitBackground: true }));
await browser.close();
