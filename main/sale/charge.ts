import { given } from '../base/given.ts';
import { TillError } from '../base/till-error.ts';
import type { PaymentRequest, PaymentService, RequestBody } from '../domain/payment-service.ts';
import { isEnd, type SaleRecord } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';

export interface SaleTerminal {
  readonly posId: string;
  readonly shopId: string;
  readonly shopName: string;
  readonly chargeWith: 'static-qr' | 'payment';
  readonly callbackUrl?: string | undefined;
  readonly identifyCallbackUrl?: string | undefined;
  /** The description of a sale for which nobody types one. */
  readonly description?: string | undefined;
  /** The form of the till's own references, where a manager has set it. */
  readonly referencePattern?: string | undefined;
  /** Payments of one bulk id are paid out together; absent: the profile's. */
  readonly bulkId?: string | undefined;
  /** Vouchers that may pay; absent: none is named to the service. */
  readonly vouchers?: Vouchers | undefined;
}

export interface Vouchers {
  readonly schemes: readonly string[];
  /** Cents of one sale; absent: all of it. */
  readonly maximum?: number | undefined;
}

/** The body that creates a payment here (operations 4 and 5). Throws TillError `invalid.*` naming the field. */
export function prepareCharge(
  service: PaymentService,
  terminal: SaleTerminal,
  { amount, reference, description }: Charge,
): RequestBody {
  const { posId, shopId, shopName, callbackUrl, identifyCallbackUrl, bulkId, vouchers } = terminal;
  const voucherEligibility = eligible(vouchers, amount);
  const whole = {
    amount,
    reference,
    ...given({ description, callbackUrl, identifyCallbackUrl, bulkId, voucherEligibility }),
  };
  if (terminal.chargeWith === 'payment') return service.preparePayment(whole);
  return service.prepareStaticQr({ ...whole, posId, shopId, shopName });
}

type Charge = Pick<PaymentRequest, 'amount' | 'reference'> & { readonly description: string | undefined };

/**
 * The part of a sale that vouchers may pay (docs/service.md, Create-payment request body). Never more than the sale.
 */
function eligible(vouchers: Vouchers | undefined, amount: number): PaymentRequest['voucherEligibility'] {
  if (vouchers === undefined || vouchers.schemes.length === 0) return undefined;
  return [{ voucherSchemes: vouchers.schemes, amount: Math.min(amount, vouchers.maximum ?? amount) }];
}

/** Throws TillError `sale.reference-open`: a search could not tell two sales of one typed reference apart. */
export function refuseOpenReference(journal: Journal, reference: string | undefined): void {
  if (!reference) return;
  const open = journal.salesOfReference(reference).some((sale) => !sale.settled && sale.paymentId === undefined);
  if (!open) return;
  throw new TillError('sale.reference-open', 'A sale with this reference has no outcome yet.', {
    field: 'reference',
    values: { reference },
  });
}

/**
 * With one code for each payment, one that the till called over could still be paid beside the new one: its cancel comes
 * first in the journal. What is parked goes on: its customer may be paying.
 */
export function isCancelledByCharge(terminal: SaleTerminal, sale: SaleRecord): boolean {
  return (
    terminal.chargeWith === 'payment' && sale.operation === 'payment' && sale.origin === 'here' && isEnd(sale.stage)
  );
}

/** Charging again on one POS invalidates the payment that is active there (docs/service.md, Payment transitions). */
export function isInvalidatedByCharge(terminal: SaleTerminal, sale: SaleRecord): boolean {
  if (terminal.chargeWith !== 'static-qr' || sale.operation !== 'static-qr') return false;
  return sale.origin === 'here' && sale.posId === terminal.posId && !isEnd(sale.stage);
}
