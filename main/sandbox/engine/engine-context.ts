import type { Clock } from '../clock.ts';
import type { Choices } from '../open-points.ts';
import type { Random } from '../random.ts';
import type { GeneratedTransactions } from './generated-transactions.ts';
import type { Store } from './in-memory-store.ts';
import type { PaymentStatus } from './records.ts';
import type { Scheduler } from './scheduler.ts';

/** A notification of the merchant's system (docs/service.md, Callback). Each call of it sends the same bytes. */
export interface CallbackOrder {
  readonly callbackId: string;
  readonly paymentId: string;
  readonly profileId: string;
  readonly kind: 'identify' | 'payout';
  readonly status: PaymentStatus;
  readonly url: string;
  readonly body: string;
}

/** Status of the merchant's answer; none when there was no answer. */
export type CallbackOutcome = { readonly status?: number };

/** Faults of the way to the merchant, set from the control panel or by a test. */
export interface CallbackFaults {
  /** Times that each callback is sent beyond the first. */
  repeat: number;
  /** Each callback waits a random part of this before it is sent, so that callbacks arrive out of order. */
  shuffleMs: number;
  /** Callbacks from the next on that are not sent; they count as not answered. */
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
  /** The service's address, for links; without a slash at its end. */
  readonly baseUrl: () => string;
  /** Sends a callback; `done` tells what came of it, once. */
  readonly send: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  readonly changed: () => void;
}
