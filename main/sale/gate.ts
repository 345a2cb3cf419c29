/** Lets so many tasks run at once; the others wait for their turn, first come first served. */
export class Gate {
  readonly #width: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  async through<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      const successor = this.#waiting.shift();
      if (successor === undefined) this.#running -= 1;
      else successor();
    }
  }
}
