import type { Clock } from '../base/clock.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import type { JournalEvent } from './events.ts';
import type { Anchor } from './journal-seal.ts';
import { JOURNAL_TAMPERED } from './projections.ts';
import { isEnd } from './sale-record.ts';
import type { Sealing } from './sealing.ts';

export interface AnchoringOptions {
  readonly sealing: Sealing;
  readonly clock: Clock;
  /** The keychain did not take it; it is tried again. */
  readonly onFailure: (error: TillError) => void;
}

/** What is lost where somebody ends the till and cuts the journal before the keychain has heard of the last events. */
const WITHIN_MS = 2_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** The app must end, even where the keychain asks a person for a password that nobody types. */
const AT_CLOSE_MS = 2_000;

/**
 * Tells the keychain how far the journal is: one anchor at a time, the newest when several are due, and only of what is
 * on the disk. No write of the journal waits for it.
 */
export class Anchoring {
  readonly #options: AnchoringOptions;
  #due: Anchor | undefined;
  #prompt = false;
  #keeping: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #failures = 0;
  #closed = false;

  constructor(options: AnchoringOptions) {
    this.#options = options;
  }

  /** The journal has come to this event. `prompt`: as soon as the keychain is free, else within two seconds. */
  moved(anchor: Anchor, prompt: boolean): void {
    this.#due = anchor;
    this.#prompt ||= prompt;
    if (this.#keeping !== undefined) return;
    if (this.#prompt && this.#failures === 0) this.#keep();
    else this.#keepIn(WITHIN_MS);
  }

  /** No more come. Resolves once the keychain has the last one, has refused it, or has not answered for two seconds. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    let cancelLimit: () => void = () => undefined;
    const limit = new Promise<void>((resolve) => {
      cancelLimit = this.#options.clock.after(AT_CLOSE_MS, resolve);
    });
    await Promise.race([limit, this.#keepLast()]);
    cancelLimit();
  }

  async #keepLast(): Promise<void> {
    const failures = this.#failures;
    await this.#keeping;
    // One that has just refused would refuse again.
    if (this.#failures <= failures) this.#keep();
    await this.#keeping;
  }

  #keep(): void {
    this.#cancel();
    const anchor = this.#due;
    if (anchor === undefined) return;
    this.#due = undefined;
    this.#prompt = false;
    this.#keeping = this.#tryToKeep(anchor).then(() => {
      this.#keeping = undefined;
      if (this.#due === undefined || this.#closed) return;
      if (this.#failures > 0) this.#keepIn(Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LONGEST_RETRY_MS));
      else if (this.#prompt) this.#keep();
      else this.#keepIn(WITHIN_MS);
    });
  }

  async #tryToKeep(anchor: Anchor): Promise<void> {
    try {
      await this.#options.sealing.keep(anchor);
      this.#failures = 0;
    } catch (thrown) {
      this.#due ??= anchor;
      this.#failures += 1;
      if (this.#failures === 1) this.#options.onFailure(toTillError(thrown));
    }
  }

  #keepIn(ms: number): void {
    this.#cancelTimer ??= this.#options.clock.after(ms, () => {
      this.#cancelTimer = undefined;
      this.#keep();
    });
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}

/** Events that somebody would gain from cutting off: money that went back, a sale that is over, who did what. */
export function isPrompt(event: JournalEvent): boolean {
  switch (event.type) {
    case 'journal.begun':
    case 'refund.intent':
    case 'refund.answered':
    case 'refund.settled':
      return true;
    case 'act':
      return event.act === JOURNAL_TAMPERED;
    case 'sale.moved':
      return isEnd(event.stage);
    default:
      return false;
  }
}
