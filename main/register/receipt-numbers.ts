import type { Log } from '../base/log.ts';
import { toTillError } from '../base/till-error.ts';

/** A ZVT receipt number has four digits (PA00P015, BMP 87), so the sequence restarts after 9,999. */
export const MOST_NUMBER = 9_999;
const BLOCK = 100;
/** Remaining numbers at which the next block is reserved. */
const RESERVE_AT = 20;

interface NumbersParts {
  /** Seals the count of taken and reserved numbers. Throws the errors of a save. */
  reserve(count: number): Promise<void>;
  reserved(): number | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * One sequence from 1 to 9,999 per terminal, for training, live and all profiles. Blocks are sealed with the terminal's
 * secrets before use; each start begins after the newest block.
 */
export class ReceiptNumbers {
  readonly #parts: NumbersParts;
  /** Numbers taken since the terminal's first number. */
  #taken = 0;
  #free = 0;
  #isReserving = false;

  constructor(parts: NumbersParts) {
    this.#parts = parts;
  }

  get isReady(): boolean {
    return this.#free > 0;
  }

  /** Undefined while no number is reserved. */
  take(): number | undefined {
    if (this.#free <= RESERVE_AT) void this.reserve();
    if (this.#free === 0) return undefined;
    this.#free -= 1;
    this.#taken += 1;
    return numberOf(this.#taken);
  }

  /** Repeated requests of a register must not exhaust the sequence. */
  giveBack(number: number): void {
    if (number !== numberOf(this.#taken)) return;
    this.#taken -= 1;
    this.#free += 1;
  }

  /** Resolves once a block is reserved, or the keychain has refused to store it. */
  async reserve(): Promise<void> {
    if (this.#isReserving) return;
    this.#isReserving = true;
    const { reserve, reserved, log } = this.#parts;
    const end = this.#taken + this.#free;
    // A restored record may have a higher count, so its numbers are skipped.
    const from = Math.max(end, reserved() ?? 0);
    try {
      await reserve(from + BLOCK);
      if (from === end) this.#free += BLOCK;
      else [this.#taken, this.#free] = [from, BLOCK];
    } catch (thrown) {
      log.warn(toTillError(thrown));
    } finally {
      this.#isReserving = false;
    }
  }
}

function numberOf(count: number): number {
  return ((count - 1) % MOST_NUMBER) + 1;
}
