import { dateTime } from './dates.ts';
import type { World } from './engine-context.ts';
import { maskedIban } from './ids.ts';
import type { PaymentRecord, Profile } from './records.ts';

/** What a view needs of the world. */
export type Sight = Pick<World, 'ledger' | 'picks' | 'baseUrl'>;

/** A payment as operations 1 and 3 show it (spec: Payment). */
export function paymentView(world: Sight, payment: PaymentRecord): object {
  const { debtor } = payment;
  return {
    paymentId: payment.paymentId,
    createdAt: dateTime(payment.createdAt),
    expireAt: dateTime(payment.expireAt),
    succeededAt: payment.succeededAt === undefined ? undefined : dateTime(payment.succeededAt),
    currency: 'EUR',
    status: payment.status,
    creditor: creditor(world.ledger.profiles.get(payment.profileId), payment),
    debtor: debtor && { name: debtor.name, iban: maskedIban(debtor.iban) },
    amount: payment.amount,
    description: payment.description,
    message: payment.message,
    reference: payment.reference,
    bulkId: payment.bulkId,
    _links: links(world, payment),
  };
}

/** Creation response of operations 4 and 5: it says `expiresAt` where a read says `expireAt`. */
export function creationView(world: Sight, payment: PaymentRecord): object {
  return {
    paymentId: payment.paymentId,
    status: payment.status,
    createdAt: dateTime(payment.createdAt),
    expiresAt: dateTime(payment.expireAt),
    description: payment.description,
    reference: payment.reference,
    amount: payment.amount,
    currency: 'EUR',
    creditor: creditor(world.ledger.profiles.get(payment.profileId), payment),
    _links: links(world, payment),
  };
}

/** What the QR code says: the payer's page of this payment, or of its point of sale. */
export function deeplink(world: Pick<World, 'baseUrl' | 'picks'>, payment: PaymentRecord): string {
  if (world.picks.staticQrDeeplink === 'pos' && payment.posId !== undefined) {
    return `${world.baseUrl()}/pay/pos/${encodeURIComponent(payment.profileId)}/${payment.posId}`;
  }
  return `${world.baseUrl()}/pay/${encodeURIComponent(payment.paymentId)}`;
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

/** Links (spec): `cancel` only while PENDING, `refund` only when SUCCEEDED, `checkout` for a payment that is no POS's. */
function links(world: Sight, payment: PaymentRecord): object {
  const id = encodeURIComponent(payment.paymentId);
  const self = `${world.baseUrl()}/v3/payments/${id}`;
  const page = deeplink(world, payment);
  return {
    self: { href: self },
    deeplink: { href: page },
    qrcode: { href: `${world.baseUrl()}/pay/${id}/qrcode.svg` },
    cancel: payment.status === 'PENDING' ? { href: self } : undefined,
    refund: payment.status === 'SUCCEEDED' ? { href: `${self}/refunds` } : undefined,
    checkout: payment.posId === undefined ? { href: page } : undefined,
  };
}
