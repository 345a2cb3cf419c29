import { existsSync, globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkCopy } from '../main/journal/check-copy.ts';

/**
 * `npm run check-journal -- FILE`: the full check of a journal, which changes nothing; of a folder, such as the app's
 * data folder, every journal in it. Ends with 1 when one is not whole, with 2 when there is none.
 */
const [given] = parseArgs({ allowPositionals: true }).positionals;
if (given === undefined || !existsSync(given)) {
  console.error(
    given === undefined
      ? 'Name the journal, or the data folder: npm run check-journal -- FILE'
      : `There is no file ${resolve(given)}.`,
  );
  process.exit(2);
}
const files = statSync(given).isDirectory() ? journalsIn(resolve(given)) : [resolve(given)];
if (files.length === 0) {
  console.error(`There is no journal in ${resolve(given)}.`);
  process.exit(2);
}
for (const file of files) if (!(await isWhole(file))) process.exitCode = 1;

/** Those of each environment and profile, and that of training; not those that were set aside. */
function journalsIn(folder: string): readonly string[] {
  return globSync('**/journal.sqlite', { cwd: folder }).map((name) => join(folder, name));
}

async function isWhole(file: string): Promise<boolean> {
  const { ok, events, faults } = await checkCopy(file);
  console.log(`${file}: ${events} events${ok ? ', whole: every page, the chain of events and every record.' : ''}`);
  for (const fault of faults) console.log(`  fault: ${fault}`);
  if (!ok)
    console.log(
      'The till sets a damaged journal aside when it starts, saves what can be proven, and asks the service.',
    );
  return ok;
}
