import { z } from 'zod';
import { type Page, type Payment, type PaymentId, paymentStatuses } from '../domain/payment-service.ts';
import { cents, euro, id24, instant, omitAbsent, optionalText } from './response-fields.ts';
import type { SpecDeviations } from './spec-deviations.ts';

/** Payment API 3.6.5: schemas of the responses, and their conversion into the app's types. */

const link = z.looseObject({ href: z.string() }).nullish();
const links = z.looseObject({
  self: link,
  deeplink: link,
  qrcode: link,
  cancel: link,
  refund: link,
  checkout: link,
});
const requiredLink = z.looseObject({ href: z.string() });

const creditor = z.looseObject({
  profileId: optionalText,
  merchantId: optionalText,
  name: optionalText,
  iban: optionalText,
  identifyCallbackUrl: optionalText,
  callbackUrl: optionalText,
});
const debtor = z.looseObject({ name: optionalText, iban: optionalText });

const payment = z.looseObject({
  paymentId: id24,
  createdAt: instant,
  // The same time under two names: reading uses expireAt, creating uses expiresAt.
  expireAt: instant.nullish(),
  expiresAt: instant.nullish(),
  succeededAt: instant.nullish(),
  currency: euro,
  status: z.string().min(1),
  creditor,
  debtor: debtor.nullish(),
  amount: cents,
  description: optionalText,
  message: optionalText,
  reference: optionalText,
  bulkId: optionalText,
  _links: links.nullish(),
});
type WirePayment = z.output<typeof payment>;

const expires = (given: Pick<WirePayment, 'expireAt' | 'expiresAt'>) =>
  (given.expireAt ?? given.expiresAt ?? undefined) !== undefined;

/** Operation 1, and each item of operation 3's `details`. */
export const paymentResponse = payment.refine(expires, { error: 'required', path: ['expireAt'] });

/** Operations 4 and 5. Three links are required. The amount is optional: without an amount the payment still exists. */
export const creationResponse = payment
  .extend({
    amount: cents.nullish(),
    _links: links.extend({ self: requiredLink, deeplink: requiredLink, qrcode: requiredLink }),
  })
  .refine(expires, { error: 'required', path: ['expiresAt'] });

/** Operation 2: the specification shows no body. */
export const cancelResponse = z.looseObject({
  paymentId: z.string().optional(),
  status: z.string().optional(),
  code: z.unknown().optional(),
});

export const searchResponse = z.looseObject({
  size: z.int().min(0),
  totalPages: z.int(),
  totalElements: z.int(),
  number: z.int(),
  details: z.array(paymentResponse).nullish(),
});

/** The body of a callback: no creditor, no links, and no debtor before a payer has scanned (docs/service.md). */
export const callbackBody = payment.extend({
  creditor: creditor.nullish(),
  currency: euro.default('EUR'),
});

type Wire = WirePayment | z.output<typeof callbackBody>;

/** A missing amount is reported and replaced by `asked` (cents). */
export function toCreated(wire: z.output<typeof creationResponse>, deviations: SpecDeviations, asked: number): Payment {
  if (wire.amount === undefined || wire.amount === null) deviations.missing('Creation.amount');
  return toPayment({ ...wire, amount: wire.amount ?? asked }, deviations);
}

export function toPayment(wire: Wire, deviations: SpecDeviations): Payment {
  deviations.value('Payment.status', wire.status, paymentStatuses);
  const { creditor: from, debtor: by, _links: to } = wire;
  if (from) deviations.extras('Creditor', from, creditor.shape);
  if (by) deviations.extras('Debtor', by, debtor.shape);
  if (to) deviations.extras('Links', to, links.shape);
  return omitAbsent({
    paymentId: wire.paymentId as PaymentId,
    status: wire.status,
    amount: wire.amount,
    createdAt: wire.createdAt,
    expiresAt: wire.expireAt ?? wire.expiresAt,
    succeededAt: wire.succeededAt,
    reference: wire.reference,
    description: wire.description,
    bulkId: wire.bulkId,
    message: wire.message,
    debtor: by ? omitAbsent({ name: by.name, iban: maskedIban(by.iban) }) : undefined,
    creditor: from
      ? omitAbsent({ profileId: from.profileId, merchantId: from.merchantId, name: from.name })
      : undefined,
    links: omitAbsent({
      self: to?.self?.href,
      deeplink: to?.deeplink?.href,
      qrcode: to?.qrcode?.href,
      cancel: to?.cancel?.href,
      refund: to?.refund?.href,
      checkout: to?.checkout?.href,
    }),
    extra: deviations.extras('Payment', wire, payment.shape),
  });
}

/**
 * Masks a full account number, which would be stored in the journal and shown. The service already masks the payer's
 * account: country and stars, or stars and the last five digits.
 */
function maskedIban(iban: string | null | undefined): string | undefined {
  const plain = iban?.replace(/\s/g, '');
  if (plain === undefined || /^([A-Z]{2}[^A-Z0-9]{2,}|\*+\d{1,5}$)/i.test(plain) || plain.length < 15)
    return iban ?? undefined;
  return `${plain.slice(0, 2)}${'*'.repeat(plain.length - 6)}${plain.slice(-4)}`;
}

export function toPage(wire: z.output<typeof searchResponse>, deviations: SpecDeviations): Page<Payment> {
  return {
    items: (wire.details ?? []).map((details) => toPayment(details, deviations)),
    number: wire.number,
    totalPages: wire.totalPages,
    totalElements: wire.totalElements,
  };
}
