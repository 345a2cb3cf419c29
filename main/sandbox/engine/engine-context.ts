import type { Clock } from '../clock.ts';
import type { Choices } from '../open-points.ts';
import type { Random } from '../random.ts';
import type { GeneratedTransactions } from './generated-transactions.ts';
import type { Store } from './in-memory-store.ts';
import type { PaymentStatus } from './records.ts';
import type { Scheduler } from './scheduler.ts';

/** A notification of the merchant's system (docs/service.md, Callback). Each call sends the same bytes. */
export interface CallbackOrder {
  readonly callbackId: string;
  readonly paymentId: string;
  readonly profileId: string;
  readonly kind: 'identify' | 'payout';
  readonly status: PaymentStatus;
  readonly url: string;
  readonly body: string;
}

/** Status of the merchant's response; absent without a response. */
export type CallbackOutcome = { readonly status?: number };

interface CallbackFaults {
  repeat: number;
  /** Longest random delay of a callback in ms, so that callbacks arrive out of order. */
  shuffleMs: number;
  /** Number of callbacks to drop next; they count as unanswered. */
  drop: number;
}

export interface EngineContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly choices: Choices;
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly callbackFaults: CallbackFaults;
  readonly generated: GeneratedTransactions | undefined;
  /** The service's address for links, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly send: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  readonly changed: () => void;
}
