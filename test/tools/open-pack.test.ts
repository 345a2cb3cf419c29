import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSupportKey, sealedPack } from '../../main/support/pack/support-key.ts';

/** `npm run open-pack`, run on the command line as support does. */

const ZIP = Buffer.from('PK\u{3}\u{4} all that is in a pack');

let folder: string;
let out: string;
/** Private keys by kind. */
const keys = new Map<string, JWK>();
const packs = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-open-pack-'));
  out = join(folder, 'out.zip');
  for (const [kind, alg, crv] of [
    ['ec', 'ECDH-ES', 'P-256'],
    ['okp', 'ECDH-ES', 'X25519'],
    ['rsa', 'RSA-OAEP-256', undefined],
    ['other', 'ECDH-ES', 'P-256'],
  ] as const) {
    const pair = await generateKeyPair(alg, { extractable: true, ...(crv && { crv }) });
    keys.set(kind, { ...(await exportJWK(pair.privateKey)), kid: `${kind}-2026` });
    const shown = { ...(await exportJWK(pair.publicKey)), kid: `${kind}-2026` };
    const sealed = await sealedPack(ZIP, await readSupportKey(JSON.stringify(shown)));
    packs.set(kind, write(`${kind}.zip.jwe`, Buffer.from(sealed)));
    write(`${kind}.jwk`, JSON.stringify(keys.get(kind)));
    write(`${kind}-public.jwk`, JSON.stringify(shown));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(out, { force: true }));

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function run(...words: readonly string[]) {
  const tool = join(import.meta.dirname, '..', '..', 'tools', 'open-pack.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

const open = (pack: string, key: string) => run(pack, '--key', key, '--out', out);
const at = (name: string) => join(folder, name);

test.each(['ec', 'okp', 'rsa'])('opens a pack encrypted to a key of kind %s', (kind) => {
  expect(open(at(`${kind}.zip.jwe`), at(`${kind}.jwk`))).toEqual({ status: 0, stdout: `${out}\n`, stderr: '' });
  expect(readFileSync(out)).toEqual(ZIP);
});

test('writes the zip next to the pack without replacing files', () => {
  expect(run(at('ec.zip.jwe'), '--key', at('ec.jwk'))).toMatchObject({ status: 0, stdout: `${at('ec.zip')}\n` });
  writeFileSync(at('ec.zip'), 'mine');
  const again = run(at('ec.zip.jwe'), '--key', at('ec.jwk'));
  expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('is never replaced') });
  expect(readFileSync(at('ec.zip'), 'utf8')).toBe('mine');
});

const bad: readonly (readonly [string, () => readonly [pack: string, key: string], number, string])[] = [
  [
    'another key',
    () => [at('ec.zip.jwe'), at('other.jwk')],
    2,
    'does not open with this key: encrypted for key "ec-2026"',
  ],
  ['a key of another kind', () => [at('ec.zip.jwe'), at('rsa.jwk')], 2, 'key'],
  ['the public key', () => [at('ec.zip.jwe'), at('ec-public.jwk')], 2, 'the private key is required'],
  ['a key that is none', () => [at('ec.zip.jwe'), write('no.jwk', '-----BEGIN')], 2, 'not a JWK'],
  ['a damaged key', () => [at('ec.zip.jwe'), write('d.jwk', '{"kty":"EC","d":"x"}')], 2, 'unusable key'],
  ['no such key', () => [at('ec.zip.jwe'), at('gone.jwk')], 1, 'does not exist'],
  ['no such pack', () => [at('gone.jwe'), at('ec.jwk')], 1, 'does not exist'],
  ['a folder', () => [folder, at('ec.jwk')], 1, 'is a folder'],
  ['an empty pack', () => [write('empty.jwe', ''), at('ec.jwk')], 1, 'is empty'],
  ['a pack that is not encrypted', () => [write('plain.zip', ZIP), at('ec.jwk')], 2, 'open it directly'],
  ['a text', () => [write('text.jwe', 'no pack at all'), at('ec.jwk')], 2, 'not an encrypted support pack'],
  ['a pack that was cut off', () => [write('cut.jwe', packText().slice(0, -30)), at('ec.jwk')], 2, 'truncated'],
  ['a pack cut off early', () => [write('short.jwe', packText().slice(0, 200)), at('ec.jwk')], 2, 'truncated'],
];

test.each(bad)('%s: gives its own message and writes no file', (_what, given, status, message) => {
  const [pack, key] = given();
  expect(open(pack, key)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
  expect(existsSync(out)).toBe(false);
});

test('refuses foreign encrypted files and wrong options', async () => {
  const { d: _d, ...shown } = keys.get('ec') ?? {};
  const jwe = await new CompactEncrypt(ZIP)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' })
    .encrypt(await importJWK(shown, 'ECDH-ES'));
  expect(open(write('foreign.jwe', jwe), at('ec.jwk'))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      'not the encryption of a Tillmate support pack ({"alg":"ECDH-ES","enc":"A128GCM"})',
    ),
  });
  expect(run(at('ec.zip.jwe'))).toMatchObject({ status: 2, stderr: expect.stringContaining('--key') });
  expect(run('--what')).toMatchObject({ status: 2, stderr: expect.stringContaining('--what') });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run open-pack') });
  const nowhere = run(at('ec.zip.jwe'), '--key', at('ec.jwk'), '--out', at('gone/out.zip'));
  expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') });
});

function packText(): string {
  return readFileSync(packs.get('ec') ?? '', 'utf8');
}
