import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentId, PaymentService, RefundId } from '../../main/domain/payment-service.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { aDayAtTheTill, all, pay } from './a-day-at-the-till.ts';
import { type OurClient, ourClient } from './client-over-sockets.ts';
import { accessTo, newKey } from './sandbox-access.ts';

let sandbox: Sandbox;
let client: OurClient;
let till: PaymentService;
beforeAll(async () => {
  sandbox = await startSandbox({ pace: { settleMs: 0 }, picks: { refundMs: 0 } });
  client = ourClient(accessTo(sandbox));
  till = client.service;
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await sandbox.close();
});

const sale = (reference: string, amount = 1250) => till.preparePayment({ amount, reference, description: 'Brood' });
const create = (reference: string, amount = 1250) => till.createPayment(sale(reference, amount));

describe('the till against the embedded service, over a real socket', () => {
  it('gets all twelve operations done', async () => {
    const other = await startSandbox({ pace: { settleMs: 0 }, picks: { refundMs: 0 } });
    const merchant = ourClient(accessTo(other));
    await aDayAtTheTill(other, merchant);
    await merchant[Symbol.asyncDispose]();
    await other.close();
  });

  it('operation 1: a payment that nobody created is told so, with the trace id', async () => {
    await expect(till.readPayment('f'.repeat(24) as PaymentId)).rejects.toMatchObject({
      status: 404,
      traceId: expect.stringMatching(/./),
      spanId: expect.stringMatching(/./),
    });
  });

  it('operation 3: finds every payment once, page after page, newest first', async () => {
    const access = accessTo(sandbox, sandbox.addProfile({}));
    const made: string[] = [];
    // Each client has its own budget of requests, as each till has.
    for (let till = 0; till < 5; till += 1) {
      await using other = ourClient(access);
      for (let number = 0; number < 41; number += 1) {
        const body = other.service.preparePayment({ amount: 1, reference: `N-${till}-${number}` });
        made.unshift((await other.service.createPayment(body)).paymentId);
      }
    }
    await using other = ourClient(access);
    const found: string[] = [];
    for await (const payment of other.service.search({})) found.push(payment.paymentId);
    expect(found).toEqual(made);
  });

  it('operation 9: a refund that nobody made is told so', async () => {
    const { paymentId } = await create('NONE');
    await expect(till.readRefund(paymentId, 'f'.repeat(24) as RefundId)).rejects.toMatchObject({ status: 404 });
  });

  it('operations 11 and 12: a payout that there is not is told so', async () => {
    const nobody = { payoutId: 'f'.repeat(24) };
    await expect(all(till.payoutPayments(nobody))).rejects.toMatchObject({ serviceCode: 'PAYOUT_NOT_FOUND' });
    await expect(all(till.payoutRefunds(nobody))).rejects.toMatchObject({ serviceCode: 'PAYOUT_NOT_FOUND' });
  });
});

describe('what the till believes of the embedded service', () => {
  it('an answer with a wrong signature is never a refund that is sure', async () => {
    const { paymentId } = await create('FORGED');
    pay(sandbox, paymentId);
    sandbox.faults.inject({ operation: 'createRefund', kind: 'wrong-signature' });
    const refund = await till.createRefund(paymentId, till.prepareRefund({ amount: 5 }), randomUUID());
    expect(refund).toMatchObject({ verified: false, verifyFault: 'verify.signature-mismatch' });
  });

  it('a payout list without a signature is refused', async () => {
    sandbox.faults.inject({ operation: 'listPayouts', kind: 'no-signature' });
    await expect(all(till.payouts({}, { retry: 'never' }))).rejects.toMatchObject({ code: 'verify.no-signature' });
  });

  it('keys that the service has changed are found without a failed call', async () => {
    const { paymentId } = await create('ROTATED');
    pay(sandbox, paymentId);
    sandbox.faults.rotateKeys();
    const refund = await till.createRefund(paymentId, till.prepareRefund({ amount: 5 }), randomUUID());
    expect(refund).toMatchObject({ verified: true });
  });

  it('a till with a key that the service does not know is told so', async () => {
    const stranger = ourClient({ ...accessTo(sandbox), signingKey: newKey() });
    const body = stranger.service.preparePayment({ amount: 1, reference: 'STRANGER' });
    await expect(stranger.service.createPayment(body)).rejects.toMatchObject({ status: 401, acted: 'no' });
    await stranger[Symbol.asyncDispose]();
  });
});
