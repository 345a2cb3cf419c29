import type { Clock, Random } from '../base/clock.ts';
import type { PaymentService, Urgency } from '../domain/payment-service.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { Recovery } from '../following/recovery.ts';
import type { Journal } from '../journal/journal.ts';
import type { Attention, PollPauses } from './poll-schedule.ts';
import type { SaleBudget } from './sale-budget.ts';
import type { SaleLedger } from './sale-ledger.ts';
import type { UndecidedPayments } from './undecided-payments.ts';

export interface Timing {
  /** Service clock minus this machine's clock, as far as known, ms. */
  readonly skewMs: () => number;
  /** True while `skewMs` is certain. */
  readonly timeKnown: () => boolean;
  /** Time within which a creation of unknown outcome may still arrive after sending, ms. */
  readonly arrivesWithinMs: number;
  /** Time after a creation during which a search may miss the payment, ms. */
  readonly searchLagMs: number;
  /** Pace of reads for the sale on the screen, if set by a manager. */
  readonly pollPauses?: PollPauses | undefined;
}

/** Interest of people at the till in a sale. */
interface SaleAttention {
  of(saleId: string): Attention;
  /** True if a person has the payment open: it is read, although settled. */
  isOpened(saleId: string): boolean;
}

export interface FollowerContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly timing: Timing;
  readonly ledger: Pick<SaleLedger, 'sale' | 'apply' | 'viewed'>;
  readonly undecided: UndecidedPayments;
  readonly attention: SaleAttention;
}

export interface FollowedSale {
  readonly context: FollowerContext;
  readonly saleId: string;
  readonly budget: SaleBudget;
  /** Counts the sales that were open at the start of the till. */
  readonly recovery: Pick<Recovery, 'tried' | 'resolved'>;
  readonly closing: AbortSignal;
  sale(): SaleRecord;
  /** Urgency of the sale's requests, apart from the read of a click. */
  readonly urgency: Urgency;
}
