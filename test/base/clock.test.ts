import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { afterAwake, systemClock } from '../../main/base/clock.ts';
import { VirtualClock } from './virtual-clock.ts';

test('what came while the process was held up is heard before its time is over', async () => {
  const order: string[] = [];
  const over = new Promise<void>((resolve) => {
    afterAwake(systemClock, 250, () => {
      order.push('over');
      resolve();
    });
  });
  const answered = readFile(import.meta.filename).then(() => order.push('answered'));
  const until = performance.now() + 400;
  while (performance.now() < until);
  await Promise.all([over, answered]);
  expect(order).toEqual(['answered', 'over']);
});

test('of a process that runs it is over when the time is, and never once it is called off', async () => {
  const clock = new VirtualClock();
  const over: string[] = [];
  afterAwake(clock, 5_000, () => over.push('one'));
  const callOff = afterAwake(clock, 5_000, () => over.push('other'));
  await clock.advance(4_999);
  expect(over).toEqual([]);
  callOff();
  await clock.advance(1);
  expect([over, clock.pending]).toEqual([['one'], 0]);
});
