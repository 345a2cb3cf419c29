import { omitUndefined } from '../base/omit-undefined.ts';
import type { JournalRefundEvent, JournalSaleEvent, RecordedEvent } from '../domain/events.ts';
import { foldSale } from '../domain/fold-sale.ts';
import { foldRefund, type RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { ownerOf, refundOwnerOf, refundStandingOf, standingOf } from './counted-as.ts';
import { PeopleTotals } from './people-totals.ts';
import {
  addTo,
  type Correction,
  effectOf,
  emptyTally,
  type OpenItem,
  type PaymentStanding,
  type RefundStanding,
  type ShiftReport,
} from './shift-report.ts';

/** States folded from the events before `seq`. */
export interface Past {
  saleBefore(saleId: string, seq: number): SaleRecord | undefined;
  refundBefore(refundKey: string, seq: number): RefundRecord | undefined;
  referenceOf(saleId: string): string;
}

/** Figures that depend only on the events of the shift. */
export type ShiftFigures = Pick<
  ShiftReport,
  | 'fromSeq'
  | 'toSeq'
  | 'begun'
  | 'payments'
  | 'refunds'
  | 'corrections'
  | 'net'
  | 'people'
  | 'open'
  | 'apart'
  | 'replaced'
>;

export interface CarriedOver {
  readonly sales: readonly SaleRecord[];
  readonly refunds: readonly RefundRecord[];
}

/** Events without effect on a payment's standing, such as most events after the end. */
const CHANGES_NOTHING: ReadonlySet<JournalSaleEvent['type']> = new Set<JournalSaleEvent['type']>([
  'sale.mismatch',
  'sale.cancel-answered',
  'sale.acknowledge-due',
  'sale.acknowledged',
  'sale.acknowledge-refused',
  'sale.superseded',
  'sale.alarm-acknowledged',
  'sale.dismissed',
  'sale.settled',
  'sale.reopened',
]);

/** Most payments to compare with the service: each hundred takes a request. */
const MOST_COUNTED = 10_000;

/** Sums up the events of a shift, added in journal order from `fromSeq` without gaps. Independent of any clock. */
export class ShiftFold {
  readonly #fromSeq: number;
  readonly #past: Past;
  /** Only open sales are held in memory, because a shift may be long; an ended sale is read again on a later event. */
  readonly #openSales = new Map<string, SaleRecord>();
  readonly #openRefunds = new Map<string, RefundRecord>();
  readonly #corrections = new Map<string, Correction>();
  readonly #people = new PeopleTotals();
  readonly #begun = emptyTally();
  readonly #apart = {
    payments: emptyTally(),
    refunds: emptyTally(),
    restored: emptyTally(),
    restoredRefunds: emptyTally(),
  };
  /** Ended payments of this till in the report, up to the limit. */
  readonly #counted = new Set<string>();
  /** End of the shifts whose reports are lost and may have counted earlier payments, ms since the epoch. */
  readonly #countedUntil: number | undefined;
  #toSeq: number;
  #replaced = false;

  constructor(
    fromSeq: number,
    past: Past,
    carried: CarriedOver = { sales: [], refunds: [] },
    countedUntil: number | undefined = undefined,
  ) {
    this.#fromSeq = fromSeq;
    this.#toSeq = fromSeq - 1;
    this.#past = past;
    this.#countedUntil = countedUntil;
    for (const sale of carried.sales) if (isCountedOpen(sale)) this.#openSales.set(sale.saleId, sale);
    for (const refund of carried.refunds)
      if (refundOwnerOf(refund) === 'own' && refundStandingOf(refund.stage) === 'open')
        this.#openRefunds.set(refund.refundKey, refund);
  }

  /** The last event counted; the event before the shift when empty. */
  get toSeq(): number {
    return this.#toSeq;
  }

  add(recorded: RecordedEvent): void {
    const { event, seq } = recorded;
    this.#toSeq = seq;
    if (event.type === 'journal.begun') this.#replaced ||= event.replaces !== undefined;
    else if ('refundKey' in event) this.#refundEvent(event, recorded);
    else if ('saleId' in event && !('wish' in event)) this.#saleEvent(event, recorded);
  }

  /** Returns this till's payments in the report; undefined for too many to compare with the service. */
  payments(): readonly string[] | undefined {
    const all = new Set([...this.#counted, ...this.#openSales.keys()]);
    return all.size > MOST_COUNTED ? undefined : [...all];
  }

  figures(): ShiftFigures {
    const corrections = [...this.#corrections.values()];
    const { payments, refunds, people } = this.#people.totals();
    const corrected = corrections.reduce((sum, correction) => sum + effectOf(correction), 0);
    return {
      fromSeq: this.#fromSeq,
      toSeq: this.#toSeq,
      begun: { ...this.#begun },
      payments,
      refunds,
      corrections,
      net: payments.paid.sum - refunds.refunded.sum + corrected,
      people,
      open: [...this.#openSales.values()]
        .map(openSale)
        .concat([...this.#openRefunds.values()].map((one) => this.#openRefund(one))),
      apart: structuredClone(this.#apart),
      replaced: this.#replaced,
    };
  }

  #saleEvent(event: JournalSaleEvent, recorded: RecordedEvent): void {
    const { saleId } = event;
    if (CHANGES_NOTHING.has(event.type)) return;
    const begins = event.type === 'sale.intent' || event.type === 'sale.imported';
    const before = begins ? undefined : (this.#openSales.get(saleId) ?? this.#past.saleBefore(saleId, recorded.seq));
    const after = foldSale(before, event, recorded);
    if (isCountedOpen(after)) this.#openSales.set(saleId, after);
    else this.#openSales.delete(saleId);
    if (before !== undefined && before.stage === after.stage) return;
    if (before === undefined && ownerOf(after) === 'own') {
      addTo(this.#begun, after.amount);
      this.#people.names(after.by);
    }
    this.#countSale(before, after);
  }

  #countSale(before: SaleRecord | undefined, after: SaleRecord): void {
    const was = before && standingOf(before.stage);
    const is = standingOf(after.stage);
    if (was === is) return;
    const { saleId, amount, reference, by } = after;
    // The standing at the start of the shift decides whether an earlier report has counted the payment.
    const atStart = was === undefined || was === 'open' ? was : this.#saleAtStart(saleId);
    const owner = this.#mayBeCounted(after) ? 'restored' : ownerOf(after);
    if (owner !== 'own') {
      const tally = owner === 'restored' ? this.#apart.restored : this.#apart.payments;
      if (atStart !== 'paid') addTo(tally, amount, (is === 'paid' ? 1 : 0) - (was === 'paid' ? 1 : 0));
      return;
    }
    if (this.#counted.size <= MOST_COUNTED) this.#counted.add(saleId);
    if (atStart === undefined || atStart === 'open') {
      if (was !== undefined && was !== 'open') this.#people.payment(by, was, amount, -1);
      if (is !== 'open') this.#people.payment(by, is, amount, 1);
      return;
    }
    this.#corrections.delete(saleId);
    if (atStart !== is)
      this.#corrections.set(saleId, {
        what: 'payment',
        saleId,
        reference,
        amount,
        ...omitUndefined({ by }),
        was: atStart,
        is,
      });
  }

  /** The service's payment time decides in which shift the payment was made. */
  #mayBeCounted({ saleId, succeededAt = Number.NEGATIVE_INFINITY }: SaleRecord): boolean {
    if (this.#countedUntil === undefined || succeededAt > this.#countedUntil) return false;
    return this.#saleAtStart(saleId) !== undefined;
  }

  #saleAtStart(saleId: string): PaymentStanding | undefined {
    const sale = this.#past.saleBefore(saleId, this.#fromSeq);
    return sale && standingOf(sale.stage);
  }

  #refundEvent(event: JournalRefundEvent, recorded: RecordedEvent): void {
    const { refundKey } = event;
    const begins = event.type === 'refund.intent' || event.type === 'refund.imported';
    const before = begins
      ? undefined
      : (this.#openRefunds.get(refundKey) ?? this.#past.refundBefore(refundKey, recorded.seq));
    const after = foldRefund(before, event, recorded);
    const is = refundStandingOf(after.stage);
    const was = before && refundStandingOf(before.stage);
    const isCounted = this.#countedUntil !== undefined && this.#standingAtStart(refundKey) !== undefined;
    const owner = isCounted ? 'restored' : refundOwnerOf(after);
    if (isCounted && is !== 'open') this.#openRefunds.delete(refundKey);
    if (owner !== 'own') {
      const tally = owner === 'restored' ? this.#apart.restoredRefunds : this.#apart.refunds;
      const counted = (is === 'refunded' ? 1 : 0) - (was === 'refunded' ? 1 : 0);
      if (counted !== 0 && this.#standingAtStart(refundKey) !== 'refunded') addTo(tally, after.amount, counted);
      return;
    }
    if (begins) this.#people.names(after.by);
    if (is === 'open') this.#openRefunds.set(refundKey, after);
    else this.#openRefunds.delete(refundKey);
    if (was !== is) this.#countRefund(after, was, is);
  }

  #countRefund(refund: RefundRecord, was: RefundStanding | undefined, is: RefundStanding): void {
    const { refundKey, saleId, amount, by } = refund;
    const atStart = was && this.#standingAtStart(refundKey);
    if (atStart === undefined || atStart === 'open') {
      if (was !== undefined && was !== 'open') this.#people.refund(by, was, amount, -1);
      if (is !== 'open') this.#people.refund(by, is, amount, 1);
      return;
    }
    this.#corrections.delete(refundKey);
    if (atStart === is) return;
    const reference = this.#past.referenceOf(saleId);
    const about = { saleId, refundKey, reference, amount, ...omitUndefined({ by }) };
    this.#corrections.set(refundKey, { what: 'refund', ...about, was: atStart, is });
  }

  #standingAtStart(refundKey: string): RefundStanding | undefined {
    const refund = this.#past.refundBefore(refundKey, this.#fromSeq);
    return refund && refundStandingOf(refund.stage);
  }

  #openRefund({ refundKey, saleId, amount, stage, by, at: since }: RefundRecord): OpenItem {
    const reference = this.#past.referenceOf(saleId);
    return { what: 'refund', saleId, refundKey, reference, amount, ...omitUndefined({ by }), stage, since };
  }
}

function openSale({ saleId, reference, amount, stage, by, startedAt: since }: SaleRecord): OpenItem {
  return { what: 'payment', saleId, reference, amount, ...omitUndefined({ by }), stage, since };
}

/** An open payment of another till belongs to the other till's report. */
function isCountedOpen(sale: SaleRecord): boolean {
  return ownerOf(sale) === 'own' && standingOf(sale.stage) === 'open';
}
