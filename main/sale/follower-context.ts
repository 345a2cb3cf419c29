import type { Clock, Random } from '../base/clock.ts';
import type { PaymentService, Urgency } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { SaleEvent } from '../domain/state-machine.ts';
import type { Journal } from '../journal/journal.ts';
import type { Attention, PollPauses } from './poll-schedule.ts';
import type { SaleBudget } from './sale-budget.ts';
import type { UndecidedPayments } from './undecided-payments.ts';

export interface FollowerContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  /** The service's clock minus this machine's, as far as it is known, ms. */
  readonly skewMs: () => number;
  /** True while `skewMs` holds for certain. */
  readonly timeKnown: () => boolean;
  /** A creation of unknown outcome may still arrive for this long after it was sent, ms. */
  readonly arrivesWithinMs: number;
  /** A payment may be missing from a search for this long after its creation, ms. */
  readonly searchLagMs: number;
  readonly undecided: UndecidedPayments;
  /** The pace of reads of the sale on the screen, where a manager has set it. */
  readonly pollPauses?: PollPauses | undefined;
  attention(saleId: string): Attention;
  /** A person has this payment open: it is read though nothing is expected of it. */
  isOpened(saleId: string): boolean;
  /** Takes the event through the state machine and the journal; gives the sale as it is then. */
  apply(saleId: string, event: SaleEvent): SaleRecord;
  /** The view of the sale changed, though no event happened. */
  changed(saleId: string): void;
  /** A request about this sale has come back, with whatever outcome. */
  tried(saleId: string): void;
  /** The service has told what became of this sale. */
  answered(saleId: string): void;
}

export interface FollowedSale {
  readonly context: FollowerContext;
  readonly saleId: string;
  readonly budget: SaleBudget;
  /** Aborts when the till closes. */
  readonly closing: AbortSignal;
  sale(): SaleRecord;
  apply(event: SaleEvent): SaleRecord;
  /** That of its requests, but for the read of a click. */
  readonly urgency: Urgency;
}
