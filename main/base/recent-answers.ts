import type { Clock } from './clock.ts';

/** Caches the answer to a question for `lastsMs` after its arrival, failures included. */
export class RecentAnswers<T> {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #lastsMs: number;
  readonly #asked = new Map<string, Promise<T>>();
  readonly #answeredAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>, lastsMs: number) {
    this.#clock = clock;
    this.#lastsMs = lastsMs;
  }

  of(question: string, ask: () => Promise<T>): Promise<T> {
    for (const [known, at] of this.#answeredAt)
      if (this.#clock.monotonic() - at >= this.#lastsMs) {
        this.#answeredAt.delete(known);
        this.#asked.delete(known);
      }
    const asked = this.#asked.get(question);
    if (asked !== undefined) return asked;
    const answer = ask().finally(() => this.#answeredAt.set(question, this.#clock.monotonic()));
    this.#asked.set(question, answer);
    return answer;
  }
}
