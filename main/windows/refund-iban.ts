import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';

export interface PrivatePlaces {
  readClipboard(): Promise<string>;
  /** An empty text clears the clipboard. */
  writeClipboard(text: string): Promise<void>;
  /** Resolves when the dialog closes, after `forMs` at the latest. */
  showText(text: string, forMs: number): Promise<void>;
}

interface RefundIbansOptions {
  readonly clock: Clock;
  readonly places: PrivatePlaces;
}

const KEPT_MS = 2 * 60_000;
const IN_CLIPBOARD_MS = 60_000;
const SHOWN_MS = 30_000;

export type RefundIbans = ReturnType<typeof createRefundIbans>;

/** Keeps one account in main for two minutes. Windows receive only the country and the last four characters. */
export function createRefundIbans({ clock, places }: RefundIbansOptions) {
  let kept: { readonly saleId: string; readonly iban: string } | undefined;
  let copied: string | undefined;
  let cancelForget: (() => void) | undefined;
  let cancelClear: (() => void) | undefined;

  function requireKept(saleId: string): string {
    if (kept?.saleId === saleId) return kept.iban;
    throw new TillError('refund-iban.forgotten', 'Request for the account expired.');
  }

  /** Clears the clipboard unless its text has been replaced since. */
  async function clear(): Promise<void> {
    const ours = copied;
    copied = undefined;
    if (ours !== undefined && (await places.readClipboard()) === ours) await places.writeClipboard('');
  }

  return {
    require: requireKept,
    /** Stores the account; `forgottenAt`: end of copying and showing, ms since the epoch. */
    keep(saleId: string, iban: string): { readonly masked: string; readonly forgottenAt: number } {
      cancelForget?.();
      kept = { saleId, iban };
      cancelForget = clock.after(KEPT_MS, () => {
        kept = undefined;
      });
      return { masked: masked(iban), forgottenAt: clock.now() + KEPT_MS };
    },
    /** `clearedAt`: ms since the epoch. Rejects with `TillError` `refund-iban.forgotten`. */
    async copy(saleId: string): Promise<{ readonly clearedAt: number }> {
      const iban = requireKept(saleId);
      await places.writeClipboard(iban);
      cancelClear?.();
      copied = iban;
      cancelClear = clock.after(IN_CLIPBOARD_MS, () => void clear());
      return { clearedAt: clock.now() + IN_CLIPBOARD_MS };
    },
    /** Resolves when the dialog is closed. Rejects with `TillError` `refund-iban.forgotten`. */
    show: async (saleId: string): Promise<void> => places.showText(inFours(requireKept(saleId)), SHOWN_MS),
    async close(): Promise<void> {
      cancelForget?.();
      cancelClear?.();
      kept = undefined;
      await clear();
    },
  };
}

/** Masks with the same length: `NL•• •••• •••• ••12 34`. */
function masked(iban: string): string {
  const shown = (at: number) => at < 2 || at >= iban.length - 4;
  return inFours([...iban].map((character, at) => (shown(at) ? character : '•')).join(''));
}

function inFours(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
