import { REFERENCE_MARK } from '../../preload/contract/setting-values.ts';
import type { DisplaySnapshot, SaleView, TerminalView, TillSnapshot } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';

type Scene = DisplaySnapshot['scene'];

/** With a sticker on the counter, the display shows no code. */
type Sticker = Pick<TerminalView, 'sticker'>;
type ShownState = ShownPayments & Pick<TillSnapshot, 'counter'>;

/** Duration of an end without payment. */
const SHOWS_END_MS = 10_000;

interface CustomerScenesParts {
  readonly clock: Clock;
  over(): void;
}

interface Shown {
  readonly saleId: string;
  /** ms, monotonic. */
  readonly untilMs: number;
  readonly scene: Scene;
}

/** Shows an end or refund for some seconds, also after the till is back at the keypad, until the next sale. */
export function createCustomerScenes({ clock, over }: CustomerScenesParts) {
  const refunds = createRefundWatch();
  let end: Shown | undefined;
  let refund: Shown | undefined;
  let stopTimer: (() => void) | undefined;

  function show(saleId: string, scene: Scene, leftMs: number): Shown {
    // Read before the timer starts, so that the end is over when the timer fires.
    const untilMs = clock.monotonic() + leftMs;
    stopTimer?.();
    stopTimer = leftMs > 0 ? clock.after(leftMs, over) : undefined;
    return { saleId, untilMs, scene };
  }

  function isShown(shown: Shown | undefined): shown is Shown {
    return shown !== undefined && clock.monotonic() < shown.untilMs;
  }

  /** True if the display shows this sale or the refund is recent: the customer is still present. */
  function isForWhoStandsThere({ saleId, askedAt }: RefundMade, thanksMs: number): boolean {
    if ([end, refund].some((shown) => isShown(shown) && shown.saleId === saleId)) return true;
    return askedAt !== undefined && clock.now() - askedAt <= Math.max(thanksMs, SHOWS_END_MS);
  }

  function ended(sale: SaleView, scene: Scene, thanksMs: number): void {
    if (end?.saleId === sale.saleId) {
      end = { ...end, scene };
      return;
    }
    // After a restart an old sale is current again, but its customer has left.
    const age = Math.max(0, clock.now() - (sale.endedAt ?? clock.now()));
    const leftMs = Math.max(0, (sale.stage === 'paid' ? thanksMs : SHOWS_END_MS) - age);
    if (leftMs > 0) refund = undefined;
    end = leftMs > 0 ? show(sale.saleId, scene, leftMs) : { saleId: sale.saleId, untilMs: 0, scene };
  }

  function stillShown(): Scene {
    return [refund, end].find(isShown)?.scene ?? { kind: 'idle' };
  }

  return {
    of(state: ShownState, terminal: Sticker): Scene {
      const { sale, counter } = state;
      const { thanksSeconds, receiptUrl } = counter.display;
      const thanksMs = thanksSeconds * 1_000;
      const scene = sale === null ? undefined : sceneOf(sale, terminal, receiptUrl);
      if (sale !== null && scene !== undefined && isEnd(scene)) ended(sale, scene, thanksMs);
      const made = refunds.look(state);
      if (made !== undefined && isForWhoStandsThere(made, thanksMs))
        refund = show(made.saleId, refundScene(made.amount, made), thanksMs);
      if (sale === null || scene === undefined || isEnd(scene)) return stillShown();
      refund = undefined;
      // A second end of the same sale is not shown again.
      if (end?.saleId !== sale.saleId) end = undefined;
      return scene;
    },
    stop: (): void => stopTimer?.(),
  };
}

/** `amount`: cents refunded now, or in total if the refund was not observed. */
function refundScene(amount: number, { refunded, paid }: Pick<RefundMade, 'refunded' | 'paid'>): Scene {
  return { kind: refunded < paid ? 'partly-refunded' : 'refunded', amount, paid };
}

