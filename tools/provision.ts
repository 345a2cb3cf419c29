import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../main/base/clock.ts';
import { syncFolder, writeSynced } from '../main/base/durable-files.ts';
import { handedText, readHandedFile } from '../main/base/handed-file.ts';
import { firmFiles } from '../main/base/patient-files.ts';
import { savedFileError } from '../main/base/saved-file.ts';
import { TillError } from '../main/base/till-error.ts';
import { readLines } from '../main/command-line/standard-input.ts';
import { LARGEST_PROVISIONING_FILE } from '../main/provisioning/provisioning-file.ts';
import { faultsOf, faultsOfPassphrase, type MakeWith, makeFiles, namesOf } from './provision/make-files.ts';
import { readPosTable } from './provision/pos-table.ts';

/**
 * `npm run provision -- new`: writes a provisioning file for each till of a shop (`HELP`). Writes nothing if any input
 * is wrong, and never replaces a file. Exit codes: 0; 1 for a disk failure; 2 for wrong input.
 */

const HELP = `npm run provision -- new --base=FILE --table=FILE --out=FOLDER [--new-keys] [--passphrase-from-stdin]

Writes a provisioning file for each till of a shop into FOLDER: provision-<POS id>.json.

  --base=FILE              what all tills of the shop share: a provisioning file without posId
                           (docs/guide/administrators.md, Provisioning file)
  --table=FILE             CSV whose first column has the POS ids, one a line, with or without "posId" over it
  --out=FOLDER             where the files go; it is made where it is not there. No file is ever replaced.
  --new-keys               makes a signing key for each till, and writes the public halves of all to jwks.json,
                           ready to host. The base then has no keys.signingKey.
  --passphrase-from-stdin  encrypts each file (provision-<POS id>.jwe) with the first line of standard input,
                           at least 12 characters. The tills ask for it, or take it on standard input too.

A PIN may be left out of the base: each till is then given its own as it is set up.
`;

const LARGEST_TABLE = 1_000_000;
/** Long enough to type a passphrase. */
const INPUT_MS = 120_000;

process.exitCode = await run(process.argv.slice(2)).catch((thrown: unknown) => {
  if (!(thrown instanceof TillError)) throw thrown;
  console.error(thrown.message);
  return thrown.code.startsWith('file.') ? 1 : 2;
});

async function run(words: readonly string[]): Promise<number> {
  const given = readOptions(words);
  if (given === 'help') {
    console.log(HELP);
    return 0;
  }
  if (typeof given === 'string') return complain([given, '', HELP]);
  const { base, table, out } = given;
  const posTable = readPosTable(await textOf(table, LARGEST_TABLE));
  const baseText = await textOf(base, LARGEST_PROVISIONING_FILE);
  const passphrase = given.encrypted ? await passphraseFromStdin() : undefined;
  const making: MakeWith = {
    base: baseText,
    posIds: posTable.faults.length === 0 ? posTable.posIds : ['POS'],
    newKeys: given.newKeys,
    passphrase,
  };
  const faults = [
    ...posTable.faults.map((fault) => `${table}: ${fault}`),
    ...faultsOf(making).map((fault) => `${base}: ${fault}`),
    ...faultsOfPassphrase(making),
    ...(posTable.faults.length === 0 ? taken(out, namesOf(making)) : []),
  ];
  if (faults.length > 0) return complain([...faults, 'Nothing was written.']);
  await write(out, making);
  return 0;
}

interface Options {
  readonly base: string;
  readonly table: string;
  readonly out: string;
  readonly newKeys: boolean;
  readonly encrypted: boolean;
}

/** Returns the options, `help`, or the fault in the options. */
function readOptions(words: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        base: { type: 'string' },
        table: { type: 'string' },
        out: { type: 'string' },
        'new-keys': { type: 'boolean', default: false },
        'passphrase-from-stdin': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return 'help';
    const { base, table, out } = values;
    if (positionals.join(' ') !== 'new') return 'Command required: new';
    if (!base || !table || !out) return '--base, --table and --out required.';
    return { base, table, out, newKeys: values['new-keys'], encrypted: values['passphrase-from-stdin'] };
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

async function textOf(path: string, largestBytes: number): Promise<string> {
  return handedText(await readHandedFile(path, largestBytes), path);
}

async function passphraseFromStdin(): Promise<string> {
  if (process.stdin.isTTY) console.error('Type the passphrase and press Enter. The screen shows it.');
  const [passphrase = ''] = await readLines(process.stdin, 1, systemClock, INPUT_MS);
  return passphrase;
}

function taken(out: string, names: readonly string[]): readonly string[] {
  if (existsSync(out) && !statSync(out).isDirectory()) return [`${out}: not a folder.`];
  return names
    .map((name) => join(out, name))
    .filter((path) => existsSync(path))
    .map((path) => `${path}: file exists and is never replaced.`);
}

/** Writes all files or none: removes the written files after a disk failure. */
async function write(out: string, making: MakeWith): Promise<void> {
  const written: string[] = [];
  try {
    mkdirSync(out, { recursive: true });
    for await (const { name, text } of makeFiles(making)) {
      const path = join(out, name);
      writeSynced(path, text, 'wx');
      written.push(path);
      console.log(resolve(path));
    }
    syncFolder(out);
  } catch (thrown) {
    for (const path of written) firmFiles.remove(path);
    const { code, message } = savedFileError(thrown);
    throw new TillError(code, `${out}: ${message}`, { cause: thrown });
  }
  if (making.passphrase === undefined)
    console.log(
      'These files contain unencrypted keys: a reader can act as the till. --passphrase-from-stdin encrypts them.',
    );
  if (making.newKeys) console.log('Host jwks.json before the start of the tills: the service accepts no other keys.');
}

function complain(lines: readonly string[]): number {
  for (const line of lines) console.error(line);
  return 2;
}
