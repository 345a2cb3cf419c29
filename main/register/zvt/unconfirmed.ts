import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../../base/durable-files.ts';
import { jsonOrUndefined } from '../../base/json-syntax.ts';
import type { Log } from '../../base/log.ts';

const stored = z.object({ last: z.string().optional(), open: z.array(z.string()) });
type Stored = z.output<typeof stored>;

/** Far more than a register can leave behind: a payment and the refunds of a day without a line. */
const MOST_OPEN = 50;

/**
 * Payments and refunds whose result the register has not confirmed, by their keys, and the payment that it asked for
 * last in any journal. In a file, because a till that restarts in between must not charge a second time.
 */
export class Unconfirmed {
  readonly #path: string;
  readonly #log: Pick<Log, 'warn'>;
  #state: Stored;

  /** A file that cannot be read counts as empty. */
  constructor(path: string, log: Pick<Log, 'warn'>) {
    this.#path = path;
    this.#log = log;
    this.#state = read(path);
  }

  get last(): string | undefined {
    return this.#state.last;
  }

  has(key: string): boolean {
    return this.#state.open.includes(key);
  }

  /** Before the payment is charged. */
  beginPayment(key: string): void {
    this.#write({ last: key, open: [...this.#state.open, key].slice(-MOST_OPEN) });
  }

  /** The payment was not charged: `last` is the one before. */
  takeBack(key: string, last: string | undefined): void {
    this.#write({ last, open: this.#state.open.filter((other) => other !== key) });
  }

  beginRefund(key: string): void {
    if (!this.has(key)) this.#write({ ...this.#state, open: [...this.#state.open, key].slice(-MOST_OPEN) });
  }

  /** The register knows the result, or a person decided. */
  settle(key: string): void {
    if (this.has(key)) this.#write({ ...this.#state, open: this.#state.open.filter((other) => other !== key) });
  }

  /** A disk that takes nothing costs what a restart would have to know. */
  #write(state: Stored): void {
    this.#state = state;
    try {
      replaceFile(this.#path, JSON.stringify(state));
    } catch (thrown) {
      this.#log.warn('The state of the ZVT register was not kept', { thrown });
    }
  }
}

function read(path: string): Stored {
  try {
    return stored.parse(jsonOrUndefined(readFileSync(path, 'utf8')));
  } catch {
    return { open: [] };
  }
}
