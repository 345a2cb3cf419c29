import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import type { PaymentId, PaymentService } from '../../main/domain/payment-service.ts';
import { keptText } from '../../main/sandbox/engine/response-form.ts';
import { type Choices, openPoints, type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { accessTo, type OurClient, ourClient, pinnedPoints } from './client-over-sockets.ts';

const pace = { settleMs: 0, refundMs: 0 };

/** Picks option `number` of each open point with enough options. */
function choices(number: number): Partial<Choices> {
  const rows = Object.entries(openPoints).flatMap(([name, row]) => {
    const option = 'options' in row ? row.options[number] : undefined;
    return option === undefined ? [] : [[name, option] as const];
  });
  return { ...Object.fromEntries(rows), ...pinnedPoints };
}

describe('all twelve operations over real sockets', () => {
  it.each([
    ['as the sandbox takes each open point', choices(0)],
    ['with the second option of each', choices(1)],
    ['with the third option of each', choices(2)],
    ['with the fourth option of each', choices(3)],
    ['where the signature alone counts', { bothCredentials: 'signature-only' }],
    ['where the key alone counts', { bothCredentials: 'key-only' }],
  ] satisfies readonly [string, Partial<Choices>][])('%s', async (_name, picks: Partial<Choices>) => {
    const sandbox = await startSandbox({ pace, picks });
    const merchantIssued = picks.reconciliationAnswerIssuer === 'merchant-id';
    const told = {
      pathClaim: picks.pathClaim,
      reconciliationIssuer: merchantIssued ? sandbox.profile.merchantId : undefined,
    };
    await using client = ourClient(accessTo(sandbox), omitUndefined(told));
    try {
      await aDayAtTheTill(sandbox, client);
    } finally {
      await sandbox.close();
    }
  });

  it('sells by API key alone when its JWKS is unknown', async () => {
    const sandbox = await startSandbox({ pace });
    const access = { ...accessTo(sandbox), signingKey: makeSigningKey('unknown') };
    await using client = ourClient(access, { paymentAuthentication: 'key' });
    await using signing = ourClient(access);
    const { service } = client;
    try {
      const charge = service.preparePayment({ amount: 1250, reference: 'R1' });
      await expect(signing.service.createPayment(charge, { retry: 'never' })).rejects.toMatchObject({ status: 401 });
      const { paymentId } = await service.createPayment(charge);
      expect((await service.readPayment(paymentId)).status).toBe('PENDING');
      expect((await service.searchPage({}, 0, 10)).items).toMatchObject([{ paymentId }]);
      await service.cancelPayment(paymentId);
      const paid = await service.createPayment(service.preparePayment({ amount: 800, reference: 'R2' }));
      sandbox.payer.scan(paid.paymentId);
      sandbox.payer.confirm(paid.paymentId);
      sandbox.engine.runDue();
      expect((await service.readPayment(paid.paymentId)).status).toBe('SUCCEEDED');
    } finally {
      await sandbox.close();
    }
  });

  it.each([
    ['path', 'with-prefix', 'without-prefix'],
    ['path', 'without-prefix', 'with-prefix'],
    ['path-and-query', 'with-prefix', 'without-prefix'],
    ['path-and-query', 'without-prefix', 'with-prefix'],
  ] as const)('works behind a gateway with path claim %s %s', async (pathClaim, pathClaimPrefix, mistaken) => {
    const sandbox = await startSandbox({ pace, picks: { pathClaim, pathClaimPrefix }, prefix: '/gateway/psp' });
    const access = accessTo(sandbox);
    await using client = ourClient({ ...access, baseUrl: `${access.baseUrl}/` }, { pathClaim, pathClaimPrefix });
    await using wrong = ourClient(access, { pathClaim, pathClaimPrefix: mistaken });
    try {
      await aDayAtTheTill(sandbox, client);
      await expect(all(wrong.service.payouts({}, { retry: 'never' }))).rejects.toMatchObject({ status: 401 });
    } finally {
      await sandbox.close();
    }
  });
});

/** Runs all twelve operations and checks each response against the request. */
async function aDayAtTheTill(sandbox: Sandbox, { service: till }: OurClient): Promise<void> {
  const pos = till.prepareStaticQr({ amount: 300, reference: 'POS', posId: 'POS01', shopName: 'Bakkerij Zoë' });
  const first = await till.createStaticQr(pos);
  const second = await till.createStaticQr(pos);
  expect((await till.readPayment(first.paymentId)).status).not.toBe('PENDING');
  await till.cancelPayment(second.paymentId);
  await expect(till.cancelPayment(second.paymentId)).rejects.toMatchObject({ name: 'TillError', acted: 'no' });
  const found = await till.searchPage({ reference: 'POS' }, 0, 10);
  expect(found).toMatchObject({ totalElements: 2, number: 0, items: [{ reference: 'POS' }, { reference: 'POS' }] });
  expect((await till.searchPage({ reference: 'NOBODY' }, 0, 10)).items).toEqual([]);

  const isWhole = sandbox.engine.choices.optionalMembers === 'present';
  const sale = { amount: 1250, reference: 'Été n° 7', ...(isWhole && { description: 'Brood' }) };
  const { paymentId, links } = await till.createPayment(till.preparePayment(sale));
  expect(links).toMatchObject({ self: expect.any(String), deeplink: expect.any(String), qrcode: expect.any(String) });
  expect((await till.searchPage({ reference: sale.reference }, 0, 10)).items).toMatchObject([sale]);
  expect(await till.readPayment(paymentId)).toMatchObject({
    ...sale,
    reference: keptText(sandbox.engine.choices, sale.reference),
    status: 'PENDING',
    expiresAt: expect.any(Number),
    links: isWhole ? { cancel: expect.any(String) } : {},
  });
  await expect(till.readRefundIban(paymentId)).rejects.toMatchObject({ name: 'TillError' });
  await acknowledged(sandbox, till);
  pay(sandbox, paymentId);
  expect(await till.readPayment(paymentId)).toMatchObject({ status: 'SUCCEEDED', amount: 1250 });
  expect(await till.readRefundIban(paymentId)).toMatch(/^[A-Z]{2}\d{2}[A-Za-z0-9]{8,30}$/);

  const body = till.prepareRefund({ amount: 500, description: 'Té' });
  const key = randomUUID();
  const refund = await till.createRefund(paymentId, body, key);
  expect(refund).toMatchObject({ paymentId, amount: 500, status: 'PENDING', verified: true });
  expect((await till.createRefund(paymentId, body, key)).refundId).toBe(refund.refundId);
  expect(await till.readRefund(paymentId, refund.refundId)).toMatchObject({ status: 'REFUNDED', verified: true });
  const tooMuch = till.createRefund(paymentId, till.prepareRefund({ amount: 751 }), randomUUID());
  await expect(tooMuch).rejects.toMatchObject({ name: 'TillError', acted: 'no' });

  sandbox.engine.runPayout();
  const [payout] = await all(till.payouts());
  expect(payout).toMatchObject({ totalPayments: 2, totalPaymentAmount: 1950, totalRefunds: 1, totalRefundAmount: 500 });
  const ask = { payoutId: payout?.payoutId ?? '' };
  expect(await all(till.payoutPayments(ask))).toHaveLength(2);
  expect(await all(till.payoutRefunds(ask))).toMatchObject([{ amount: 500, refundId: refund.refundId }]);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const days = { startDate: day(Date.now() - 86_400_000), endDate: day(Date.now()) };
  expect([(await all(till.payoutPayments(days))).length, (await all(till.payoutRefunds(days))).length]).toEqual([2, 1]);
  sandbox.engine.failPayout(ask.payoutId);
  expect(await all(till.payouts())).toMatchObject([{ status: 'FAILED', payoutAmount: 1450 }]);
}

function pay(sandbox: Sandbox, paymentId: PaymentId): void {
  sandbox.payer.scan(paymentId);
  sandbox.payer.confirm(paymentId);
  sandbox.engine.runDue();
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Creates a payment that requires acknowledgement and acknowledges the payment. */
async function acknowledged(sandbox: Sandbox, till: PaymentService): Promise<void> {
  const { profileId } = sandbox.profile;
  const { paymentId } = await till.createPayment(till.preparePayment({ amount: 700, reference: 'ACK' }));
  sandbox.addProfile({ profileId, acknowledgement: true });
  pay(sandbox, paymentId);
  await till.acknowledge(paymentId, { amount: 700, reference: 'ACK' });
  sandbox.addProfile({ profileId, acknowledgement: false });
  expect((await till.readPayment(paymentId)).status).toBe('SUCCEEDED');
}
