import type { DisplaySnapshot, SaleView } from '../preload/views.ts';
import type { Clock } from './clock.ts';

type Scene = DisplaySnapshot['scene'];

/** What the customer sees of the sale on the till. */
export interface Scenes {
  /** `sticker`: the code hangs on the counter, so the display shows none. */
  of(sale: SaleView | null, sticker: boolean): Scene;
  stop(): void;
}

/** How long an end stays: then the next customer stands there, who must not see it. */
const END_SHOWN_MS = 10_000;

interface End {
  readonly saleId: string;
  /** On the clock that does not jump. */
  readonly untilMs: number;
  readonly scene: Scene;
}

/**
 * Keeps the end of a sale for 10 seconds, also when the cashier has moved on to an empty keypad by then; the next
 * sale replaces it at once. `over` is called when the time is up.
 */
export function createScenes(clock: Clock, over: () => void): Scenes {
  let end: End | undefined;
  let stopTimer: (() => void) | undefined;

  function ended(sale: SaleView, scene: Scene): Scene {
    if (end?.saleId !== sale.saleId) {
      // An end of long ago, such as one found again after a restart, is nobody's any more.
      const age = Math.max(0, clock.now() - (sale.endedAt ?? clock.now()));
      const leftMs = Math.max(0, END_SHOWN_MS - age);
      end = { saleId: sale.saleId, untilMs: clock.monotonic() + leftMs, scene };
      stopTimer?.();
      stopTimer = leftMs > 0 ? clock.after(leftMs, over) : undefined;
    } else end = { ...end, scene };
    return stillShown();
  }

  function stillShown(): Scene {
    return end !== undefined && clock.monotonic() < end.untilMs ? end.scene : { kind: 'idle' };
  }

  return {
    of(sale, sticker) {
      if (sale === null) return stillShown();
      const scene = sceneOf(sale, sticker);
      if (isEnd(scene)) return ended(sale, scene);
      // A sale that is followed again after its end was shown starts no second showing of the same end.
      if (end?.saleId !== sale.saleId) end = undefined;
      return scene;
    },
    stop: () => stopTimer?.(),
  };
}

function isEnd(scene: Scene): boolean {
  return scene.kind === 'paid' || scene.kind === 'cancelled' || scene.kind === 'expired' || scene.kind === 'failed';
}

function sceneOf(sale: SaleView, sticker: boolean): Scene {
  const { amount } = sale;
  switch (sale.stage) {
    case 'creating':
      return { kind: 'preparing', amount };
    case 'waiting':
      return waiting(sale, sticker);
    case 'scanned':
    case 'authorised':
    case 'unknown':
    case 'cancelled':
    case 'expired':
    case 'failed':
      return { kind: sale.stage, amount };
    case 'voided':
      return { kind: 'cancelled', amount };
    case 'paid':
      return { kind: 'paid', amount, ...(sale.debtor?.name === undefined ? {} : { debtorName: sale.debtor.name }) };
  }
}

function waiting(sale: SaleView, sticker: boolean): Scene {
  const { amount, deeplink } = sale;
  if (deeplink === undefined && !sticker) return { kind: 'preparing', amount };
  return {
    kind: 'waiting',
    amount,
    timeLeftMs: sale.timeLeftMs ?? 0,
    lifetimeMs: sale.lifetimeMs ?? 0,
    ...(sticker || deeplink === undefined ? {} : { deeplink }),
  };
}
