import { expect, test } from 'vitest';
import { shouldTry } from '../../../tools/setup/electron.mjs';

const hour = 3_600_000;
const refused = { version: '45.4.1', at: 1_000 * hour };
const facts = { version: '45.4.1', refusal: refused, now: refused.at + hour, asked: false, env: {} };

test('the first start asks for Electron', () => {
  expect(shouldTry({ ...facts, refusal: undefined })).toBe(true);
});

test('a start an hour after a refusal does not wait for it again', () => {
  expect(shouldTry(facts)).toBe(false);
});

test('a day later it tries again', () => {
  expect(shouldTry({ ...facts, now: refused.at + 25 * hour })).toBe(true);
});

test('another version of Electron is asked for at once', () => {
  expect(shouldTry({ ...facts, version: '46.0.0' })).toBe(true);
});

test('a refusal from the future, written under a wrong clock, does not hold', () => {
  expect(shouldTry({ ...facts, now: refused.at - hour })).toBe(true);
});

test('who asks for it gets a try, even where downloads are switched off', () => {
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
  expect(shouldTry({ ...facts, env, refusal: undefined })).toBe(false);
  expect(shouldTry({ ...facts, env, asked: true })).toBe(true);
});
