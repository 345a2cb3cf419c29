import { join } from 'node:path';
import { language as languageName } from '../preload/contract/setting-values.ts';
import { builtWindows } from '../test/page/open-windows.ts';
import { type Shot, tillShot } from '../test/page/pictures/shot.ts';
import { shotOf } from '../test/page/pictures/shots.ts';
import { display, live, sale, waitingScene } from '../test/page/sample-snapshots.ts';
import { finder } from '../test/page/texts.ts';
import { ensureBuilt } from './build/ensure-built.mjs';

/** `npm run guide-pictures`: takes the pictures of `docs/guide/` and of the README anew, from the scenes of the page tests. */
const root = join(import.meta.dirname, '..');
const displayShot = (scene: Parameters<typeof display>[0]): Shot => ({
  name: scene.kind,
  open: (windows, opening) => windows.display(display(scene, { training: false, environment: 'PROD' }), opening),
});
const english: Readonly<Record<string, Shot>> = {
  day: shotOf('till-day'),
  payouts: shotOf('till-payouts-one'),
  checks: shotOf('till-checks-wrong'),
  keys: shotOf('till-keys-next'),
  'display-waiting': displayShot(waitingScene),
  'display-paid': displayShot({ kind: 'paid', amount: 1250, debtorName: 'Zoë' }),
};
const inEachLanguage: Readonly<Record<string, Shot>> = {
  'cashier-waiting': tillShot('waiting', live({ sale: sale('waiting') })),
  'cashier-paid': tillShot('paid', live({ sale: sale('paid') })),
};

if ((await ensureBuilt(root)) === 'failed') process.exit(1);
const windows = await builtWindows();
for (const language of languageName.options)
  for (const [name, { open, act }] of Object.entries(
    language === 'en' ? { ...english, ...inEachLanguage } : inEachLanguage,
  )) {
    const { page, close } = await open(windows, { width: 1024, height: 768, language });
    await act?.(page, finder(language));
    // Until what moves has come to rest.
    await page.waitForTimeout(700);
    const file = name in inEachLanguage ? `${name}-${language}.png` : `${name}.png`;
    await page.screenshot({ path: join(root, 'docs/guide/pictures', file) });
    await close();
  }
await windows.close();
