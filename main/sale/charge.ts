import type { SaleDraft } from '../../preload/contract/contract.ts';
import { referenceOf } from '../../preload/contract/reference-pattern.ts';
import { basicSepa } from '../../preload/contract/sepa-characters.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import type { FromRegister } from '../domain/events.ts';
import type { PaymentRequest, PaymentService, RequestBody } from '../domain/payment-service.ts';
import { isEnd, type SaleRecord } from '../domain/sale-record.ts';
import { usablePattern } from '../domain/sale-reference.ts';
import type { Journal } from '../journal/journal.ts';

export interface RegisterSale {
  readonly register: FromRegister;
  /** Derived from the register's key, for a request without a reference; absent: the till counts. */
  readonly reference?: string | undefined;
}

export interface SaleTerminal {
  readonly posId: string;
  readonly shopId: string;
  readonly shopName: string;
  readonly chargeWith: 'static-qr' | 'payment';
  readonly callbackUrl?: string | undefined;
  readonly identifyCallbackUrl?: string | undefined;
  /** Default description of a sale without a typed description. */
  readonly description?: string | undefined;
  /** Form of the till's own references, if a manager has set a form. */
  readonly referencePattern?: string | undefined;
  /** Payments with the same bulk id are paid out together; absent: the profile's bulk id. */
  readonly bulkId?: string | undefined;
  /** Vouchers accepted as payment; absent: no vouchers in the request. */
  readonly vouchers?: Vouchers | undefined;
}

interface Vouchers {
  readonly schemes: readonly string[];
  /** Voucher limit for each sale, cents; absent: the whole amount. */
  readonly maximum?: number | undefined;
}

/** Returns a reference in the till's own form, with `digits` in place of its counter; `at`: ms since the epoch. */
export function referenceWith({ posId, referencePattern }: SaleTerminal, digits: string, at: number): string {
  return referenceOf(usablePattern(referencePattern), { posId, at, sequence: digits });
}

/** Returns the reference members of the intent for a sale without a typed reference. */
export function ownReference(journal: Journal, from: RegisterSale | undefined) {
  if (from?.reference === undefined) return journal.nextReference();
  return { reference: from.reference, ownReference: true as const };
}

/** Returns the request body for a charge (operations 4 and 5). Throws `TillError` `invalid.*` with the field. */
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
    ...omitUndefined({ description, callbackUrl, identifyCallbackUrl, bulkId, voucherEligibility }),
  };
  if (terminal.chargeWith === 'payment') return service.preparePayment(whole);
  return service.prepareStaticQr({ ...whole, posId, shopId, shopName });
}

/** Returns the body for a service that accepts only basic characters; undefined if the description has no others. */
export function prepareBasicCharge(
  service: PaymentService,
  terminal: SaleTerminal,
  charge: Charge,
): RequestBody | undefined {
  const { text, leftOut } = basicSepa(charge.description ?? '');
  if (leftOut === '') return undefined;
  return prepareCharge(service, terminal, { ...charge, description: text || undefined });
}

type Charge = Pick<PaymentRequest, 'amount' | 'reference'> & { readonly description: string | undefined };

/** Returns the amount that vouchers may pay, at most the sale's (docs/service.md, Create-payment request body). */
function eligible(vouchers: Vouchers | undefined, amount: number): PaymentRequest['voucherEligibility'] {
  if (vouchers === undefined || vouchers.schemes.length === 0) return undefined;
  return [{ voucherSchemes: vouchers.schemes, amount: Math.min(amount, vouchers.maximum ?? amount) }];
}

/**
 * Returns the sale on the screen that the new sale replaces: an ended sale, if a cash register charges. Throws
 * `TillError`: `sale.busy` for any other sale on the screen, `sale.reference-open` because a search could not
 * distinguish two sales with the same typed reference.
 */
export function roomFor(
  { reference }: Pick<SaleDraft, 'reference'>,
  journal: Journal,
  from: RegisterSale | undefined,
): string | undefined {
  const shown = journal.onScreen();
  const makesRoom = shown === undefined || (from !== undefined && isEnd(journal.sale(shown)?.stage ?? 'unknown'));
  if (!makesRoom) throw new TillError('sale.busy', 'Another sale is on the screen; finish it first.');
  const same = reference ? journal.salesOfReference(reference) : [];
  if (same.some((sale) => !sale.settled && sale.paymentId === undefined))
    throw new TillError('sale.reference-open', 'Another sale with this reference has no result yet.', {
      field: 'reference',
      values: { reference: reference ?? '' },
    });
  return shown;
}

/**
 * Returns true for an ended sale whose payment is cancelled by the next charge. With a separate code for each payment,
 * its payment could still be paid next to the new payment, so its cancel is journaled first. A parked sale continues:
 * its customer may be paying.
 */
export function isCancelledByCharge(terminal: SaleTerminal, sale: SaleRecord): boolean {
  return terminal.chargeWith === 'payment' && sale.operation === 'payment' && isEnd(sale.stage);
}

/** Returns true if a charge invalidates the payment: one is active per POS (docs/service.md, Payment transitions). */
export function isInvalidatedByCharge(terminal: SaleTerminal, sale: SaleRecord): boolean {
  return sale.origin === 'here' && holdsCode(terminal, sale) && !isEnd(sale.stage);
}

/** Returns the open sale on the screen, or else an open sale whose code another charge would invalidate. */
export function busyWith(
  terminal: SaleTerminal,
  journal: Journal,
  isReleased: (sale: SaleRecord) => boolean = () => false,
): SaleRecord | undefined {
  const shown = journal.onScreen();
  const open = journal.openSales().filter((sale) => !isEnd(sale.stage) && !isReleased(sale));
  return open.find(({ saleId }) => saleId === shown) ?? open.find((sale) => holdsCode(terminal, sale));
}

/** Returns true if the sale uses the code of this POS, under which a single payment is active at a time. */
function holdsCode({ chargeWith, posId }: SaleTerminal, sale: SaleRecord): boolean {
  return chargeWith === 'static-qr' && sale.operation === 'static-qr' && sale.posId === posId;
}
