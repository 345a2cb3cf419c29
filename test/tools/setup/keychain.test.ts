import { expect, test } from 'vitest';
import { stillHolds } from '../../../tools/setup/keychain.mjs';

const hour = 3_600_000;
const refusal = { at: 1_000 * hour, lacking: 'libsecret', lines: ['x'] };
const facts = { lacking: 'libsecret', now: refusal.at + hour };

test('does not retry soon after a failed attempt', () => {
  expect(stillHolds(refusal, facts)).toBe(true);
});

test('retries after an installation, a day or a clock correction', () => {
  expect(stillHolds(refusal, { ...facts, lacking: '' })).toBe(false);
  expect(stillHolds(refusal, { ...facts, now: refusal.at + 25 * hour })).toBe(false);
  expect(stillHolds(refusal, { ...facts, now: refusal.at - hour })).toBe(false);
});
