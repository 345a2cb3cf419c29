/**
 * `npm run demo`: plays a sale, a cancelled sale and a partial refund in the real windows, in training mode with a data
 * folder of its own, and writes a picture of both windows at each step to out/demo/.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { launchApp, writePictures } from '../test/e2e/harness/index.ts';
import { ensureBuilt } from './build/ensure-built.mjs';
import { play } from './demo/play.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'out', 'demo');
if ((await ensureBuilt(root)) === 'failed') process.exit(1);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const app = await launchApp({ args: ['--training'] });
console.log(`Tillmate in training mode on ${app.runtime === 'electron' ? 'Electron' : 'the Chromium host'}.`);
let taken = 0;
try {
  await play(app, async (sentence, slug) => {
    taken += 1;
    const name = `${String(taken).padStart(2, '0')}-${slug}`;
    await writePictures(app, folder, name);
    console.log(`${String(taken).padStart(2)}  ${sentence}`);
  });
  console.log(
    `\n${taken * 2} pictures in ${relative(process.cwd(), folder) || '.'}/ (NN-step-till.png and NN-step-display.png).`,
  );
} catch (thrown) {
  await writePictures(app, folder, 'stopped');
  console.error(`\nThe demo stopped after step ${taken}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  console.error(
    `What the windows show now is in ${relative(process.cwd(), folder)}/stopped-*.png. The app said:\n${app.output()}`,
  );
  process.exitCode = 1;
} finally {
  await app.stop();
}
