import type { Random } from '../../main/base/clock.ts';

/** Random numbers from a seed (mulberry32): the same each time. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  uuid(): string {
    const digits = Array.from({ length: 32 }, () => Math.floor(this.next() * 16).toString(16));
    digits[12] = '4';
    digits[16] = (8 + Math.floor(this.next() * 4)).toString(16);
    const hex = digits.join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}
