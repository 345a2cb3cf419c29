/**
 * `npm run demo`: plays a sale, a cancelled sale and a partial refund in the real windows, in training mode with a data
 * folder of its own, and writes a picture of both windows at each step to out/demo/.
 * `npm run demo -- --cashier`: the cashier's tour, to out/demo/cashier/, with every scene in four languages, and
 * index.html to look through them all.
 * `npm run demo -- --manager`: every view of a manager after two weeks of training, in light and dark on a small screen and
 * on a large one, to out/demo/manager/, with an index.html.
 * `npm run demo -- --support`: what support staff do, from a new terminal to one that comes back from its backup, in the
 * same pictures, to out/demo/support/.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { launchApp, writePictures } from '../test/e2e/harness/index.ts';
import { ensureBuilt } from './build/ensure-built.mjs';
import { cashierChapters } from './demo/cashier.ts';
import { everyScene, languageNames } from './demo/every-scene.ts';
import { managersTour } from './demo/managers-tour.ts';
import { play } from './demo/play.ts';
import { supportTour } from './demo/support-tour.ts';
import { tourPage } from './demo/tour-page.ts';
import { runWithKeyring } from './keyring/session.mjs';

/** @typedef {import('./demo/tour-page.ts').Step} Step */

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    cashier: { type: 'boolean', default: false },
    manager: { type: 'boolean', default: false },
    support: { type: 'boolean', default: false },
  },
});
const tour = values.cashier ? 'cashier' : values.manager ? 'manager' : values.support ? 'support' : '';
const tours = { manager: managersTour, support: supportTour };
const folder = join(root, 'out', 'demo', tour);
// A terminal that is set up has its keys in a keychain: one of its own, and not the person's.
const OWN_KEYRING = 'TILLMATE_DEMO_KEYRING';
if (values.support && process.env[OWN_KEYRING] === undefined)
  process.exit(await runWithKeyring(process.execPath, [import.meta.filename, '--support'], { [OWN_KEYRING]: 'own' }));
if ((await ensureBuilt(root)) === 'failed') process.exit(1);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const shown = relative(process.cwd(), folder) || '.';

const chapters = values.cashier ? cashierChapters : [{ title: 'A sale, a cancelled sale, a refund', play }];
if (tour === 'manager' || tour === 'support') {
  const stopped = await tours[tour](folder, (line) => console.log(line));
  console.log(`\nOpen ${shown}/index.html.`);
  if (stopped.length > 0) {
    console.error(`Not played to the end: ${stopped.join(', ')}.`);
    process.exitCode = 1;
  }
} else {
  const played = await playAll();
  if (played !== undefined && values.cashier) await writeTour(played);
}

/** Plays the chapters, one after the other in the same app; undefined where one stopped. */
async function playAll() {
  const app = await launchApp({ args: ['--training'] });
  console.log(`Tillmate in training mode on ${app.runtime === 'electron' ? 'Electron' : 'the Chromium host'}.`);
  let taken = 0;
  try {
    const done = [];
    for (const chapter of chapters) {
      /** @type {Step[]} */
      const steps = [];
      if (chapters.length > 1) console.log(`\n${chapter.title}`);
      await chapter.play(app, async (sentence, slug) => {
        taken += 1;
        const name = `${String(taken).padStart(2, '0')}-${slug}`;
        await writePictures(app, folder, name);
        steps.push({ sentence, pictures: [`${name}-till.png`, `${name}-display.png`] });
        console.log(`${String(taken).padStart(2)}  ${sentence}`);
      });
      done.push({ title: chapter.title, steps });
    }
    console.log(`\n${taken * 2} pictures in ${shown}/ (NN-step-till.png and NN-step-display.png).`);
    return done;
  } catch (thrown) {
    await writePictures(app, folder, 'stopped');
    console.error(
      `\nThe demo stopped after step ${taken}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
    console.error(`What the windows show now is in ${shown}/stopped-*.png. The app said:\n${app.output()}`);
    process.exitCode = 1;
    return undefined;
  } finally {
    await app.stop();
  }
}

/** @param {readonly { readonly title: string, readonly steps: readonly Step[] }[]} played */
async function writeTour(played) {
  console.log('\nEvery scene in every language: some minutes.');
  const scenes = await everyScene(folder);
  const title = "Tillmate: the cashier's tour";
  writeFileSync(join(folder, 'index.html'), tourPage({ title, chapters: played, languages: languageNames, scenes }));
  console.log(`${scenes.length} scenes in ${languageNames.length} languages. Open ${shown}/index.html.`);
}
