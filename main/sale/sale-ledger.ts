import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { TillError } from '../base/till-error.ts';
import type { Payment } from '../domain/payment-service.ts';
import { takesBack } from '../domain/payment-transitions.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { next, type SaleEvent } from '../domain/state-machine.ts';
import type { Journal } from '../journal/journal.ts';

/** `journaled`: an event was appended. `viewed`: only the view may have changed, such as the request under way. */
export type LedgerNews =
  | { readonly kind: 'journaled' | 'unchanged'; readonly before: SaleRecord; readonly after: SaleRecord }
  | { readonly kind: 'read-due'; readonly saleId: string }
  | { readonly kind: 'viewed' };

interface SaleLedgerParts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Service clock minus this machine's clock, as far as known, ms; default: 0. */
  readonly skewMs?: () => number;
}

/** Sales of the journal. Below the followers: a follower acts on the returned state, every other part subscribes. */
export class SaleLedger {
  readonly #parts: SaleLedgerParts;
  readonly #subscribers: ((news: LedgerNews) => void)[] = [];

  constructor(parts: SaleLedgerParts) {
    this.#parts = parts;
  }

  /** Subscribers run in the order of subscription, before `apply` returns. */
  subscribe(subscriber: (news: LedgerNews) => void): void {
    this.#subscribers.push(subscriber);
  }

  /** Throws `sale.unknown`. */
  sale(saleId: string): SaleRecord {
    const sale = this.#parts.journal.sale(saleId);
    if (sale === undefined) throw new TillError('sale.unknown', 'Sale not found.', { field: 'saleId' });
    return sale;
  }

  /**
   * Passes the event through the state machine and returns the new state. The resulting events are in the journal when
   * this returns, or queued if the disk fails. Throws `sale.unknown`.
   */
  apply(saleId: string, event: SaleEvent): SaleRecord {
    const { journal, clock, log, skewMs = () => 0 } = this.#parts;
    const before = this.sale(saleId);
    const at = clock.now();
    const step = next(before, event, { at, serviceNow: at + skewMs() });
    const events = step.effects.flatMap((effect) => (effect.kind === 'journal' ? [effect.event] : []));
    const isJournaled = events.length > 0;
    const after = isJournaled ? (journal.keep(...events).sale ?? before) : before;
    this.#publish({ kind: isJournaled ? 'journaled' : 'unchanged', before, after });
    for (const effect of step.effects) {
      if (effect.kind === 'report') log.warn(effect.code, { saleId, ...effect.facts });
      // A callback may contradict a sale that no follower follows any more: only the response to a read decides.
      if (effect.kind === 'read') this.#publish({ kind: 'read-due', saleId });
    }
    return after;
  }

  /** Takes a payment read for another reason (a refund). Another read confirms a reversal. Throws `sale.unknown`. */
  seen(saleId: string, payment: Payment): void {
    if (takesBack(this.sale(saleId), payment)) this.apply(saleId, { type: 'contradicted' });
    else this.apply(saleId, { type: 'seen', payment, via: 'read' });
  }

  /** Reports a change of a sale's view without an event. */
  readonly viewed = (): void => this.#publish({ kind: 'viewed' });

  #publish(news: LedgerNews): void {
    for (const subscriber of this.#subscribers) subscriber(news);
  }
}
