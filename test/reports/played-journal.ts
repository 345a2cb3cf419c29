import type { Actor, JournalEvent, RecordedEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import { foldRefund, type RefundRecord } from '../../main/domain/refund-record.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { type ShiftFigures, ShiftFold } from '../../main/reports/shift-fold.ts';
import { type Counted, parseReport, REPORT_VERSION, type ShiftReport } from '../../main/reports/shift-report.ts';

/** A journal event, or `close` for the end of a shift. */
export type Played = JournalEvent | 'close';

/** A journal as a list of events, with the shifts closed in the list. */
export class PlayedJournal {
  readonly events: RecordedEvent[] = [];
  readonly shifts: ShiftFigures[] = [];
  #fold: ShiftFold;

  constructor() {
    this.#fold = this.#next(1);
  }

  /** `at`: time by the till's clock, in any order. */
  play(event: Played, at = 1_000 * this.events.length): this {
    if (event === 'close') {
      this.shifts.push(this.soFar());
      this.events.push(this.#recorded({ type: 'callback.seen', jti: 'closing', untilMs: 0 }, at));
      this.#fold = this.#next(this.events.length + 1);
    } else this.events.push(this.#recorded(event, at));
    return this;
  }

  /** Figures of the running shift, counted on from the last call. */
  soFar(): ShiftFigures {
    for (const recorded of this.events.slice(this.#fold.toSeq)) this.#fold.add(recorded);
    return this.#fold.figures();
  }

  sales(): readonly SaleRecord[] {
    return [...this.#salesBefore(Number.POSITIVE_INFINITY).values()];
  }

  refunds(): readonly RefundRecord[] {
    return [...this.#refundsBefore(Number.POSITIVE_INFINITY).values()];
  }

  #next(fromSeq: number): ShiftFold {
    return new ShiftFold(
      fromSeq,
      {
        saleBefore: (saleId, seq) => this.#salesBefore(seq).get(saleId),
        refundBefore: (refundKey, seq) => this.#refundsBefore(seq).get(refundKey),
        referenceOf: (saleId) => this.#salesBefore(Number.POSITIVE_INFINITY).get(saleId)?.reference ?? '',
      },
      { sales: this.sales(), refunds: this.refunds() },
    );
  }

  #recorded(event: JournalEvent, at: number): RecordedEvent {
    return { seq: this.events.length + 1, at, terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42', event };
  }

  #salesBefore(before: number): Map<string, SaleRecord> {
    const sales = new Map<string, SaleRecord>();
    for (const recorded of this.events) {
      const { event, seq } = recorded;
      if (seq < before && 'saleId' in event && !('refundKey' in event || 'wish' in event))
        sales.set(event.saleId, foldSale(sales.get(event.saleId), event, recorded));
    }
    return sales;
  }

  #refundsBefore(before: number): Map<string, RefundRecord> {
    const refunds = new Map<string, RefundRecord>();
    for (const recorded of this.events) {
      const { event, seq } = recorded;
      if (seq < before && 'refundKey' in event)
        refunds.set(event.refundKey, foldRefund(refunds.get(event.refundKey), event, recorded));
    }
    return refunds;
  }
}

export const zoe: Actor = { role: 'cashier', id: 'p-1', name: 'Zoë' };
/** A second person with the same name. */
export const otherZoe: Actor = { role: 'cashier', id: 'p-2', name: 'Zoë' };

const problem = { code: 'network.reset', message: 'broke', retryable: true };

export const sale = (saleId: string, amount: number, by?: Actor) => {
  const moved = (stage: SaleRecord['stage'], status: string, alarmOver?: SaleRecord['stage']): JournalEvent => ({
    type: 'sale.moved',
    saleId,
    via: 'read',
    status,
    stage,
    ...(alarmOver === undefined ? {} : { alarmOver }),
  });
  return {
    charged: {
      type: 'sale.intent',
      saleId,
      reference: `TILL42-261122-${saleId}`,
      counter: 'c',
      sequence: 1,
      amount,
      operation: 'static-qr',
      body: '{}',
      skewMs: 0,
      ...(by === undefined ? {} : { by }),
    } as JournalEvent,
    created: { type: 'sale.created', saleId, paymentId: `pay-${saleId}`, createdAt: 1, via: 'create' } as JournalEvent,
    unknown: { type: 'sale.creation-unknown', saleId, problem } as JournalEvent,
    absent: { type: 'sale.creation-absent', saleId } as JournalEvent,
    refused: { type: 'sale.creation-refused', saleId, problem } as JournalEvent,
    cancelAsked: { type: 'sale.cancel-asked', saleId, by: 'cashier' } as JournalEvent,
    unreadable: { type: 'sale.unreadable', saleId, problem } as JournalEvent,
    dismissed: { type: 'sale.dismissed', saleId } as JournalEvent,
    settled: { type: 'sale.settled', saleId } as JournalEvent,
    scanned: moved('scanned', 'IDENTIFIED'),
    paid: moved('paid', 'SUCCEEDED'),
    cancelled: moved('cancelled', 'CANCELLED'),
    expired: moved('expired', 'EXPIRED'),
    failed: moved('failed', 'FAILED'),
    paidAfterAll: (shownAs: SaleRecord['stage']) => moved('paid', 'SUCCEEDED', shownAs),
    takenBack: moved('voided', 'VOIDED', 'paid'),
    imported: (stage: SaleRecord['stage'], status: string, more: { posId?: string; follow?: boolean } = {}) =>
      ({
        type: 'sale.imported',
        saleId,
        paymentId: `pay-${saleId}`,
        reference: `OTHER-${saleId}`,
        amount,
        status,
        stage,
        createdAt: 1,
        follow: false,
        ...more,
      }) as JournalEvent,
  };
};

export const refund = (refundKey: string, saleId: string, amount: number, by?: Actor) => {
  const answered = (stage: 'unconfirmed' | 'pending' | 'refunded' | 'failed', listed = false): JournalEvent => ({
    type: 'refund.answered',
    refundKey,
    refundId: `refund-${refundKey}`,
    stage,
    ...(listed ? { via: 'list' as const } : { status: stage.toUpperCase() }),
  });
  return {
    asked: {
      type: 'refund.intent',
      refundKey,
      saleId,
      paymentId: `pay-${saleId}`,
      amount,
      body: '{}',
      ...(by === undefined ? {} : { by }),
    } as JournalEvent,
    unanswered: { type: 'refund.unanswered', refundKey, problem } as JournalEvent,
    refused: { type: 'refund.refused', refundKey, problem } as JournalEvent,
    unconfirmed: answered('unconfirmed'),
    pending: answered('pending'),
    refunded: answered('refunded'),
    failed: answered('failed'),
    listed: answered('pending', true),
    closedAsNotMade: { type: 'refund.settled', refundKey, decision: 'not-made' } as JournalEvent,
    sentAgain: { type: 'refund.settled', refundKey, decision: 'send-again' } as JournalEvent,
    imported: {
      type: 'refund.imported',
      refundKey,
      saleId,
      paymentId: `pay-${saleId}`,
      refundId: `refund-${refundKey}`,
      amount,
      createdAt: 5,
    } as JournalEvent,
  };
};

/** A journal of these events; `close` closes the shift. */
export function played(...events: readonly (JournalEvent | 'close')[]): PlayedJournal {
  const journal = new PlayedJournal();
  for (const event of events) journal.play(event);
  return journal;
}

/** The report of these figures, as written and as read back from the journal. */
export function keptReport(
  figures: ShiftFigures,
  counted: Counted = { state: 'not-counted', why: 'not-asked' },
): { readonly written: ShiftReport; readonly read: ShiftReport | undefined } {
  const terminal = { shopName: 'Bakkerij', shopId: 'shop-1', posId: 'TILL42', terminalId: 'till-1' };
  const times = { from: 1_000, to: 2_000 };
  const written = {
    version: REPORT_VERSION,
    number: 1,
    environment: 'PROD',
    ...terminal,
    ...times,
    ...figures,
    counted,
  } as const;
  return { written, read: parseReport(JSON.stringify(written)) };
}
