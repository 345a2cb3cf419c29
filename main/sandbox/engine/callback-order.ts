import type { PaymentStatus } from './records.ts';

/** One call of the merchant's system (spec: Callback). `body` is signed and sent as it is. */
export interface CallbackOrder {
  readonly callbackId: string;
  readonly paymentId: string;
  readonly profileId: string;
  readonly kind: 'identify' | 'payout';
  readonly status: PaymentStatus;
  readonly url: string;
  readonly body: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly synchronous: boolean;
}

/** The merchant's answer; no status when there was none. */
export type CallbackOutcome = { readonly status?: number };

/** Trouble that callbacks can be put into. */
export interface CallbackFaults {
  /** Times that each callback is sent beyond the first. */
  repeat: number;
  /** Each callback waits a random part of this before it leaves, so that they overtake each other. */
  shuffleMs: number;
  /** The next so many callbacks are never sent, as if nobody had answered. */
  drop: number;
}

export const noCallbackFaults = (): CallbackFaults => ({ repeat: 0, shuffleMs: 0, drop: 0 });
