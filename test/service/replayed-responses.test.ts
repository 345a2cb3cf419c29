import { expect, test } from 'vitest';
import { createReplayGuard } from '../../main/service/replayed-responses.ts';

const proof = (jti: string, rememberUntil = 1_000) => ({ kid: 'k', jti, issuedAt: 0, rememberUntil });

test('a signed message counts once while it is within tolerance', () => {
  const guard = createReplayGuard();
  expect(guard.repeated(proof('a'), 0)).toBe(false);
  expect(guard.repeated(proof('a'), 1_000)).toBe(true);
  expect(guard.repeated(proof('b'), 1_000)).toBe(false);
});

test('what is out of tolerance is forgotten, since its time of issue refuses it', () => {
  const guard = createReplayGuard();
  guard.repeated(proof('a', 10), 0);
  expect(guard.repeated(proof('a', 2_000), 11)).toBe(false);
  expect(guard.repeated(proof('a', 2_000), 12)).toBe(true);
});

test('its memory is bounded', () => {
  const guard = createReplayGuard();
  for (let count = 0; count <= 20_000; count += 1) guard.repeated(proof(`jti-${count}`), 0);
  expect(guard.repeated(proof('jti-20000'), 0)).toBe(true);
  expect(guard.repeated(proof('jti-0'), 0)).toBe(false);
});
