import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { decryptWithPassphrase } from '../../main/identity/passphrase-file.ts';
import { readProvisioning } from '../../main/provisioning/provisioning-file.ts';
import { folder } from '../base/test-folder.ts';
import { provisioningFile } from '../provisioning/sample-provisioning-file.ts';

/** `npm run provision -- new`, run on the command line as support does. */

const { pos: _pos, managerPin: _pin, ...shops } = provisioningFile();
const { signingKey, ...apiKeyOnly } = shops.keys;

let out: string;
beforeEach(() => {
  out = join(folder, 'out');
});

const write = (name: string, content: string | object) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const run = (words: readonly string[], input = '') => {
  const tool = join(import.meta.dirname, '..', '..', 'tools', 'provision.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], { encoding: 'utf8', input });
  return { status, stdout, stderr };
};
const make = (base: string | object, table: string, more: readonly string[] = [], input = '') =>
  run(
    ['new', `--base=${write('base.json', base)}`, `--table=${write('tills.csv', table)}`, `--out=${out}`, ...more],
    input,
  );
const made = (name: string) => readFileSync(join(out, name), 'utf8');

test('turns a table of POS ids into valid till files', () => {
  const { status, stdout } = make(shops, 'posId;place\r\nTILL1;door\r\n"TILL2";"bar, left"\r\n');
  expect(status).toBe(0);
  expect(readdirSync(out).toSorted()).toEqual(['provision-TILL1.json', 'provision-TILL2.json']);
  for (const posId of ['TILL1', 'TILL2'])
    expect(readProvisioning(made(`provision-${posId}.json`))).toMatchObject({
      ok: true,
      provisioning: { draft: { pos: { posId }, shop: shops.shop }, signingKey: { kid: signingKey.kid } },
    });
  expect(stdout).toContain('These files contain unencrypted keys');
});

test('gives each till its own key and lists public halves', () => {
  const { status } = make({ ...shops, keys: apiKeyOnly }, 'TILL1\nTILL2\n', ['--new-keys']);
  expect(status).toBe(0);
  const { keys } = JSON.parse(made('jwks.json')) as { keys: Record<string, string>[] };
  const files = ['TILL1', 'TILL2'].map((posId) => {
    const result = readProvisioning(made(`provision-${posId}.json`));
    return result.ok ? result.provisioning : expect.fail(JSON.stringify(result));
  });
  expect(keys.map(({ kid }) => kid)).toEqual(files.map((file) => file.signingKey.kid));
  expect(keys[0]?.['kid']).toMatch(/^TILL1-[A-Za-z0-9]{12}$/);
  expect(new Set(keys.map(({ x }) => x)).size).toBe(2);
  expect(keys.map(({ x }) => x)).toEqual(files.map((file) => file.signingKey.x));
  expect(made('jwks.json')).not.toContain('"d"');
  expect(files[0]?.apiKey).toBe('key-of-the-api-manager');
});

test('encrypts each file with the passphrase from standard input', async () => {
  const passphrase = 'correct horse battery';
  const { status, stdout, stderr } = make(shops, 'TILL1\n', ['--passphrase-from-stdin'], `${passphrase}\r\n`);
  expect(status).toBe(0);
  expect(readdirSync(out)).toEqual(['provision-TILL1.jwe']);
  const opened = await decryptWithPassphrase(made('provision-TILL1.jwe'), passphrase, 'tillmate-provisioning');
  expect(readProvisioning(new TextDecoder().decode(opened))).toMatchObject({ ok: true });
  expect(decodeProtectedHeader(made('provision-TILL1.jwe'))).toMatchObject({ p2c: 600_000 });
  expect(stdout + stderr + made('provision-TILL1.jwe')).not.toContain(passphrase);
});

test('lists every fault of table and base, writing no file', () => {
  const { status, stderr } = make(
    { ...shops, shop: { ...shops.shop, shopName: '☃' }, street: 'Dorp' },
    `posId\nTILL1\ntill1\n\nTILL 4\n${'A'.repeat(37)}\n`,
  );
  expect(status).toBe(2);
  const table = join(folder, 'tills.csv');
  const base = join(folder, 'base.json');
  expect(stderr.trim().split('\n')).toEqual([
    `${table}: line 3: Duplicate of line 2.`,
    `${table}: line 4: POS id empty.`,
    `${table}: line 5: Character other than a letter or digit.`,
    `${table}: line 6: More than 36 characters.`,
    `${base}: shop.shopName: shop-name.character: The ☃ is outside the SEPA extended character set.`,
    `${base}: street: field.unknown: Unknown field.`,
    'Nothing was written.',
  ]);
  expect(existsSync(out)).toBe(false);
});

test.each([
  ['a base that names a POS', { ...shops, pos: { posId: 'TILL1' } }, [], 'pos.posId: the table names the POS'],
  ['a key beside new ones', shops, ['--new-keys'], 'keys.signingKey: each terminal gets a new one'],
  ['a base without a key', { ...shops, keys: apiKeyOnly }, [], 'keys.signingKey: field.required'],
  ['a base that is no JSON', '{"service": ,', [], 'line 1, column 13: json.syntax'],
  ['a base of another shape', '[]', [], 'the whole file: field.type'],
  [
    'a passphrase that is short',
    shops,
    ['--passphrase-from-stdin'],
    '--passphrase-from-stdin: passphrase of fewer than 12',
  ],
])('reports %s and writes no file', (_what, base, more, told) => {
  const { status, stderr } = make(base, 'TILL1\n', more, 'short\n');
  expect(status).toBe(2);
  expect(stderr).toContain(told);
  expect(existsSync(out)).toBe(false);
});

test('names a file in place of the output folder', () => {
  writeFileSync(out, 'mine');
  expect(make(shops, 'TILL1\n').stderr).toBe(`${out}: not a folder.\nNothing was written.\n`);
  const below = join(out, 'below');
  const words = ['new', `--base=${join(folder, 'base.json')}`, `--table=${join(folder, 'tills.csv')}`];
  expect(run([...words, `--out=${below}`]).stderr).toContain(`${below}: `);
  expect(readFileSync(out, 'utf8')).toBe('mine');
});

test('refuses all files when any would be replaced', () => {
  make(shops, 'TILL2\n');
  const before = made('provision-TILL2.json');
  const { status, stderr } = make({ ...shops, shop: { shopId: 'S9', shopName: 'Elsewhere' } }, 'TILL1\nTILL2\n');
  expect(status).toBe(2);
  expect(stderr).toContain(`${join(out, 'provision-TILL2.json')}: file exists and is never replaced.`);
  expect(readdirSync(out)).toEqual(['provision-TILL2.json']);
  expect(made('provision-TILL2.json')).toBe(before);
});

test.each([
  ['no command', [], 2, 'Command required: new'],
  ['nothing named', ['new'], 2, '--base, --table and --out required.'],
  ['an option that there is none of', ['new', '--pin=1234'], 2, "Unknown option '--pin'"],
  [
    'a base that is not there',
    ['new', '--base=none.json', '--table=none.csv', '--out=out'],
    1,
    'none.csv does not exist',
  ],
])('reports %s', (_what, words, status, told) => {
  const ended = run(words);
  expect(ended.status).toBe(status);
  expect(ended.stderr).toContain(told);
});

test('help describes each option', () => {
  const { status, stdout } = run(['--help']);
  expect(status).toBe(0);
  for (const option of ['--base', '--table', '--out', '--new-keys', '--passphrase-from-stdin'])
    expect(stdout).toContain(option);
});
