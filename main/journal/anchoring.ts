import { afterAwake, type Clock } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { JournalEvent } from '../domain/events.ts';
import { isEnd } from '../domain/sale-record.ts';
import { JOURNAL_TAMPERED } from './projections.ts';
import type { Anchor, Sealing } from './sealing.ts';

interface AnchoringOptions {
  readonly sealing: Sealing;
  readonly clock: Clock;
  /** Called when the keychain refuses or does not answer; with undefined once an anchor is stored. The till retries. */
  readonly onBehind: (error: TillError | undefined) => void;
}

/** Events newer than this can be cut off unnoticed by a person who ends the till first. */
const WITHIN_MS = 2_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** The app must end, even while the keychain asks for a password. */
const AT_CLOSE_MS = 2_000;
/** A keychain that asks for a password does not answer before the password is typed. */
const ANSWERS_WITHIN_MS = 5_000;

/** Stores in the keychain how far the journal on the disk is, one anchor at a time. Writes never wait. */
export class Anchoring {
  readonly #options: AnchoringOptions;
  #last: Anchor | undefined;
  #due: Anchor | undefined;
  #prompt = false;
  #keeping: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #failures = 0;
  #behind: TillError | undefined;
  #closed = false;

  constructor(options: AnchoringOptions) {
    this.#options = options;
  }

  /** `prompt`: as soon as the keychain is free; `soon`: within two seconds. */
  moved(anchor: Anchor, when: 'prompt' | 'soon'): void {
    this.#last = anchor;
    this.#due = anchor;
    this.#prompt ||= when === 'prompt';
    if (this.#keeping !== undefined) return;
    if (this.#prompt && this.#failures === 0) this.#keep();
    else this.#keepIn(WITHIN_MS);
  }

  /** The keychain's error while its anchor is behind the journal: events cut off meanwhile would not be missed. */
  get behind(): TillError | undefined {
    return this.#behind;
  }

  /** Resolves when `behind` shows the outcome, after five seconds at the latest. */
  async ask(): Promise<void> {
    if (this.#closed) return;
    if (this.#keeping === undefined) {
      this.#due ??= this.#last;
      this.#keep();
    }
    await this.#within(ANSWERS_WITHIN_MS, this.#keeping);
  }

  /** Resolves when the keychain has stored or refused the last anchor, or after two seconds. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#within(AT_CLOSE_MS, this.#keepLast());
  }

  async #within(ms: number, work: Promise<void> | undefined): Promise<void> {
    let cancelLimit: () => void = () => undefined;
    const limit = new Promise<void>((resolve) => {
      cancelLimit = afterAwake(this.#options.clock, ms, resolve);
    });
    await Promise.race([limit, work]);
    cancelLimit();
  }

  async #keepLast(): Promise<void> {
    const failures = this.#failures;
    await this.#keeping;
    // After a refusal just now, another attempt would fail again.
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
    const { sealing, clock } = this.#options;
    const answered = afterAwake(clock, ANSWERS_WITHIN_MS, () => this.#isBehind(unanswered()));
    try {
      await sealing.keep(anchor);
      this.#failures = 0;
      this.#isBehind(undefined);
    } catch (thrown) {
      this.#due ??= anchor;
      this.#failures += 1;
      this.#isBehind(toTillError(thrown));
    } finally {
      answered();
    }
  }

  #isBehind(error: TillError | undefined): void {
    const changes = (this.#behind === undefined) !== (error === undefined);
    this.#behind = error;
    if (changes) this.#options.onBehind(error);
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

function unanswered(): TillError {
  return new TillError('keychain.locked', 'No response of the keychain about the journal', { retryable: true });
}

/** True for events that an attacker would gain from cutting off, such as refunds, ended sales and alarms. */
export function isPrompt(event: JournalEvent): boolean {
  switch (event.type) {
    case 'journal.begun':
    case 'refund.intent':
    case 'refund.answered':
    case 'refund.settled':
    case 'shift.closed':
      return true;
    case 'act':
      return event.act === JOURNAL_TAMPERED;
    case 'sale.moved':
      return isEnd(event.stage);
    default:
      return false;
  }
}
