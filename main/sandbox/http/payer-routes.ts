import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Engine } from '../engine/engine.ts';
import type { PayerOutcome } from '../engine/payer.ts';
import { deeplink } from '../engine/payment-view.ts';
import { securePages, sendPage, serveFiles } from './page-files.ts';
import { payerPage, payerView } from './payer-view.ts';

export interface PayerRoutes {
  readonly engine: Engine;
  readonly host: string;
  readonly baseUrl: () => string;
  readonly saved: () => Promise<void>;
}

/** Where the QR code leads: the page on which one plays the customer. */
export function payerRoutes(app: FastifyInstance, { engine, host, baseUrl, saved }: PayerRoutes): void {
  securePages(app, host);
  serveFiles(app, '/pay/', ['payer.css', 'payer.js', 'dom.js']);

  const nothing = (reply: FastifyReply, message: string) =>
    sendPage(reply.code(404), 'nothing-to-pay.html', { message });
  const missing = (reply: FastifyReply) => nothing(reply, 'This code belongs to no payment.');

  app.get<{ Params: { profileId: string; posId: string } }>('/pay/pos/:profileId/:posId', (request, reply) => {
    const payment = engine.store.latestAt(request.params.profileId, request.params.posId);
    if (payment) return reply.redirect(`/pay/${encodeURIComponent(payment.paymentId)}`);
    return nothing(reply, 'The shop has not charged anything yet.');
  });

  app.get<Id>('/pay/:id', (request, reply) => {
    engine.runDue();
    const payment = engine.store.payments.get(request.params.id);
    if (!payment) return missing(reply);
    return sendPage(reply, 'payer.html', payerPage(payment, engine.store.profiles.get(payment.profileId)));
  });

  app.get<Id>('/pay/:id/state', (request, reply) => {
    engine.runDue();
    const payment = engine.store.payments.get(request.params.id);
    return payment ? reply.send(payerView(payment)) : missing(reply);
  });

  app.get<Id>('/pay/:id/qrcode.svg', async (request, reply) => {
    const payment = engine.store.payments.get(request.params.id);
    if (!payment) return missing(reply);
    const { default: QRCode } = await import('qrcode');
    const text = deeplink({ baseUrl, choices: engine.choices }, payment);
    return reply.type('image/svg+xml').send(await QRCode.toString(text, { type: 'svg', margin: 4 }));
  });

  const { payer } = engine;
  const acts: Readonly<Record<string, (paymentId: string) => PayerOutcome>> = {
    scan: (paymentId) => payer.scan(paymentId),
    confirm: (paymentId) => payer.confirm(paymentId),
    refuse: payer.refuse,
    'walk-away': payer.walkAway,
    'bank-refuses': payer.bankRefuses,
  };
  for (const [name, act] of Object.entries(acts)) {
    app.post<Id>(`/pay/:id/${name}`, async (request, reply) => {
      const payment = engine.store.payments.get(request.params.id);
      if (!payment) return missing(reply);
      act(payment.paymentId);
      await saved();
      return reply.send(payerView(payment));
    });
  }
}

interface Id {
  Params: { id: string };
}
