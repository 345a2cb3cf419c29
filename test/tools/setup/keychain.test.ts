import { expect, test } from 'vitest';
import { stillHolds } from '../../../tools/setup/keychain.mjs';

const hour = 3_600_000;
const refusal = { at: 1_000 * hour, lacking: 'libsecret', lines: ['x'] };
const facts = { lacking: 'libsecret', now: refusal.at + hour };

test('a start soon after a failed try does not wait for another one', () => {
  expect(stillHolds(refusal, facts)).toBe(true);
});

test('what was installed since is a reason to try again, and so is a day, or a clock that was wrong', () => {
  expect(stillHolds(refusal, { ...facts, lacking: '' })).toBe(false);
  expect(stillHolds(refusal, { ...facts, now: refusal.at + 25 * hour })).toBe(false);
  expect(stillHolds(refusal, { ...facts, now: refusal.at - hour })).toBe(false);
});
