interface Entry {
  readonly at: number;
  readonly order: number;
  task: (() => void) | undefined;
}

/**
 * The one time of a simulated world, ms since it began. What falls due runs in order, and everything that a promise
 * makes of it has settled before the next: nothing in the world is asynchronous but through here.
 */
export class Timeline {
  #now = 0;
  #order = 0;
  #events = 0;
  readonly #heap: Entry[] = [];

  get now(): number {
    return this.#now;
  }

  /** How many things have happened. */
  get events(): number {
    return this.#events;
  }

  /** Runs `task` in `ms`; the answer cancels it. */
  after(ms: number, task: () => void): () => void {
    const entry: Entry = { at: this.#now + Math.max(0, ms), order: this.#order, task };
    this.#order += 1;
    push(this.#heap, entry);
    return () => {
      entry.task = undefined;
    };
  }

  /** Lets time pass to `until`, or until `over` says so after something has happened. */
  async run(until: number, over: () => boolean): Promise<void> {
    await settle();
    for (let first = this.#heap[0]; first !== undefined && first.at <= until; first = this.#heap[0]) {
      pop(this.#heap);
      const { task } = first;
      if (task === undefined) continue;
      this.#now = Math.max(this.#now, first.at);
      this.#events += 1;
      task();
      await settle();
      if (over()) return;
    }
    this.#now = Math.max(this.#now, until);
  }
}

/** A macrotask comes after every promise that is ready, and after those that they make ready. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function before(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !before(entry, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    const next = left !== undefined && right !== undefined && before(right, left) ? right : left;
    if (next === undefined || !before(next, last)) break;
    heap[at] = next;
    at = next === left ? 2 * at + 1 : 2 * at + 2;
  }
  heap[at] = last;
}
