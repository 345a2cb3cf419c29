import TinyQueue from 'tinyqueue';

interface Entry {
  readonly at: number;
  readonly order: number;
  task: (() => void) | undefined;
}

/**
 * The one time of a simulated world, ms since it began. What falls due runs in order, and every promise that follows
 * from it settles before the next task runs. Nothing else in the world is asynchronous.
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

  /** Runs `task` in `ms`; the answer cancels it. */
  after(ms: number, task: () => void): () => void {
    const entry: Entry = { at: this.#now + Math.max(0, ms), order: this.#order, task };
    this.#order += 1;
    this.#queue.push(entry);
    return () => {
      entry.task = undefined;
    };
  }

  /** Lets time pass to `until`, or until `over` says so after something has happened. */
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

/** A macrotask runs after every promise that is ready, and after those that become ready by them. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function byTime(one: Entry, other: Entry): number {
  return one.at - other.at || one.order - other.order;
}
