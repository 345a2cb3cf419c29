import { expect, test } from 'vitest';
import { createSnapshots } from '../../main/windows/push-snapshots.ts';
import {
  type DisplaySnapshot,
  displaySnapshot,
  type TillSnapshot,
  tillSnapshot,
} from '../../preload/contract/views.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { till as sampleTill } from '../page/sample-snapshots.ts';

const { seq: _seq, at: _at, ...state } = sampleTill();

async function windows(ready = Promise.resolve()) {
  const till: TillSnapshot[] = [];
  const display: DisplaySnapshot[] = [];
  let later: (() => void)[] = [];
  let failing = false;
  const snapshots = createSnapshots({
    clock: new VirtualClock(),
    ready,
    state: () => state,
    languages: { display: () => 'en', displayShows: () => undefined },
    showTill: (snapshot) => void till.push(snapshot),
    showDisplay: (snapshot) => {
      if (failing) throw new Error('The window is gone');
      display.push(snapshot);
    },
    defer: (task) => void later.push(task),
  });
  const settle = () => {
    const tasks = later;
    later = [];
    for (const task of tasks) task();
  };
  await Promise.resolve();
  const fail = (fails: boolean) => {
    failing = fails;
  };
  return { snapshots, till, display, settle, fail };
}

test('pushes the next change after a failed push', async () => {
  const { snapshots, till, settle, fail } = await windows();
  fail(true);
  snapshots.changed();
  expect(settle).toThrow('gone');
  fail(false);
  snapshots.changed();
  settle();
  expect(till).toHaveLength(1);
});

test('combines simultaneous changes into a single snapshot', async () => {
  const { snapshots, till, display, settle } = await windows();
  snapshots.changed();
  snapshots.changed();
  expect(till).toHaveLength(0);
  settle();
  expect([till.length, display.length]).toEqual([1, 1]);
  snapshots.changed();
  settle();
  expect(till).toHaveLength(2);
});

test('numbers pushed and requested snapshots in increasing order', async () => {
  const { snapshots, till, settle } = await windows();
  const first = snapshots.till();
  snapshots.changed();
  settle();
  expect(till[0]?.seq).toBeGreaterThan(first.seq);
  expect(snapshots.display().seq).toBeGreaterThan(till[0]?.seq ?? 0);
});

test('pushes snapshots that match the contract', async () => {
  const { snapshots } = await windows();
  expect(tillSnapshot.parse(snapshots.till()).terminal.posId).toBe('TILL42');
  expect(displaySnapshot.parse(snapshots.display()).scene).toEqual({ kind: 'idle' });
});

test('pushes nothing before the till and its roles are ready', async () => {
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();
  const { snapshots, till, display, settle } = await windows(ready);
  snapshots.changed();
  settle();
  expect([till.length, display.length]).toEqual([0, 0]);
  becomeReady();
  await ready;
  snapshots.changed();
  settle();
  expect([till.length, display.length]).toEqual([1, 1]);
});

test('pushes nothing after the end', async () => {
  const { snapshots, till, settle } = await windows();
  snapshots.changed();
  snapshots.stop();
  settle();
  expect(till).toHaveLength(0);
});
