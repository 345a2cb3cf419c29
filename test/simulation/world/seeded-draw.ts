import { SeededRandom } from '../../base/seeded-random.ts';

/** The world's only source of randomness. All parts draw in the order of events. */
export class SeededDraw {
  readonly #random: SeededRandom;

  constructor(seed: number) {
    // Otherwise neighbouring seeds would begin with similar draws.
    this.#random = new SeededRandom(Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1));
    this.#random.next();
  }

  chance(probability: number): boolean {
    return this.#random.next() < probability;
  }

  between(from: number, to: number): number {
    return from + Math.floor(this.#random.next() * (to - from + 1));
  }

  of<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  /** Draws one of the names by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][];
    let left = this.#random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new RangeError('There are no weights to draw by.');
  }

  /** Returns a separate source for one part of the world: its draws do not change other draws. */
  stream(): SeededRandom {
    return new SeededRandom(this.between(0, 2 ** 31));
  }
}
