import { expect, test } from 'vitest';
import { createSnapshotStore } from '../../../renderer/ui/snapshot-store.ts';
import { timeLeftNow } from '../../../renderer/ui/use-now.ts';

test('a late response does not replace a newer pushed snapshot', () => {
  const store = createSnapshotStore<{ seq: number }>(() => 7);
  store.getState().accept({ seq: 5 });
  const held = store.getState();
  for (const seq of [4, 5]) store.getState().accept({ seq });
  expect(store.getState()).toBe(held);
  expect(store.getState()).toMatchObject({ snapshot: { seq: 5 }, receivedAt: 7 });
});

test('reports a refused first call only without a snapshot', () => {
  const store = createSnapshotStore<{ seq: number }>(() => 0);
  const error = { code: 'internal', message: '', retryable: true };
  store.getState().refuse(error);
  expect(store.getState().refused).toEqual(error);
  store.getState().accept({ seq: 1 });
  store.getState().refuse(error);
  expect(store.getState()).toMatchObject({ refused: null, snapshot: { seq: 1 } });
});

test('time left counts from arrival and stops at zero', () => {
  expect(timeLeftNow(10_000, 1_000, 4_000)).toBe(7_000);
  expect(timeLeftNow(10_000, 1_000, 60_000)).toBe(0);
  expect(timeLeftNow(10_000, 1_000, 900)).toBe(10_000);
});
