import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { decryptWithPassphrase, encryptForPassphrase, looksEncrypted } from '../../main/identity/passphrase-file.ts';
import { PASSPHRASE_ROUNDS } from './cheap-guesses.ts';

const PASSPHRASE = 'correct horse battery';
const TYP = 'tillmate-test+jwe';
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (words: string) => new TextEncoder().encode(words);
let ours: string;
let file: string;
beforeAll(async () => {
  ours = await encryptForPassphrase(bytes('{"key":"kept"}'), PASSPHRASE, TYP);
  file = await encrypted({});
});

const open = (jwe: string, passphrase = PASSPHRASE, typ = TYP) =>
  decryptWithPassphrase(jwe, passphrase, typ).then(text);
const refused = (code: string) => expect.objectContaining({ code }) as Error;

const withPart = (place: number, change: (part: string) => string) =>
  file
    .split('.')
    .map((part, index) => (index === place ? change(part) : part))
    .join('.');
const flipped = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
const encrypted = (header: object, p2c = 1_000) =>
  new CompactEncrypt(bytes('{"key":"kept"}'))
    .setProtectedHeader({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', typ: TYP, ...header })
    .setKeyManagementParameters({ p2c })
    .encrypt(bytes(PASSPHRASE));

test('decrypts with the passphrase, ignoring surrounding whitespace', async () => {
  expect(ours).not.toContain('kept');
  expect(looksEncrypted(ours)).toBe(true);
  expect(await open(`\r\n${ours}\n`)).toBe('{"key":"kept"}');
});

test('the file is standard JWE and states its round count', async () => {
  expect(decodeProtectedHeader(ours)).toMatchObject({
    alg: 'PBES2-HS512+A256KW',
    enc: 'A256GCM',
    typ: TYP,
    p2c: PASSPHRASE_ROUNDS,
  });
  const options = { keyManagementAlgorithms: ['PBES2-HS512+A256KW'], maxPBES2Count: PASSPHRASE_ROUNDS };
  expect(text((await compactDecrypt(ours, bytes(PASSPHRASE), options)).plaintext)).toBe('{"key":"kept"}');
});

test('normalises accents in the passphrase', async () => {
  const accented = await encryptForPassphrase(bytes('{}'), 'un café très long'.normalize('NFD'), TYP);
  expect(await open(accented, 'un café très long'.normalize('NFC'))).toBe('{}');
});

test('refuses passphrases under 12 characters', async () => {
  await expect(encryptForPassphrase(bytes('{}'), '12345678901', TYP)).rejects.toMatchObject({
    code: 'passphrase.short',
    values: { min: 12 },
  });
  await expect(encryptForPassphrase(bytes('{}'), '😀'.repeat(6), TYP)).rejects.toThrow(refused('passphrase.short'));
});

test.each(['wrong horse battery', '', `${PASSPHRASE} `])('reports a wrong passphrase: %j', async (passphrase) => {
  await expect(open(file, passphrase)).rejects.toThrow(refused('passphrase.wrong'));
});

test.each([
  ['cut off in its content', () => file.slice(0, file.lastIndexOf('.') - 3)],
  ['cut off in its tag', () => file.slice(0, -4)],
  ['cut off in its header', () => file.slice(0, 30)],
  ['altered in its content', () => withPart(3, flipped)],
  ['altered in its tag', () => withPart(4, flipped)],
  ['with a tag that says less', () => withPart(4, (tag) => tag.slice(0, 8))],
  ['with characters that do not belong there', () => withPart(3, () => '%%%')],
  ['with a part too many', () => `${file}.AAAA`],
  ['with a header that is no JSON', () => withPart(0, (header) => header.slice(0, -4))],
])('a file %s is reported as damaged', async (_how, change) => {
  await expect(open(change())).rejects.toThrow(refused('file.damaged'));
});

test('a file with an altered key does not open', async () => {
  await expect(open(withPart(1, flipped))).rejects.toThrow(refused('passphrase.wrong'));
});

test.each([
  ['plain JSON', async () => '{"key":"kept"}'],
  ['nothing', async () => ''],
  ['noise', async () => '\u0000\u0001'.repeat(1_000)],
  ['one of another kind', async () => encryptForPassphrase(bytes('{}'), PASSPHRASE, 'tillmate-other+jwe')],
  ['one with a weaker algorithm', async () => encrypted({ alg: 'PBES2-HS256+A128KW' })],
  ['one with another encryption', async () => encrypted({ enc: 'A128CBC-HS256' })],
  ['one that would unpack to something else', async () => encrypted({ zip: 'DEF' })],
  ['one with a member that must be understood', async () => withPart(0, () => header({ crit: ['exp'], exp: 1 }))],
])('%s is reported as the wrong kind', async (_what, make) => {
  await expect(open(await make())).rejects.toThrow(refused('file.wrong-kind'));
});

test.each([2_000_001, 2_000_000_000])('refuses a file with %i rounds at once', async (p2c) => {
  // Two billion rounds take a quarter of an hour: the test would time out if the file were not refused beforehand.
  await expect(open(withPart(0, () => header({ p2c })))).rejects.toThrow(refused('file.wrong-kind'));
});

test('opens a file of another tool with fewer rounds', async () => {
  expect(await open(file)).toBe('{"key":"kept"}');
});

function header(members: object): string {
  return Buffer.from(JSON.stringify({ ...decodeProtectedHeader(file), ...members })).toString('base64url');
}
