import type { Language } from '../../preload/contract/setting-values.ts';
import type { DisplaySnapshot, SaleView } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';

type Scene = DisplaySnapshot['scene'];

/** Time without a sale after which the customer who chose the language counts as gone. */
const IDLE_CHOICE_MS = 60_000;
/** Receipts are printed shortly after the sale, so older choices are dropped. */
const KEPT_CHOICES = 50;

export type Languages = ReturnType<typeof createLanguages>;

interface Parts {
  readonly clock: Clock;
  set(): { readonly till: Language; readonly display: Language };
  changed(): void;
}

interface Choice {
  readonly language: Language;
  readonly over: Language;
}

export function createLanguages({ clock, set, changed }: Parts) {
  const receipts = new Map<string, Language>();
  let atTill: Choice | undefined;
  let atDisplay: Choice | undefined;
  let shown: { readonly saleId: string; readonly paid: boolean } | undefined;
  let stopTimer: (() => void) | undefined;

  function holding(choice: Choice | undefined, setting: Language): Language {
    return choice?.over === setting ? choice.language : setting;
  }

  function customerLeft(): void {
    atDisplay = undefined;
    shown = undefined;
    stopTimer?.();
    stopTimer = undefined;
  }

  function keepForReceipt(saleId: string, language: Language): void {
    receipts.delete(saleId);
    receipts.set(saleId, language);
    const [oldest] = receipts.keys();
    if (receipts.size > KEPT_CHOICES && oldest !== undefined) receipts.delete(oldest);
  }

  function waitForASale(): void {
    stopTimer?.();
    stopTimer = clock.after(IDLE_CHOICE_MS, () => {
      customerLeft();
      changed();
    });
  }

  return {
    /** Returns the language chosen at the till, valid until a manager changes the setting or the app ends. */
    till: (): Language => holding(atTill, set().till),
    chooseTill(language: Language): void {
      atTill = { language, over: set().till };
      changed();
    },
    /** Returns the customer's language, valid until the customer's sale has left the display. */
    display: (): Language => holding(atDisplay, set().display),
    chooseDisplay(language: Language): void {
      atDisplay = { language, over: set().display };
      if (shown === undefined) waitForASale();
      else keepForReceipt(shown.saleId, language);
      changed();
    },
    displayShows(scene: Scene, sale: SaleView | null): void {
      if (scene.kind === 'idle' || sale === null) {
        // An end stays on the display for a while: the customer is still reading.
        if (scene.kind === 'idle' && shown !== undefined) customerLeft();
        return;
      }
      // The next sale after a payment is for a new customer; after a failed sale, the same customer tries again.
      if (shown?.paid && shown.saleId !== sale.saleId) customerLeft();
      if (shown?.saleId !== sale.saleId && atDisplay !== undefined) {
        stopTimer?.();
        keepForReceipt(sale.saleId, atDisplay.language);
      }
      shown = { saleId: sale.saleId, paid: sale.stage === 'paid' };
    },
    receipt: (saleId: string): Language => receipts.get(saleId) ?? set().display,
    stop: (): void => stopTimer?.(),
  };
}
