import type { PaymentRecord, PaymentStatus, Profile } from '../engine/records.ts';

/** What the payer's page shows of a payment; `GET /pay/{id}/state` answers with it. */
export interface PayerView {
  readonly status: PaymentStatus;
  readonly tone: 'quiet' | 'going' | 'good' | 'bad';
  readonly icon: string;
  readonly title: string;
  readonly detail: string;
  /** What the payer can do now, by the names in `payer-routes.ts`. */
  readonly acts: readonly string[];
  /** Where the page goes once the payment has succeeded. */
  readonly returnUrl?: string;
}

export function payerView(payment: PaymentRecord): PayerView {
  const { status } = payment;
  const view = { status, ...wordsOf(payment) };
  return payment.returnUrl !== undefined && status === 'SUCCEEDED' ? { ...view, returnUrl: payment.returnUrl } : view;
}

/** The texts of `pages/payer.html`. */
export function payerPage(payment: PaymentRecord, profile: Profile | undefined): Readonly<Record<string, string>> {
  const merchant = profile?.name ?? 'A merchant';
  const { shopName, description, reference } = payment;
  return {
    base: `/pay/${encodeURIComponent(payment.paymentId)}`,
    view: JSON.stringify(payerView(payment)),
    merchant,
    shop: shopName === undefined || shopName === merchant ? '' : ` · ${shopName}`,
    amount: euros.format(payment.amount / 100),
    about: [description, reference].filter(Boolean).join('\n'),
  };
}

/** Amounts stand here as on the till and on the customer display. */
const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

type Words = Omit<PayerView, 'status' | 'returnUrl'>;

function wordsOf(payment: PaymentRecord): Words {
  if (payment.walkedAway === true && (payment.status === 'PENDING' || payment.status === 'IDENTIFIED')) {
    const acts = payment.status === 'PENDING' ? ['scan'] : ['confirm', 'refuse'];
    return words('quiet', '…', 'You walked away', 'The shop sees nothing until the payment expires.', acts);
  }
  switch (payment.status) {
    case 'PENDING':
      return words('going', '▣', 'Ready to scan', 'Scan the code to begin.', ['scan', 'walk-away']);
    case 'IDENTIFIED': {
      const name = payment.debtor?.name ?? 'you';
      const acts = ['confirm', 'refuse', 'walk-away', 'bank-refuses'];
      return words('going', '▯', `Scanned by ${name}`, 'Confirm to pay.', acts);
    }
    case 'AUTHORIZED':
      return words('going', '✓', 'Confirmed', 'The bank has authorised it. One moment.');
    case 'PENDING_MERCHANT_ACKNOWLEDGEMENT':
      return words('going', '…', 'Waiting for the shop', 'The shop has to acknowledge the payment.');
    case 'SUCCEEDED':
      return words('good', '✓', 'Paid', 'Thank you.');
    case 'CANCELLED':
      return words('quiet', '✕', 'Cancelled', 'No money moved.');
    case 'EXPIRED':
      return words('quiet', '⧗', 'Expired', 'No money moved. Ask the shop for a new code.');
    case 'AUTHORIZATION_FAILED':
      return words('bad', '!', 'Your bank refused', 'No money moved.');
    case 'FAILED':
      return words('bad', '!', 'Something went wrong', 'No money moved.');
    case 'VOIDED':
      return words('bad', '!', 'Taken back', 'The payment was voided. No money moved.');
  }
}

function words(tone: Words['tone'], icon: string, title: string, detail: string, acts: readonly string[] = []): Words {
  return { tone, icon, title, detail, acts };
}
