import { z } from 'zod';
import { TillError } from '../base/till-error.ts';
import type { Payment } from '../domain/payment-service.ts';
import { callbackBody, toPayment } from '../service/payment-responses.ts';
import type { SpecDeviations } from '../service/spec-deviations.ts';

/** A verified callback of the service: a payment's status has changed (docs/service.md, Events). */
export interface Callback {
  readonly payment: Payment;
  readonly jti: string;
  /** The time at which the service issued it, ms since the epoch. Callbacks may come in any order. */
  readonly issuedAt: number;
  /** An earlier run of the till had this `jti` already: journal and sale may know what it says. */
  readonly repeated: boolean;
  /** The body as it came, for the journal. */
  readonly raw: string;
}

/** Known: the payment is this till's own, and id, amount and reference are those of the journal. */
export type PaymentMatch = { readonly known: true } | { readonly known: false; readonly why: string };

/**
 * The payment that a callback is about.
 * @throws TillError `callback.body` when the body does not fit the specification.
 */
export function paymentOf(body: Uint8Array, deviations: SpecDeviations): Payment {
  const read = callbackBody.safeParse(parsed(body));
  if (read.success) return toPayment(read.data, deviations);
  throw new TillError('callback.body', `The callback does not fit: ${z.prettifyError(read.error)}`);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new TillError('callback.body', 'The callback is not JSON.', { cause });
  }
}
