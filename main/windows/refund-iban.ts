import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';

export interface PrivatePlaces {
  readClipboard(): Promise<string>;
  /** An empty text clears it. */
  writeClipboard(text: string): Promise<void>;
  /** Resolves when the dialog is closed, which it is by itself. */
  showText(text: string, forMs: number): Promise<void>;
}

export interface RefundIbansOptions {
  readonly clock: Clock;
  readonly places: PrivatePlaces;
}

const KEPT_MS = 2 * 60_000;
const IN_CLIPBOARD_MS = 60_000;
const SHOWN_MS = 30_000;

/** A window is told only country and last four characters. One account is kept at a time, for two minutes. */
export class RefundIbans {
  readonly #clock: Clock;
  readonly #places: PrivatePlaces;
  #kept: { readonly saleId: string; readonly iban: string } | undefined;
  #copied: string | undefined;
  #cancelForget: (() => void) | undefined;
  #cancelClear: (() => void) | undefined;

  constructor({ clock, places }: RefundIbansOptions) {
    this.#clock = clock;
    this.#places = places;
  }

  /** Until when it can be copied or shown, ms since the epoch. */
  keep(saleId: string, iban: string): { readonly masked: string; readonly forgottenAt: number } {
    this.#cancelForget?.();
    this.#kept = { saleId, iban };
    this.#cancelForget = this.#clock.after(KEPT_MS, () => {
      this.#kept = undefined;
    });
    return { masked: masked(iban), forgottenAt: this.#clock.now() + KEPT_MS };
  }

  /** `clearedAt`: ms since the epoch. Rejects with TillError `refund-iban.forgotten`. */
  async copy(saleId: string): Promise<{ readonly clearedAt: number }> {
    const iban = this.require(saleId);
    await this.#places.writeClipboard(iban);
    this.#cancelClear?.();
    this.#copied = iban;
    this.#cancelClear = this.#clock.after(IN_CLIPBOARD_MS, () => void this.#clear());
    return { clearedAt: this.#clock.now() + IN_CLIPBOARD_MS };
  }

  /** Resolves when the dialog is closed. Rejects with TillError `refund-iban.forgotten`. */
  async show(saleId: string): Promise<void> {
    await this.#places.showText(inFours(this.require(saleId)), SHOWN_MS);
  }

  /** Throws TillError `refund-iban.forgotten`. */
  require(saleId: string): string {
    if (this.#kept?.saleId === saleId) return this.#kept.iban;
    throw new TillError('refund-iban.forgotten', 'The account was asked for too long ago.');
  }

  async close(): Promise<void> {
    this.#cancelForget?.();
    this.#cancelClear?.();
    this.#kept = undefined;
    await this.#clear();
  }

  /** A later copy by somebody else stays. */
  async #clear(): Promise<void> {
    const copied = this.#copied;
    this.#copied = undefined;
    if (copied !== undefined && (await this.#places.readClipboard()) === copied) await this.#places.writeClipboard('');
  }
}

/** `NL•• •••• •••• ••12 34`, as long as it is. */
function masked(iban: string): string {
  const shown = (at: number) => at < 2 || at >= iban.length - 4;
  return inFours([...iban].map((character, at) => (shown(at) ? character : '•')).join(''));
}

function inFours(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
