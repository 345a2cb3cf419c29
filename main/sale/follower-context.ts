import type { Clock, Random } from '../base/clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { SaleRecord } from '../journal/sale-record.ts';
import type { PaymentService } from '../service/payment-service.ts';
import type { Gate } from './gate.ts';
import type { Attention } from './poll-schedule.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SaleEvent } from './state-machine.ts';

/** What a follower needs of the sales that it belongs to. */
export interface FollowerContext {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly skewMs: () => number;
  /** A creation of unknown outcome may still arrive for this long after it was sent, ms. */
  readonly arrivesWithinMs: number;
  readonly gate: Gate;
  attention(saleId: string): Attention;
  /** A person has this payment open, and it is to be read though nothing is expected of this till. */
  isOpened(saleId: string): boolean;
  /** Takes the event through the state machine and the journal; gives the sale as it is then. */
  apply(saleId: string, event: SaleEvent): SaleRecord;
  /** Something that the view shows changed, though no event happened. */
  changed(saleId: string): void;
  /** A request about this sale has come back, with whatever outcome. */
  tried(saleId: string): void;
  /** What became of this sale is known as far as the service tells. */
  answered(saleId: string): void;
}

/** One sale among them, as those who ask and tell the service about it see it. */
export interface FollowedSale {
  readonly context: FollowerContext;
  readonly saleId: string;
  readonly limiter: RateLimiter;
  /** Aborts when the till closes. */
  readonly closing: AbortSignal;
  sale(): SaleRecord;
  apply(event: SaleEvent): SaleRecord;
  /** Runs the task at once for the sale on the screen; the others queue, so that a thousand open sales harm nobody. */
  through(task: () => Promise<void>): Promise<void>;
}
