import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPieces, readHead, sealPieces } from '../../main/backup/sealed-pieces.ts';
import { TillError } from '../../main/base/till-error.ts';
import { type BackupKey, keyByPassphrase, newBackupKey } from '../../main/identity/backup-key.ts';

const PASSPHRASE = 'drie appels en een peer';
let key: BackupKey;
beforeAll(async () => {
  key = await newBackupKey(PASSPHRASE);
});

async function* given(...parts: readonly Uint8Array[]) {
  yield* parts;
}

async function linesOf(content: Uint8Array): Promise<Buffer[]> {
  const lines: Buffer[] = [];
  for await (const line of sealPieces(given(content), key)) lines.push(Buffer.from(line));
  return lines;
}

async function opened(file: Uint8Array, by: BackupKey = key): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of openPieces(await readHead(given(file)), Buffer.from(by.key, 'base64url'))) parts.push(part);
  return Buffer.concat(parts);
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (thrown: unknown) => (thrown instanceof TillError ? thrown.code : String(thrown)),
  );

/** Two whole pieces and a bit. */
const CONTENT = randomBytes(512 * 1024 * 2 + 77);

test.each([0, 1, 512 * 1024 - 1, 512 * 1024, 512 * 1024 + 1])('%i bytes are restored unchanged', async (length) => {
  const content = randomBytes(length);
  expect((await opened(Buffer.concat(await linesOf(content)))).equals(content)).toBe(true);
});

test('a wrong passphrase is distinguished from damage', async () => {
  expect(await codeOf(keyByPassphrase(key.wrapped, 'vier appels en een peer'))).toBe('passphrase.wrong');
  expect(await codeOf(keyByPassphrase('eyJhbGciOiJub25lIn0', PASSPHRASE))).toBe('backup.damaged');
});

test('two backups of the same content share no piece', async () => {
  const [one, other] = [await linesOf(CONTENT), await linesOf(CONTENT)];
  expect(one.slice(1).some((line, place) => other[place + 1]?.equals(line))).toBe(false);
});

describe('the kind of change is reported:', () => {
  let lines: readonly Buffer[];
  beforeAll(async () => {
    lines = await linesOf(CONTENT);
  });
  const head = (change: (head: Record<string, unknown>) => object) => () => {
    const [first, ...rest] = lines;
    const changed = change(JSON.parse(String(first)) as Record<string, unknown>);
    return Buffer.concat([Buffer.from(`${JSON.stringify(changed)}\n`), ...rest]);
  };
  const whole = () => Buffer.concat([...lines]);
  const of = (places: readonly number[]) => () => Buffer.concat(places.map((place) => lines[place] ?? Buffer.alloc(0)));

  test.each<[string, string, () => Uint8Array]>([
    ['an empty file', 'backup.foreign', () => Buffer.alloc(0)],
    ['a megabyte of noise', 'backup.foreign', () => randomBytes(1_000_000)],
    ['a text of one line', 'backup.foreign', () => Buffer.from('Dear reader')],
    ['JSON of another shape', 'backup.foreign', () => Buffer.from('{"version":4,"terminalId":"x"}\n')],
    ['a backup of a later version', 'backup.too-new', head((one) => ({ ...one, version: 2 }))],
    ['a head without its keys', 'backup.damaged', head(({ key: _key, ...one }) => one)],
    ['a head with another key', 'backup.damaged', head((one) => ({ ...one, key: String(one['passphrase']) }))],
    ['the head alone', 'backup.cut-off', of([0])],
    ['the last piece gone', 'backup.cut-off', of([0, 1, 2])],
    ['cut within a piece', 'backup.cut-off', () => whole().subarray(0, whole().length - 100)],
    ['a piece left out', 'backup.damaged', of([0, 1, 3])],
    ['two pieces changed about', 'backup.damaged', of([0, 2, 1, 3])],
    ['a piece twice', 'backup.damaged', of([0, 1, 1, 2, 3])],
    ['something after the last piece', 'backup.damaged', of([0, 1, 2, 3, 3])],
  ])('%s', async (_name, code, file) => {
    expect(await codeOf(opened(file()))).toBe(code);
  });

  test('a single changed bit in a piece', async () => {
    for (const place of [1, 2, 3]) {
      const file = lines.map((line) => Buffer.from(line));
      const piece = file[place];
      if (piece === undefined) throw new Error('there is no such piece');
      piece.writeUInt8(piece.readUInt8(200) ^ 1, 200);
      expect(await codeOf(opened(Buffer.concat(file)))).toBe('backup.damaged');
    }
  });

  test('a piece of a different backup', async () => {
    const other = await linesOf(CONTENT);
    expect(await codeOf(opened(Buffer.concat([...lines.slice(0, 2), ...other.slice(2)])))).toBe('backup.damaged');
  });
});
