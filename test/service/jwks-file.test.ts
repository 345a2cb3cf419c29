import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { createJwksFile } from '../../main/service/jwks-file.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { notingLog } from '../base/noting-log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const seal = { key: randomBytes(32), terminalId: 'a-terminal' };

function memory(path = join(folder, 'keys.json'), by = seal) {
  const warnings: unknown[] = [];
  const log = notingLog((_message, fields) => void warnings.push(fields));
  return { ...createJwksFile(path, by, log), warnings };
}

const kept = { url: 'https://service.example/jwks.json', fetchedAt: 1_773_051_330_250, keys: [{ kid: 'a', x: 1 }] };

test('restores the stored keys and leaves no temporary file', () => {
  memory().write(kept);
  expect(memory().read()).toEqual(kept);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('reads nothing and logs nothing on the first run', () => {
  const { read, warnings } = memory();
  expect(read()).toBeUndefined();
  expect(warnings).toEqual([]);
});

test.each(['', '{', '[]', '{"url":1}'])('ignores a file of %j and logs a warning', (text) => {
  writeFileSync(join(folder, 'keys.json'), text);
  const { read, warnings } = memory();
  expect(read()).toBeUndefined();
  expect(warnings).toHaveLength(1);
});

test.each<readonly [string, object]>([
  ['a key was added', { keys: [...kept.keys, { kid: 'planted' }] }],
  ['they were made to look fresh', { fetchedAt: kept.fetchedAt + 1 }],
  ['they are those of another address', { url: 'https://elsewhere.example/jwks.json' }],
  ['the seal is another one', { mac: randomBytes(32).toString('base64url') }],
  ['an earlier version kept them, without a seal', { mac: undefined }],
])('ignores the stored keys with a warning where %s', (_what, change) => {
  const path = join(folder, 'keys.json');
  memory().write(kept);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }));
  const { read, write, warnings } = memory();
  expect(read()).toBeUndefined();
  expect(warnings).toMatchObject([{ thrown: expect.any(Error) }]);
  write(kept);
  expect(memory().read()).toEqual(kept);
});

test('does not trust a key planted in the file', async () => {
  const { url } = kept;
  const { kid, kty, crv, x, y } = makeSigningKey('planted');
  const planted = { kid, kty, crv, x, y };
  const cacheOver = (by: typeof seal) => {
    memory(undefined, by).write({ url, fetchedAt: Date.now(), keys: [planted] });
    const asked: string[] = [];
    const transport = {
      async send({ path }: { readonly path: string }): Promise<never> {
        asked.push(path);
        throw new Error('away');
      },
      close: async () => undefined,
    };
    const silent = { info: () => undefined, warn: () => undefined };
    return { cache: new JwksCache({ url, transport, clock: systemClock, log: silent, memory: memory() }), asked };
  };
  // Keys sealed by this till are used without the network.
  const own = cacheOver(seal);
  expect((await own.cache.find('planted')).jwk.kid).toBe('planted');
  expect(own.asked).toEqual([]);
  const forged = cacheOver({ ...seal, key: randomBytes(32) });
  await expect(forged.cache.find('planted')).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
  expect(forged.asked).toEqual(['/jwks.json']);
});

test.each([
  ['terminal', { ...seal, terminalId: 'another' }],
  ['key', { ...seal, key: randomBytes(32) }],
])('ignores keys sealed for another %s', (_what, other) => {
  memory(undefined, other).write(kept);
  expect(memory().read()).toBeUndefined();
});

test('logs a write failure without throwing', () => {
  const { write, warnings } = memory(join(folder, 'gone', 'keys.json'));
  write(kept);
  expect(warnings).toMatchObject([{ thrown: { code: 'ENOENT' } }]);
});
