import { existsSync, globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openKeychain } from '../main/identity/open-keychain.ts';
import { type CheckReport, checkCopy } from '../main/journal/check-copy.ts';
import { placeOf } from '../main/journal/sealing.ts';
import { dataFolderOf, type ReadSeal, readSeal } from './journal-key.ts';

/**
 * `npm run check-journal -- FILE [--with-key]`: checks a journal completely and read-only; for a folder, such as the
 * app's data folder, every journal inside. With the key in this user's keychain the check also detects rewritten or
 * removed events. Exit codes: 1 for a damaged journal, 2 without a journal, 3 when all journals are intact but the
 * requested key could not be read.
 */
const { values, positionals } = parseArgs({
  strict: false,
  options: { 'with-key': { type: 'boolean', default: false } },
});
const isAskedWrong = Object.keys(values).some((option) => option !== 'with-key');
const [given] = isAskedWrong ? [] : positionals;
if (given === undefined || !existsSync(given)) {
  console.error(
    given === undefined
      ? 'Name the journal, or the data folder: npm run check-journal -- FILE [--with-key]'
      : `File ${resolve(given)} not found.`,
  );
  process.exit(2);
}
const path = resolve(given);
// Read before the journals, so that a journal still growing is never behind the keychain.
const seal = values['with-key'] ? await sealFor(path) : undefined;
const files = statSync(path).isDirectory() ? journalsIn(path) : [path];
const gone = statSync(path).isDirectory() ? goneFrom(path, files) : [];
if (files.length + gone.length === 0) {
  console.error(`No journal in ${path}.`);
  process.exit(2);
}
let whole = gone.length === 0;
for (const place of gone)
  console.log(`${place}: missing, but known to the keychain. The till reports this at its start.`);
for (const file of files) whole = report(file, await checkCopy(file, sealOf(file))) && whole;
if (!whole) process.exitCode = 1;
else if (values['with-key'] && seal === undefined) process.exitCode = 3;

function journalsIn(folder: string): readonly string[] {
  return globSync('**/journal.sqlite', { cwd: folder }).map((name) => join(folder, name));
}

/** Returns the missing journals of a data folder that the keychain has an anchor of. */
function goneFrom(folder: string, found: readonly string[]): readonly string[] {
  if (seal === undefined || dataFolderOf(folder) !== folder) return [];
  const there = found.map(placeOf);
  return seal.places.filter((place) => !there.includes(place)).map((place) => join(folder, 'journals', place));
}

/** Training journals have no seal. */
function sealOf(file: string): ReadSeal | undefined {
  return placeOf(file) === 'training' ? undefined : seal;
}

async function sealFor(checked: string): Promise<ReadSeal | undefined> {
  try {
    const folder = dataFolderOf(checked);
    if (folder === undefined)
      throw new Error('No terminal.json above the journal, so the owner of the key is unknown.');
    const keychain = await openKeychain();
    return await readSeal(folder, (account) => keychain.get(account));
  } catch (thrown) {
    console.error(`Key unreadable: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return undefined;
  }
}

function report(file: string, { ok, events, faults, seal: sealed }: CheckReport): boolean {
  console.log(`${file}: ${events} events${ok ? ', whole: every page, the chain of events and every record.' : ''}`);
  for (const fault of faults) console.log(`  fault: ${fault}`);
  console.log(`  ${provenBy(sealed, events)}`);
  if (!ok)
    console.log(
      'At its start, the till sets a damaged or altered journal aside, saves the provable events, and recovers payments from the service.',
    );
  return ok;
}

function provenBy(sealed: CheckReport['seal'], events: number): string {
  if (sealed === undefined)
    return 'without the key: a writer of this file could have rewritten or truncated it undetected.';
  if (!sealed.anchored)
    return 'with the key: no entry of the keychain for this journal, so a truncated end is undetectable.';
  if (sealed.from > events) return 'with the key: the end matches the keychain; no event is sealed yet.';
  return sealed.from === 1
    ? 'with the key: every event is sealed, and the end matches the keychain.'
    : `with the key: events from ${sealed.from} on are sealed and bind the earlier ones, and the end matches the keychain.`;
}
