import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ErrorView } from '../../preload/contract/views.ts';

/** The newest snapshot of a window, and when it arrived (ms on the window's monotonic clock). */
export interface SnapshotState<Snapshot> {
  readonly snapshot: Snapshot | null;
  readonly receivedAt: number;
  /** Why the first snapshot is missing. */
  readonly refused: ErrorView | null;
  accept(snapshot: Snapshot): void;
  refuse(error: ErrorView): void;
}

export type SnapshotStore<Snapshot> = StoreApi<SnapshotState<Snapshot>>;

/** Keeps the highest `seq`: the response to the first call may arrive after a newer push. */
export function createSnapshotStore<Snapshot extends { readonly seq: number }>(
  now: () => number,
): SnapshotStore<Snapshot> {
  return createStore<SnapshotState<Snapshot>>()((set, get) => ({
    snapshot: null,
    receivedAt: 0,
    refused: null,
    accept(snapshot) {
      const held = get().snapshot;
      if (held !== null && snapshot.seq <= held.seq) return;
      set({ snapshot, receivedAt: now(), refused: null });
    },
    refuse(error) {
      if (get().snapshot === null) set({ refused: error });
    },
  }));
}
