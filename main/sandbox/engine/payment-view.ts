import { dateTime } from './dates.ts';
import { maskedIban } from './debtors.ts';
import type { EngineContext } from './engine-context.ts';
import type { PaymentRecord, Profile } from './records.ts';

type ViewContext = Pick<EngineContext, 'store' | 'choices' | 'baseUrl'>;

/** Returns a payment as in operations 1 and 3 (docs/service.md, Payment). */
export function paymentView(context: ViewContext, payment: PaymentRecord) {
  const { debtor } = payment;
  return {
    paymentId: payment.paymentId,
    createdAt: dateTime(payment.createdAt),
    expireAt: dateTime(payment.expireAt),
    succeededAt: payment.succeededAt === undefined ? undefined : dateTime(payment.succeededAt),
    currency: 'EUR',
    status: payment.status,
    creditor: creditor(context.store.profiles.get(payment.profileId), payment),
    debtor: debtor && { name: debtor.name, iban: maskedIban(context.choices, debtor.iban) },
    amount: payment.amount,
    description: payment.description,
    message: payment.message,
    reference: payment.reference,
    bulkId: payment.bulkId,
    _links: links(context, payment),
  };
}

/** Creation response of operations 4 and 5, with `expiresAt` instead of the `expireAt` of a read. */
export function creationView(context: ViewContext, payment: PaymentRecord): object {
  return {
    paymentId: payment.paymentId,
    status: payment.status,
    createdAt: dateTime(payment.createdAt),
    expiresAt: dateTime(payment.expireAt),
    description: payment.description,
    reference: payment.reference,
    amount: payment.amount,
    currency: 'EUR',
    creditor: creditor(context.store.profiles.get(payment.profileId), payment),
    _links: links(context, payment),
  };
}

export function deeplink(context: Pick<EngineContext, 'baseUrl' | 'choices'>, payment: PaymentRecord): string {
  if (context.choices.staticQrDeeplink === 'pos' && payment.posId !== undefined) {
    return `${context.baseUrl()}/l/1/${encodeURIComponent(payment.profileId)}/${payment.posId}`;
  }
  return `${context.baseUrl()}/pay/${encodeURIComponent(payment.paymentId)}`;
}

function creditor(profile: Profile | undefined, payment: PaymentRecord): object {
  return {
    profileId: payment.profileId,
    merchantId: payment.merchantId,
    name: profile?.name,
    iban: profile?.iban,
    identifyCallbackUrl: payment.identifyCallbackUrl,
    callbackUrl: payment.callbackUrl,
  };
}

/** docs/service.md, Links; `checkout` for a payment without a posId. */
function links(context: ViewContext, payment: PaymentRecord): object {
  const id = encodeURIComponent(payment.paymentId);
  const self = `${context.baseUrl()}/v3/payments/${id}`;
  const page = deeplink(context, payment);
  return {
    self: { href: self },
    deeplink: { href: page },
    qrcode: { href: `${context.baseUrl()}/pay/${id}/qrcode.svg` },
    cancel: payment.status === 'PENDING' ? { href: self } : undefined,
    refund: payment.status === 'SUCCEEDED' ? { href: `${self}/refunds` } : undefined,
    checkout: payment.posId === undefined ? { href: page } : undefined,
  };
}
