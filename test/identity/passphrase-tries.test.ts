import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { createPassphraseTries } from '../../main/identity/passphrase-tries.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const wrong = () => Promise.reject(new TillError('passphrase.wrong', 'wrong'));

async function tookMs(clock: VirtualClock, outcome: Promise<unknown>): Promise<number> {
  let over = false;
  outcome.catch(() => undefined).finally(() => (over = true));
  const began = clock.now();
  await clock.advance(0);
  while (!over) await clock.advance(500);
  return clock.now() - began;
}

test('delays wrong tries increasingly, until a correct passphrase', async () => {
  const clock = new VirtualClock();
  const tried = createPassphraseTries(clock);
  const times: number[] = [];
  for (let at = 0; at < 8; at += 1) times.push(await tookMs(clock, tried(wrong)));
  expect(times).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000, 32_000]);
  expect(
    await tookMs(
      clock,
      tried(async () => 'right'),
    ),
  ).toBe(0);
  expect(await tookMs(clock, tried(wrong))).toBe(1_000);
});

test('processes concurrent tries in order', async () => {
  const clock = new VirtualClock();
  const tried = createPassphraseTries(clock);
  const all = Promise.allSettled([tried(wrong), tried(wrong), tried(async () => 'right')]);
  expect(await tookMs(clock, all)).toBe(3_000);
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('reports a damaged file without delay', async () => {
  const clock = new VirtualClock();
  const tried = createPassphraseTries(clock);
  const damaged = tried(() => Promise.reject(new TillError('file.damaged', 'cut off')));
  expect(await tookMs(clock, damaged)).toBe(0);
  await expect(damaged).rejects.toMatchObject({ code: 'file.damaged' });
});
