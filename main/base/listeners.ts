export class Listeners {
  readonly #all = new Set<() => void>();

  /** Returns a function that unsubscribes. */
  readonly add = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  readonly notify = (): void => {
    for (const listener of [...this.#all]) listener();
  };
}
