import type { SaleDraft } from '../../preload/contract/contract.ts';
import { referenceOf } from '../../preload/contract/reference-pattern.ts';
import { basicSepa } from '../../preload/contract/sepa-characters.ts';
import { given } from '../base/given.ts';
import { TillError } from '../base/till-error.ts';
import type { FromRegister } from '../domain/events.ts';
import type { PaymentRequest, PaymentService, RequestBody } from '../domain/payment-service.ts';
import { isEnd, type SaleRecord } from '../domain/sale-record.ts';
import { usablePattern } from '../domain/sale-reference.ts';
import type { Journal } from '../journal/journal.ts';

/** A sale that a cash register asked for. */
export interface RegisterSale {
  readonly register: FromRegister;
  /** Made from the register's key, for a request without a reference; absent: the till counts. */
  readonly reference?: string | undefined;
}

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

/** A reference of the till's own form with these digits in the place of its counter; `at`: ms since the epoch. */
export function referenceWith({ posId, referencePattern }: SaleTerminal, digits: string, at: number): string {
  return referenceOf(usablePattern(referencePattern), { posId, at, sequence: digits });
}

/** The members of the intent for a sale whose reference nobody typed. */
export function ownReference(journal: Journal, from: RegisterSale | undefined) {
  if (from?.reference === undefined) return journal.nextReference();
  return { reference: from.reference, ownReference: true as const };
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

/** The body for a service that does not take each character of the description; undefined where it takes all. */
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

/**
 * The part of a sale that vouchers may pay (docs/service.md, Create-payment request body). Never more than the sale.
 */
function eligible(vouchers: Vouchers | undefined, amount: number): PaymentRequest['voucherEligibility'] {
  if (vouchers === undefined || vouchers.schemes.length === 0) return undefined;
  return [{ voucherSchemes: vouchers.schemes, amount: Math.min(amount, vouchers.maximum ?? amount) }];
}

/**
 * Gives the sale that is on the screen and makes room: one that has ended, for a register. Throws TillError `sale.busy`
 * for any other, and `sale.reference-open`: a search could not tell two sales of one typed reference apart.
 */
export function roomFor(
  { reference }: Pick<SaleDraft, 'reference'>,
  journal: Journal,
  from: RegisterSale | undefined,
): string | undefined {
  const shown = journal.onScreen();
  const makesRoom = shown === undefined || (from !== undefined && isEnd(journal.sale(shown)?.stage ?? 'unknown'));
  if (!makesRoom) throw new TillError('sale.busy', 'A sale is on the screen; finish it first.');
  const same = reference ? journal.salesOfReference(reference) : [];
  if (same.some((sale) => !sale.settled && sale.paymentId === undefined))
    throw new TillError('sale.reference-open', 'A sale with this reference has no outcome yet.', {
      field: 'reference',
      values: { reference: reference ?? '' },
    });
  return shown;
}

/**
 * With one code for each payment, one that the till called over could still be paid beside the new one: its cancel comes
 * first in the journal. What is parked goes on: its customer may be paying.
 */
export function isCancelledByCharge(terminal: SaleTerminal, sale: SaleRecord): boolean {
  return terminal.chargeWith === 'payment' && sale.operation === 'payment' && isEnd(sale.stage);
}

/** Charging again on one POS invalidates the payment that is active there (docs/service.md, Payment transitions). */
export function isInvalidatedByCharge(terminal: SaleTerminal, sale: SaleRecord): boolean {
  return sale.origin === 'here' && holdsCode(terminal, sale) && !isEnd(sale.stage);
}

/** The sale without an end on the screen, or else one whose code another charge would invalidate. */
export function busyWith(
  terminal: SaleTerminal,
  journal: Journal,
  isReleased: (sale: SaleRecord) => boolean = () => false,
): SaleRecord | undefined {
  const shown = journal.onScreen();
  const open = journal.openSales().filter((sale) => !isEnd(sale.stage) && !isReleased(sale));
  return open.find(({ saleId }) => saleId === shown) ?? open.find((sale) => holdsCode(terminal, sale));
}

/** The code of this POS, under which one payment at a time is active, stands for this sale. */
function holdsCode({ chargeWith, posId }: SaleTerminal, sale: SaleRecord): boolean {
  return chargeWith === 'static-qr' && sale.operation === 'static-qr' && sale.posId === posId;
}
