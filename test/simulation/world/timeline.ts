import TinyQueue from 'tinyqueue';

interface Entry {
  readonly at: number;
  readonly order: number;
  task: (() => void) | undefined;
}

/**
 * The only time of a simulated world, in ms since its start. Due tasks run in order, and all resulting promises settle
 * before the next task. Nothing else in the world is asynchronous.
 */
export class Timeline {
  #now = 0;
  #order = 0;
  #events = 0;
  readonly #queue = new TinyQueue<Entry>([], byTime);

  get now(): number {
    return this.#now;
  }

  get events(): number {
    return this.#events;
  }

  /** Runs `task` in `ms`; the returned function cancels the task. */
  after(ms: number, task: () => void): () => void {
    const entry: Entry = { at: this.#now + Math.max(0, ms), order: this.#order, task };
    this.#order += 1;
    this.#queue.push(entry);
    return () => {
      entry.task = undefined;
    };
  }

  /** Advances time to `until`, or until `over` returns true after a task. */
  async run(until: number, over: () => boolean): Promise<void> {
    await settle();
    for (let first = this.#queue.peek(); first !== undefined && first.at <= until; first = this.#queue.peek()) {
      this.#queue.pop();
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

/** A macrotask runs after every ready promise and all promises that become ready by them. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function byTime(one: Entry, other: Entry): number {
  return one.at - other.at || one.order - other.order;
}
