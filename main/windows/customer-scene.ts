import type { DisplaySnapshot, SaleView } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import { DISPLAY_END_MS, displayScene } from '../sale/sale-view.ts';

type Scene = DisplaySnapshot['scene'];

/** What the customer sees of the sale on the till. */
export interface Scenes {
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
      const leftMs = Math.max(0, DISPLAY_END_MS - age);
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
      const scene = displayScene(sale, { sticker, endedForMs: 0 });
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
