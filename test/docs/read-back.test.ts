import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFiles, dataFolders } from '../../main/base/data-files.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const HOME = 'main/base/data-files.ts';
/** The embedded service is not part of the till; its caller names its files. */
const sources = readdirSync(join(root, 'main'), { recursive: true, encoding: 'utf8' })
  .map((name) => `main/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts') && name !== HOME && !name.startsWith('main/sandbox/'));
const names: readonly string[] = [...Object.values(dataFiles), ...Object.values(dataFolders)];

const [, section = ''] = read('SECURITY.md').split(/^### What the till reads back$/m);
const rows = [...(section.split('\n#')[0] ?? '').matchAll(/^\| (`.*?) \| (.*?) \| (.*?) \| (.*?) \|$/gm)].map(
  ([, files = '', ...cells]) => ({ files: [...files.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path), cells }),
);
const inTable = rows.flatMap(({ files }) => files);

test('the table lists exactly the names read by the till', () => {
  const parts = inTable.flatMap((path) => path.split('/')).filter((part) => !part.startsWith('*'));
  expect([...new Set(parts)].toSorted()).toEqual([...names].toSorted());
  expect(inTable).toEqual([...new Set(inTable)]);
});

test('each row names writer, effect and proof', () => {
  for (const { files, cells } of rows) {
    expect(cells.filter((cell) => cell.length > 3)).toHaveLength(3);
    const [, , proof = ''] = cells;
    const tests = [...proof.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file);
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(tests.length > 0 || proof.startsWith('nothing'), files.join()).toBe(true);
  }
});

/** File names in the sources that the till does not read from the data folder. */
const ELSEWHERE = [
  'app-update.yml', // Overwritten before each use by the updater.
  'licences.json', // In the package.
  'jwks.json', // Suggested name in the save dialog.
  ...['manifest.json', 'record.json'], // Within a backup.
  ...['settings.json', 'versions.json', 'checks.json', 'journal.jsonl', 'contents.txt'], // Within a support pack.
  ...['latest-<platform>.jws', '<version>-<platform>.jws'], // On the update server.
  '<place>.sqlite', // In `backup-copies`.
  '/v1/openapi.json', // An address of the register link.
  'key.json', // The code of an error.
  ...['status.json', '<base>.json', '<base>.problem.json'], // In the folder of registers that write files.
];

test('each file name is declared once and used', () => {
  const texts = sources.map((file) => ({
    file,
    text: read(file).replaceAll(/^(\s*(\/\*\*|\*|\/\/)|import ).*$/gm, ''),
  }));
  const literal = /(['`])([\w./${}()-]*\.(?:json|jsonl|sqlite|jws|yml|ya?ml|txt|ini|dat|db))\1/g;
  const inJoin = /\bjoin\(([^)\n]*?)'([\w.-]+)'/g;
  const found = texts.flatMap(({ file, text }) => {
    const files = [...text.matchAll(literal)].map(([, , name = '']) => name.replaceAll(/\$\{(\w+)\}/g, '<$1>'));
    const joined = [...text.matchAll(inJoin)]
      .filter(([, before = '', name = '']) => names.includes(name) || /dataFolder|userDataDir/i.test(before))
      .map(([, , name = '']) => name);
    return [...files, ...joined].map((name) => `${file}: ${name}`);
  });
  const unknown = found.filter((one) => !ELSEWHERE.some((name) => one.endsWith(`: ${name}`)));
  expect(unknown.filter((one) => !/: \.\w+$|: \.\.\//.test(one))).toEqual([]);
  const all = texts.map(({ text }) => text).join('\n');
  for (const [home, kind] of Object.entries({ dataFiles, dataFolders }))
    for (const key of Object.keys(kind))
      expect(all).toMatch(new RegExp(`${home}\\.${key}\\b|\\b${key}: [A-Z]+.*= ${home};`));
});

/** The sources that read from a disk, with the files read. List new sources here, and their files in the table. */
const READERS: Readonly<Record<string, string>> = {
  'main/sandbox/': 'training/service.json',
  'main/backup/daily-backup.ts': 'names of backups',
  'main/backup/entries.ts': 'backup-copies, pictures',
  'main/backup/last-backup.ts': 'backups.json',
  'main/backup/read-backup.ts': 'writes restoring-draft',
  'main/backup/staged-restore.ts': 'restoring/plan.json',
  'main/backup/write-backup.ts': 'writes a backup',
  'main/base/data-folder.ts': "the system's list of drives",
  'main/base/durable-files.ts': 'writes',
  'main/upload/upload-starts.ts': 'upload-starts.json',
  'main/export/export-disk.ts': 'writes an export',
  'main/export/noted-exports.ts': 'exports.jsonl, exports.jsonl.taken',
  'main/identity/keychain-error.ts': "the system's name",
  'main/journal/account-folders.ts': 'names of journals',
  'main/journal/check-copy.ts': 'journals, a copy of its own in the folder for temporary files',
  'main/journal/database.ts': 'journal.sqlite of journals, backup-copies, restoring-draft and training',
  'main/journal/schema.ts': 'nothing: a database in memory',
  'main/reconcile/payout-store.ts': 'payouts.sqlite, payouts.sqlite.seal',
  'main/register/folder/shared-folder.ts': 'the requests of registers, in a folder that a manager names',
  'main/register/zvt/settlement.ts': 'zvt.json',
  'main/service/jwks-file.ts': 'service-keys.json',
  'main/base/handed-file.ts': 'what a person hands in',
  'main/settings/language-at-start.ts': 'terminal.json',
  'main/settings/pictures.ts': 'names of pictures',
  'main/provisioning/service-profile.ts': 'names of profiles in the package',
  'main/settings/settings-store.ts': 'terminal.json',
  'main/settings/terminal-file-versions.ts': 'terminal.json',
  'main/shell/app-image.ts': 'the AppImage that it copies',
  'main/shell/app-protocol.ts': 'pictures, and the package',
  'main/shell/start-with-computer.ts': 'its own entry, written anew where it differs',
  'main/support/checks/storage-checks.ts': 'writes',
  'main/support/licences.ts': 'the package',
  'main/support/logs/log-level.ts': 'log-level.json',
  'main/support/logs/log-reader.ts': 'logs',
  'main/support/pack/support-pack.ts': 'support-pack',
  'main/support/private-files.ts': 'only who may open it',
  'main/support/rotating-log-file.ts': 'writes logs',
  'main/audit/pending-entries.ts': 'owed-acts.json',
  'main/provisioning/provisioning-steps.ts': 'shreds what was handed in',
  'main/updates/kept-releases.ts': 'updates/kept/*/release.jws',
  'main/updates/start-count.ts': 'updates/state.json',
};

test('lists each source with disk reads', () => {
  const reading =
    /\b(readFile|readFileSync|open|openSync|createReadStream|readdir|readdirSync|copyFileSync|DatabaseSync)\b/;
  const reads = (file: string) =>
    /^import \* as \w+ from 'node:fs(\/promises)?';/m.test(read(file)) ||
    [...read(file).matchAll(/^import \{([^}]*)\} from 'node:(?:fs|fs\/promises|sqlite)';/gm)].some(([, names = '']) =>
      reading.test(names.replaceAll(/type \w+/g, '')),
    );
  expect(['main/sandbox/', ...sources.filter(reads)].toSorted()).toEqual(Object.keys(READERS).toSorted());
  const known = Object.values(READERS)
    .join(' ')
    .split(/[\s,/]+/);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});
