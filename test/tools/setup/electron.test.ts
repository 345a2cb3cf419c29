import { expect, test } from 'vitest';
import { shouldTry } from '../../../tools/setup/electron.mjs';

const hour = 3_600_000;
const refused = { version: '45.4.1', at: 1_000 * hour };
const facts = { version: '45.4.1', refusal: refused, now: refused.at + hour, asked: false, env: {} };

test.each<readonly [string, Partial<typeof facts | { refusal: undefined }>, boolean]>([
  ['the first start asks for Electron', { refusal: undefined }, true],
  ['a start an hour after a refusal does not wait for it again', {}, false],
  ['a day later it tries again', { now: refused.at + 25 * hour }, true],
  ['another version of Electron is asked for at once', { version: '46.0.0' }, true],
  ['a refusal from the future, written under a wrong clock, does not hold', { now: refused.at - hour }, true],
])('%s', (_what, change, tries) => {
  expect(shouldTry({ ...facts, ...change })).toBe(tries);
});

test('an explicit request tries even with downloads disabled', () => {
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
  expect(shouldTry({ ...facts, env, refusal: undefined })).toBe(false);
  expect(shouldTry({ ...facts, env, asked: true })).toBe(true);
});
