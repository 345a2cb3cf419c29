import type { PaymentRecord, PaymentStatus, Profile } from '../engine/records.ts';
import { escapeHtml } from './page-headers.ts';

/** What the payer's page shows of a payment. */
export interface PayerView {
  readonly status: PaymentStatus;
  readonly tone: 'quiet' | 'going' | 'good' | 'bad';
  readonly icon: string;
  readonly title: string;
  readonly detail: string;
  /** Acts that can be done now, as the page's addresses have them. */
  readonly acts: readonly string[];
  /** Where the page goes after completion. */
  readonly returnUrl?: string;
}

export function payerView(payment: PaymentRecord): PayerView {
  const { status } = payment;
  const view = { status, ...wordsOf(payment) };
  const returns = payment.returnUrl !== undefined && view.tone === 'good';
  return returns && payment.returnUrl !== undefined ? { ...view, returnUrl: payment.returnUrl } : view;
}

/** The page itself; its state comes from the address beside it. */
export function payerPage(payment: PaymentRecord, profile: Profile | undefined): string {
  const merchant = escapeHtml(profile?.name ?? 'A merchant');
  const { shopName } = payment;
  const shop = shopName === undefined || shopName === profile?.name ? '' : ` · ${escapeHtml(shopName)}`;
  const view = payerView(payment);
  const about = [payment.description, payment.reference].filter((text) => text !== undefined && text !== '');
  const button = (act: string, name: string, kind: string) =>
    `<button type="button" data-act="${act}" class="${kind}"${view.acts.includes(act) ? '' : ' disabled'}>${name}</button>`;
  return page(
    `Pay ${merchant}`,
    `<main data-base="${escapeHtml(`/pay/${encodeURIComponent(payment.paymentId)}`)}">
<p class="band">PAYER APP · SANDBOX</p>
<h1>${merchant}${shop}</h1>
<p class="amount">${amountText(payment.amount)}</p>
<p class="about">${about.map((text) => escapeHtml(text ?? '')).join('<br>')}</p>
<div class="state" id="state" role="status" aria-label="Payment status" data-tone="${view.tone}" data-status="${view.status}">
<span class="icon" aria-hidden="true">${view.icon}</span><span><strong>${view.title}</strong><small>${view.detail}</small></span></div>
<div class="acts">
${button('scan', 'Scan', 'main')}
${button('confirm', 'Confirm payment', 'main')}
${button('refuse', 'Refuse', '')}
${button('walk-away', 'Walk away', '')}
${button('bank-refuses', 'Let the bank refuse', 'quiet')}
</div></main><script type="module" src="/pay/payer.js"></script>`,
  );
}

/** For an address that leads to no payment. */
export function nothingToPay(message: string): string {
  return page(
    'Nothing to pay',
    `<main><p class="band">PAYER APP · SANDBOX</p><h1>Nothing to pay here</h1><p class="about">${escapeHtml(message)}</p></main>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/pay/payer.css"></head><body>${body}</body></html>`;
}

/** As the till and the customer display write it. */
const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

function amountText(cents: number): string {
  return euros.format(cents / 100);
}

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
      return words('going', '▯', `Scanned by ${escapeHtml(name)}`, 'Confirm to pay.', acts);
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
