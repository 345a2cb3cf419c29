import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { language as languageName } from '../preload/contract/setting-values.ts';
import { builtWindows } from '../test/page/open-windows.ts';
import { type Shot, tillShot } from '../test/page/pictures/shot.ts';
import { shotOf } from '../test/page/pictures/shots.ts';
import { display, live, sale, waitingScene } from '../test/page/sample-snapshots.ts';
import { finder } from '../test/page/texts.ts';
import { ensureBuilt } from './build/ensure-built.mjs';

/**
 * `npm run guide-pictures`: takes the screenshots of `docs/guide/` and of the README again, from the scenes of the page
 * tests.
 */
const root = join(import.meta.dirname, '..');
const displayShot = (scene: Parameters<typeof display>[0]): Shot => ({
  name: scene.kind,
  open: (windows, opening) => windows.display(display(scene, { training: false, environment: 'PROD' }), opening),
});
const english: Readonly<Record<string, Shot>> = {
  'display-waiting': displayShot(waitingScene),
  'display-paid': displayShot({ kind: 'paid', amount: 1250, debtorName: 'Zoë' }),
};
const inEachLanguage: Readonly<Record<string, Shot>> = {
  'cashier-waiting': tillShot('waiting', live({ sale: sale('waiting') })),
  'cashier-paid': tillShot('paid', live({ sale: sale('paid') })),
};
/** Shipped with the app for its help. */
const help: Readonly<Record<string, Shot>> = {
  payments: shotOf('till-payments-history'),
  day: shotOf('till-day'),
  figures: shotOf('till-figures'),
  payouts: shotOf('till-payouts-one'),
  settings: shotOf('till-settings-money'),
  people: shotOf('till-settings-people'),
  record: shotOf('till-settings-record'),
  updates: shotOf('till-settings-updates'),
  support: shotOf('till-checks-wrong'),
  keys: shotOf('till-keys-next'),
  backup: shotOf('till-backup-daily'),
  logs: shotOf('till-logs-line'),
  terminal: shotOf('till-terminal'),
};

if ((await ensureBuilt(root)) === 'failed') process.exit(1);
const windows = await builtWindows();
const folder = join(root, 'docs/guide/pictures');
for (const language of languageName.options)
  for (const [name, { open, act }] of Object.entries({
    ...(language === 'en' ? english : {}),
    ...inEachLanguage,
    ...help,
  })) {
    const { page, close } = await open(windows, { width: 1024, height: 768, language });
    await act?.(page, finder(language));
    // Waits for the end of animations.
    await page.waitForTimeout(700);
    const picture = await page.screenshot();
    if (name in help) await writeFile(join(folder, 'help', `${name}-${language}.webp`), await shrunk(page, picture));
    else await writeFile(join(folder, name in english ? `${name}.png` : `${name}-${language}.png`), picture);
    await close();
  }
await windows.close();

/** Returns a WebP at the width of the help, a fifth of the size. */
async function shrunk(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(async (given) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${given}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const drawing = canvas.getContext('2d');
    if (drawing === null) throw new Error('No canvas in this browser.');
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', 0.25);
  }, png.toString('base64'));
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
