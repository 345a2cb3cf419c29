import { expect, test } from 'vitest';
import { whenLetGo } from '../../../main/sandbox/http/held-file.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';

/** A task that fails `refusals` times, as on Windows when another program holds the file. */
function heldFor(refusals: number) {
  const tries = { made: 0 };
  const task = async () => {
    tries.made += 1;
    if (tries.made <= refusals) throw Object.assign(new Error('EPERM: held'), { code: 'EPERM' });
  };
  return { task, tries };
}

test('on Windows a locked state file is written once released', async () => {
  const { task, tries } = heldFor(3);
  const clock = new VirtualClock();
  const writing = whenLetGo(task, clock, 'win32');
  await clock.advance(200);
  await writing;
  expect(tries.made).toBe(4);
});

test('a locked file fails after two seconds, elsewhere immediately', async () => {
  const stuck = heldFor(Number.POSITIVE_INFINITY);
  const clock = new VirtualClock();
  const outcome = expect(whenLetGo(stuck.task, clock, 'win32')).rejects.toThrow('EPERM: held');
  await clock.advance(2_000);
  await outcome;
  expect(clock.pending).toBe(0);
  const elsewhere = heldFor(1);
  await expect(whenLetGo(elsewhere.task, clock, 'linux')).rejects.toThrow('EPERM: held');
  expect(elsewhere.tries.made).toBe(1);
});
