/**
 * `npm run demo`: plays a sale, a cancelled sale and a partial refund in the real windows, in training mode with a
 * separate data folder, and saves screenshots of both windows at each step in out/demo/.
 * `npm run demo -- --cashier`: the cashier's tour, in out/demo/cashier/, with every scene in four languages, and an
 * index.html.
 * `npm run demo -- --manager`: every view of a manager after two weeks of training, in light and dark on a small and a
 * large screen, in out/demo/manager/, with an index.html.
 * `npm run demo -- --support`: the work of support staff from a new terminal to a restored terminal, in the same sizes,
 * in out/demo/support/.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { launchApp, writePictures } from '../test/e2e/harness/index.ts';
import { ensureBuilt } from './build/ensure-built.mjs';
import { cashierChapters } from './demo/cashier.ts';
import { everyScene, languageNames } from './demo/every-scene.ts';
import { managersTour } from './demo/managers-tour.ts';
import { play } from './demo/play.ts';
import { supportTour } from './demo/support-tour.ts';
import { beginTour } from './demo/tour.ts';
import { runWithKeyring } from './keyring/session.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { cashier: { type: 'boolean' }, manager: { type: 'boolean' }, support: { type: 'boolean' } },
});
const tour = values.cashier ? 'cashier' : values.manager ? 'manager' : values.support ? 'support' : '';
const folder = join(root, 'out', 'demo', tour);
// A live terminal keeps its keys in a keychain: use a separate keychain rather than the user's.
const OWN_KEYRING = 'TILLMATE_DEMO_KEYRING';
if (values.support && process.env[OWN_KEYRING] === undefined)
  process.exit(await runWithKeyring(process.execPath, [import.meta.filename, '--support'], { [OWN_KEYRING]: 'own' }));
if ((await ensureBuilt(root)) === 'failed') process.exit(1);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const say = (/** @type {string} */ line) => console.log(line);
const tours = { '': bothWindows, cashier: bothWindows, manager: managersTour, support: supportTour };
const stopped = await tours[tour](folder, say);
say(`\nThe pictures are in ${relative(process.cwd(), folder) || '.'}/${tour === '' ? '' : ': open index.html'}.`);
if (stopped.length > 0) {
  console.error(`Incomplete chapters: ${stopped.join(', ')}.`);
  process.exitCode = 1;
}

/** Plays a cashier's chapters in both windows until a chapter fails. */
async function bothWindows() {
  const app = await launchApp({ args: ['--training'] });
  say(`Tillmate in training mode on ${app.runtime === 'electron' ? 'Electron' : 'the Chromium host'}.`);
  const chapters = values.cashier ? cashierChapters : [{ title: 'A sale, a cancelled sale, a refund', play }];
  const played = beginTour(folder, say, async (/** @type {typeof app} */ windows, name) => {
    await writePictures(windows, folder, name);
    return [`${name}-till.png`, `${name}-display.png`];
  });
  try {
    for (const chapter of chapters)
      if (played.stopped.length === 0) await played.chapter(chapter.title, app, chapter.play);
    if (played.stopped.length > 0) console.error(`Output of the app:\n${app.output()}`);
  } finally {
    await app.stop();
  }
  if (values.cashier && played.stopped.length === 0) {
    say('\nEvery scene in every language: some minutes.');
    const scenes = await everyScene(folder);
    played.finish("Tillmate: the cashier's tour", { languages: languageNames, scenes });
    say(`${scenes.length} scenes in ${languageNames.length} languages.`);
  }
  return played.stopped;
}
