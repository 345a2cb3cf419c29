import type { DisplaySnapshot, SaleView } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';

type Scene = DisplaySnapshot['scene'];

/** How long the customer display shows the end of a sale. */
const SHOWS_END_MS = 10_000;

/** What the customer display shows of the sale on the till. */
export interface CustomerScenes {
  /** `sticker`: the code hangs on the counter, so the display shows none. */
  of(sale: SaleView | null, sticker: boolean): Scene;
  stop(): void;
}

interface End {
  readonly saleId: string;
  /** On the clock that does not jump. */
  readonly untilMs: number;
  readonly scene: Scene;
}

/**
 * Shows the end of a sale for 10 seconds, even when the cashier has moved on to an empty keypad by then; the next sale
 * replaces it at once. `over` is called when the time is up.
 */
export function createCustomerScenes(clock: Clock, over: () => void): CustomerScenes {
  let end: End | undefined;
  let stopTimer: (() => void) | undefined;

  function ended(sale: SaleView, scene: Scene): Scene {
    if (end?.saleId !== sale.saleId) {
      // After a restart a sale that ended long ago is on the screen again, and its customer has left.
      const age = Math.max(0, clock.now() - (sale.endedAt ?? clock.now()));
      const leftMs = Math.max(0, SHOWS_END_MS - age);
      end = { saleId: sale.saleId, untilMs: clock.monotonic() + leftMs, scene };
      stopTimer?.();
      stopTimer = leftMs > 0 ? clock.after(leftMs, over) : undefined;
    } else end = { ...end, scene };
    return endStillShown();
  }

  function endStillShown(): Scene {
    return end !== undefined && clock.monotonic() < end.untilMs ? end.scene : { kind: 'idle' };
  }

  return {
    of(sale, sticker) {
      if (sale === null) return endStillShown();
      const scene = sceneOf(sale, sticker);
      if (isEnd(scene)) return ended(sale, scene);
      // A sale that is followed on after its end was shown, and ends again, does not show that end a second time.
      if (end?.saleId !== sale.saleId) end = undefined;
      return scene;
    },
    stop: () => stopTimer?.(),
  };
}

/** What a customer may see of a sale: the amount, the code, the outcome, and the payer's first name. */
function sceneOf(sale: SaleView, sticker: boolean): Scene {
  const { amount, stage } = sale;
  if (isBeingCancelled(sale)) return { kind: 'cancelling', amount };
  switch (stage) {
    case 'creating':
      return { kind: 'preparing', amount };
    case 'waiting':
      return waitingScene(sale, sticker);
    case 'scanned':
    case 'authorised':
    case 'unknown':
    case 'cancelled':
    case 'expired':
    case 'failed':
      return { kind: stage, amount };
    case 'voided':
      return { kind: 'cancelled', amount };
    case 'paid': {
      const debtorName = firstWord(sale.debtor?.name);
      return { kind: 'paid', amount, ...(debtorName === undefined ? {} : { debtorName }) };
    }
  }
}

/** The cancel has no answer yet: until it has one the display does not invite to pay. */
function isBeingCancelled({ stage, cancel }: SaleView): boolean {
  return cancel === 'asked' && (stage === 'creating' || stage === 'waiting' || stage === 'scanned');
}

function waitingScene({ amount, deeplink, timeLeftMs, lifetimeMs }: SaleView, sticker: boolean): Scene {
  // Until the code and its time are known there is nothing to scan.
  if (deeplink === undefined && !sticker) return { kind: 'preparing', amount };
  const times = { timeLeftMs: timeLeftMs ?? 0, lifetimeMs: lifetimeMs ?? 0 };
  return { kind: 'waiting', amount, ...times, ...(deeplink === undefined || sticker ? {} : { deeplink }) };
}

/** Other customers can read the display. The service sends a first name; should it send more, that stays hidden. */
function firstWord(name: string | undefined): string | undefined {
  return name?.trim().split(/\s/)[0] || undefined;
}

function isEnd(scene: Scene): boolean {
  return scene.kind === 'paid' || scene.kind === 'cancelled' || scene.kind === 'expired' || scene.kind === 'failed';
}
