import { expect, test } from 'vitest';
import { createTurns } from '../../main/reconcile/turns.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';

function turns() {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const state = { isSelling: false };
  const turn = createTurns({ clock, isSelling: () => state.isSelling }, stop.signal);
  return { clock, stop, state, turn };
}

test.each([
  [false, 250],
  [true, 1_000],
])('while selling (%s), requests are %d ms apart', async (isSelling, apartMs) => {
  const { clock, state, turn } = turns();
  state.isSelling = isSelling;
  await turn();
  clock.tick(100);
  void turn();
  await settle();
  expect(clock.nextIn).toBe(apartMs - 100);
  await clock.advance(apartMs - 100);
  void turn();
  await settle();
  expect(clock.nextIn).toBe(apartMs);
});

test('a clock set back does not delay requests', async () => {
  const { clock, turn } = turns();
  await turn();
  clock.jump(-60 * 60_000);
  void turn();
  await settle();
  expect(clock.nextIn).toBe(250);
});

test('no request starts after the stop, waiting or not', async () => {
  const { clock, stop, turn } = turns();
  await turn();
  const waiting = turn();
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  clock.tick(1_000);
  await expect(turn()).rejects.toMatchObject({ code: 'aborted' });
});
