import { z } from 'zod';
import { TillError } from '../base/till-error.ts';
import type { Payment, PaymentId } from '../domain/payment-service.ts';
import { callbackBody, toPayment } from '../service/payment-responses.ts';
import { id24 } from '../service/response-fields.ts';
import type { SpecDeviations } from '../service/spec-deviations.ts';

/** A verified status change of a payment (docs/service.md, Events). */
export interface Callback {
  readonly payment: Payment;
  readonly jti: string;
  /** Time of issue by the service, ms since the epoch. Callbacks may arrive in any order. */
  readonly issuedAt: number;
  /** Body as received, for the journal. */
  readonly raw: string;
}

/** `no-such-sale`: this till charged no such payment. `not-accepted-here`: this till refuses its own payment. */
export type PaymentMatch =
  | { readonly known: true }
  | { readonly known: false; readonly why: 'no-such-sale' | 'not-accepted-here' };

/**
 * Returns the payment in a callback body.
 * @throws TillError `callback.body` when the body does not fit the specification.
 */
export function paymentOf(body: Uint8Array, deviations: SpecDeviations): Payment {
  const read = callbackBody.safeParse(parsed(body));
  if (read.success) return toPayment(read.data, deviations);
  throw new TillError('callback.body', `Callback does not match the schema: ${z.prettifyError(read.error)}`);
}

const naming = z.looseObject({ paymentId: id24 });

/** Returns the payment id in a body that is unproven or does not fit the schema; undefined without a valid id. */
export function paymentNamedIn(body: Uint8Array): PaymentId | undefined {
  try {
    const { data } = naming.safeParse(parsed(body));
    return data === undefined ? undefined : (data.paymentId as PaymentId);
  } catch (thrown) {
    if (thrown instanceof TillError) return undefined;
    throw thrown;
  }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new TillError('callback.body', 'The callback is not JSON.', { cause });
  }
}
