import { expect, test } from 'vitest';
import { createReplayGuard } from '../../main/service/replayed-responses.ts';

const proof = (jti: string, rememberUntil = 1_000) => ({ kid: 'k', jti, issuedAt: 0, rememberUntil });

test('detects a repeated message within the tolerance', () => {
  const guard = createReplayGuard();
  expect(guard.repeated(proof('a'), 0)).toBe(false);
  expect(guard.repeated(proof('a'), 1_000)).toBe(true);
  expect(guard.repeated(proof('b'), 1_000)).toBe(false);
});

test('forgets messages that are too old to be accepted', () => {
  const guard = createReplayGuard();
  guard.repeated(proof('a', 10), 0);
  expect(guard.repeated(proof('a', 2_000), 11)).toBe(false);
  expect(guard.repeated(proof('a', 2_000), 12)).toBe(true);
});

test('keeps at most 20,000 messages', () => {
  const guard = createReplayGuard();
  for (let count = 0; count <= 20_000; count += 1) guard.repeated(proof(`jti-${count}`), 0);
  expect(guard.repeated(proof('jti-20000'), 0)).toBe(true);
  expect(guard.repeated(proof('jti-0'), 0)).toBe(false);
});
