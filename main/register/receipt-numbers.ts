import type { Log } from '../base/log.ts';
import { toTillError } from '../base/till-error.ts';

/** A receipt number of ZVT has four digits (PA00P015, BMP 87): they begin again after so many. */
export const MOST_NUMBER = 9_999;
const BLOCK = 100;
/** So few numbers are left when the next block is reserved. */
const RESERVE_AT = 20;

interface NumbersParts {
  /** Seals the count of taken and reserved numbers. Errors: those of a save. */
  reserve(count: number): Promise<void>;
  reserved(): number | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Numbers of receipts: one sequence from 1 to 9,999 of this terminal, for training, live and each profile. Blocks are
 * sealed with the terminal's secrets before they are used; a start begins after the newest block.
 */
export class ReceiptNumbers {
  readonly #parts: NumbersParts;
  /** Of the terminal's first number on. */
  #taken = 0;
  #free = 0;
  #isReserving = false;

  constructor(parts: NumbersParts) {
    this.#parts = parts;
  }

  get isReady(): boolean {
    return this.#free > 0;
  }

  /** Undefined while no number is reserved. Reserves the next block in the background where few are left. */
  take(): number | undefined {
    if (this.#free <= RESERVE_AT) void this.reserve();
    if (this.#free === 0) return undefined;
    this.#free -= 1;
    this.#taken += 1;
    return numberOf(this.#taken);
  }

  /** The number was not used: a register that asks again and again must not use up a round. */
  giveBack(number: number): void {
    if (number !== numberOf(this.#taken)) return;
    this.#taken -= 1;
    this.#free += 1;
  }

  /** Resolves once there is a block, or the keychain has refused it. */
  async reserve(): Promise<void> {
    if (this.#isReserving) return;
    this.#isReserving = true;
    const { reserve, reserved, log } = this.#parts;
    const end = this.#taken + this.#free;
    // A restored record may have a higher count: skip its numbers.
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