/** Returns only data for the customer's eyes. */
function sceneOf(sale: SaleView, terminal: Sticker, receiptUrl: string | undefined): Scene {
  const { amount, stage } = sale;
  if (isBeingCancelled(sale)) return { kind: 'cancelling', amount };
  switch (stage) {
    case 'creating':
      return { kind: 'preparing', amount };
    case 'waiting':
      return waitingScene(sale, terminal);
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
      if (sale.refunded > 0) return refundScene(sale.refunded, { refunded: sale.refunded, paid: amount });
      const debtorName = firstWord(sale.debtor?.name);
      const receipt = receiptUrl ? receiptAddress(receiptUrl, sale.reference) : undefined;
      return { kind: 'paid', amount, ...omitUndefined({ debtorName, receipt }) };
    }
  }
}

/** The reference can choose only the receipt on the shop's server, never the server. */
function receiptAddress(url: string, reference: string): string {
  return url.replaceAll(REFERENCE_MARK, () => encodeURIComponent(reference));
}

/** The display does not ask for payment while the cancel has no response. */
function isBeingCancelled({ stage, cancel }: SaleView): boolean {
  return cancel === 'asked' && (stage === 'creating' || stage === 'waiting' || stage === 'scanned');
}

function waitingScene({ amount, deeplink, timeLeftMs, lifetimeMs }: SaleView, { sticker }: Sticker): Scene {
  // Without a code and its lifetime there is nothing to scan.
  if (deeplink === undefined && !sticker) return { kind: 'preparing', amount };
  const times = { timeLeftMs: timeLeftMs ?? 0, lifetimeMs: lifetimeMs ?? 0 };
  return { kind: 'waiting', amount, ...times, ...omitUndefined({ deeplink: sticker ? undefined : deeplink }) };
}

/** Other customers can read the display. The service sends a first name; any further names stay hidden. */
function firstWord(name: string | undefined): string | undefined {
  return name?.trim().split(/\s/)[0] || undefined;
}

const ends: ReadonlySet<Scene['kind']> = new Set([
  'paid',
  'refunded',
  'partly-refunded',
  'cancelled',
  'expired',
  'failed',
]);

function isEnd({ kind }: Scene): boolean {
  return ends.has(kind);
}

export type ShownPayments = Pick<TillSnapshot, 'sale' | 'opened' | 'recent'>;

interface RefundMade {
  readonly saleId: string;
  /** Cents. */
  readonly amount: number;
  /** Cents in total. */
  readonly refunded: number;
  readonly paid: number;
  /** This till's newest refund of the payment, ms since the epoch; absent if unknown. */
  readonly askedAt?: number;
}

type Refunded = Omit<RefundMade, 'saleId' | 'amount'>;

/** Detects new refunds. A payment seen for the first time, e.g. after a restart, only sets the initial total. */
function createRefundWatch(): { look(payments: ShownPayments): RefundMade | undefined } {
  let before: ReadonlyMap<string, Refunded> = new Map();
  return {
    look(payments) {
      const now = refundedOf(payments);
      const made = [...now].flatMap(([saleId, payment]) => {
        const amount = payment.refunded - (before.get(saleId)?.refunded ?? payment.refunded);
        return amount > 0 ? [{ ...payment, saleId, amount }] : [];
      });
      before = now;
      return made.at(-1);
    },
  };
}

/** The current payment comes last: of two simultaneous refunds, its customer is present. */
function refundedOf({ recent, opened, sale }: ShownPayments): Map<string, Refunded> {
  const totals = new Map<string, Refunded>();
  for (const { saleId, refunded, amount } of recent) totals.set(saleId, { refunded, paid: amount });
  for (const payment of [opened, sale]) {
    if (payment === null) continue;
    totals.delete(payment.saleId);
    totals.set(payment.saleId, { refunded: payment.refunded, paid: payment.amount, ...newestRefund(payment) });
  }
  return totals;
}

function newestRefund({ refunds }: SaleView): { askedAt?: number } {
  return refunds.length === 0 ? {} : { askedAt: Math.max(...refunds.map(({ at }) => at)) };
}
