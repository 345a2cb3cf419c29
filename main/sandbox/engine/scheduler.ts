import type { Clock } from '../clock.ts';

/** What is to happen at which time of the wall clock. One timer runs for the earliest. */
export interface Scheduler {
  /** Runs `task` at `at` (ms since the epoch), or at the next look when that is past. */
  schedule(at: number, task: () => void): void;
  /** Does what is due. Called before each answer too, so that a clock that jumped is obeyed at once. */
  runDue(): void;
  close(): void;
}

/** A timer never waits longer than this, so that a wall clock that jumps is noticed. */
const LONGEST_WAIT_MS = 60_000;

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
}

export function createScheduler(clock: Clock): Scheduler {
  const heap: Entry[] = [];
  let order = 0;
  let stopTimer: (() => void) | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let closed = false;

  const arm = () => {
    const first = heap[0];
    if (closed || !first || first.at >= timerAt) return;
    stopTimer?.();
    timerAt = first.at;
    const wait = Math.min(Math.max(first.at - clock.now(), 0), LONGEST_WAIT_MS);
    stopTimer = clock.after(wait, () => {
      timerAt = Number.POSITIVE_INFINITY;
      stopTimer = undefined;
      runDue();
    });
  };

  const runDue = () => {
    for (let first = heap[0]; first && !closed && first.at <= clock.now(); first = heap[0]) {
      pop(heap);
      first.task();
    }
    arm();
  };

  return {
    schedule(at, task) {
      if (closed) return;
      push(heap, { at, order: order++, task });
      arm();
    },
    runDue,
    close() {
      closed = true;
      stopTimer?.();
      heap.length = 0;
    },
  };
}

function before(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (!parent || !before(entry, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    const next = left && right && before(right, left) ? right : left;
    if (!next || !before(next, last)) break;
    heap[at] = next;
    at = next === left ? 2 * at + 1 : 2 * at + 2;
  }
  heap[at] = last;
}
