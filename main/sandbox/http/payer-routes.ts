import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '../engine/engine.ts';
import { deeplink } from '../engine/payment-view.ts';
import type { PaymentRecord, PaymentStatus, Profile } from '../engine/records.ts';
import { securePages, sendPage, serveFiles } from './page-files.ts';

interface PayerRoutes {
  readonly engine: Engine;
  readonly host: string;
  readonly baseUrl: () => string;
  readonly saved: () => Promise<void>;
}

/** Serves the payer's page, the target of the QR code, on which the user plays the customer. */
export function payerRoutes(app: FastifyInstance, { engine, host, baseUrl, saved }: PayerRoutes): void {
  securePages(app, host);
  serveFiles(app, '/pay/', ['pages.css', 'payer.js', 'dom.js']);

  const nothing = (reply: FastifyReply, message: string) =>
    sendPage(reply.code(404), 'nothing-to-pay.html', { message });

  app.get<{ Params: { profileId: string; posId: string } }>('/l/1/:profileId/:posId', (request, reply) => {
    const payment = engine.store.latestAt(request.params.profileId, request.params.posId);
    if (payment) return reply.redirect(`/pay/${encodeURIComponent(payment.paymentId)}`);
    return nothing(reply, 'The shop has not charged anything yet.');
  });

  type Answer = (payment: PaymentRecord, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
  const about = (answer: Answer) => (request: FastifyRequest<Id>, reply: FastifyReply) => {
    engine.runDue();
    const payment = engine.store.payments.get(request.params.id);
    return payment ? answer(payment, reply) : nothing(reply, 'This code belongs to no payment.');
  };
  app.get<Id>(
    '/pay/:id',
    about((payment, reply) =>
      sendPage(reply, 'payer.html', payerPage(payment, engine.store.profiles.get(payment.profileId))),
    ),
  );
  app.get<Id>(
    '/pay/:id/state',
    about((payment, reply) => reply.send(payerView(payment))),
  );
  app.get<Id>(
    '/pay/:id/qrcode.svg',
    about(async (payment, reply) => {
      const { default: QRCode } = await import('qrcode');
      const text = deeplink({ baseUrl, choices: engine.choices }, payment);
      return reply.type('image/svg+xml').send(await QRCode.toString(text, { type: 'svg', margin: 4 }));
    }),
  );

  const { payer } = engine;
  const acts = {
    scan: (paymentId: string) => payer.scan(paymentId),
    confirm: (paymentId: string) => payer.confirm(paymentId),
    refuse: payer.refuse,
    'walk-away': payer.walkAway,
    'bank-refuses': payer.bankRefuses,
  };
  for (const [name, act] of Object.entries(acts)) {
    const play: Answer = async (payment, reply) => {
      act(payment.paymentId);
      await saved();
      return reply.send(payerView(payment));
    };
    app.post<Id>(`/pay/:id/${name}`, about(play));
  }
}

interface Id {
  Params: { id: string };
}

/** A payment on the payer's page; the response of `GET /pay/{id}/state`. */
export interface PayerView {
  readonly status: PaymentStatus;
  readonly tone: 'quiet' | 'going' | 'good' | 'bad';
  readonly title: string;
  readonly detail: string;
  readonly acts: readonly string[];
  /** Target of the page after the payment has succeeded. */
  readonly returnUrl?: string;
}

function payerView(payment: PaymentRecord): PayerView {
  const { status } = payment;
  const view = { status, ...wordsOf(payment) };
  return payment.returnUrl !== undefined && status === 'SUCCEEDED' ? { ...view, returnUrl: payment.returnUrl } : view;
}

function payerPage(payment: PaymentRecord, profile: Profile | undefined): Readonly<Record<string, string>> {
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

const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

type Words = Omit<PayerView, 'status' | 'returnUrl'>;

function wordsOf(payment: PaymentRecord): Words {
  if (payment.walkedAway === true && (payment.status === 'PENDING' || payment.status === 'IDENTIFIED')) {
    const acts = payment.status === 'PENDING' ? ['scan'] : ['confirm', 'refuse'];
    return words('quiet', 'You walked away', 'The shop sees nothing until the payment expires.', acts);
  }
  switch (payment.status) {
    case 'PENDING':
      return words('going', 'Ready to scan', 'Scan the code to begin.', ['scan', 'walk-away']);
    case 'IDENTIFIED': {
      const name = payment.debtor?.name ?? 'you';
      const acts = ['confirm', 'refuse', 'walk-away', 'bank-refuses'];
      return words('going', `Scanned by ${name}`, 'Confirm to pay.', acts);
    }
    case 'AUTHORIZED':
      return words('going', 'Confirmed', 'The bank has authorised it. One moment.');
    case 'PENDING_MERCHANT_ACKNOWLEDGEMENT':
      return words('going', 'Waiting for the shop', 'The shop has to acknowledge the payment.');
    case 'SUCCEEDED':
      return words('good', 'Paid', 'Thank you.');
    case 'CANCELLED':
      return words('quiet', 'Cancelled', 'No money moved.');
    case 'EXPIRED':
      return words('quiet', 'Expired', 'No money moved. Ask the shop for a new code.');
    case 'AUTHORIZATION_FAILED':
      return words('bad', 'Your bank refused', 'No money moved.');
    case 'FAILED':
      return words('bad', 'Something went wrong', 'No money moved.');
    case 'VOIDED':
      return words('bad', 'Taken back', 'The payment was voided. No money moved.');
  }
}

function words(tone: Words['tone'], title: string, detail: string, acts: readonly string[] = []): Words {
  return { tone, title, detail, acts };
}
