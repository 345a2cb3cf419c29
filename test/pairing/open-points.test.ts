import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PaymentService } from '../../main/domain/payment-service.ts';
import { type Choices, openPoints, type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { type OurClient, ourClient } from './client-over-sockets.ts';
import { accessTo } from './sandbox-access.ts';

/** Every choice that the specification leaves to a service, each taken otherwise than the sandbox usually does. */
const otherwise = Object.entries(openPoints).flatMap(([name, row]) =>
  'options' in row ? row.options.slice(1).map((option) => [name, option, { [name]: option }] as const) : [],
);

/** What a till has to be told of such a choice. */
function toldOf(picks: Partial<Choices>, sandbox: Sandbox): Parameters<typeof ourClient>[1] {
  if (picks.pathClaim === 'path-and-query') return { pathClaim: picks.pathClaim };
  if (picks.reconciliationAnswerIssuer === 'merchant-id') return { reconciliationIssuer: sandbox.profile.merchantId };
  return {};
}

describe('where the specification leaves a choice, the till works with either', () => {
  it.each(otherwise)('%s: %s', async (_name, _option, picks: Partial<Choices>) => {
    const sandbox = await startSandbox({ pace: { settleMs: 0, refundMs: 0 }, picks });
    const client = ourClient(accessTo(sandbox), toldOf(picks, sandbox));
    try {
      await aDayAtTheTill(sandbox, client);
    } finally {
      await client[Symbol.asyncDispose]();
      await sandbox.close();
    }
  });
});

/** The base address of a service behind a gateway has a path of its own. */
describe.each(['with-prefix', 'without-prefix'] as const)(
  'a base URL with a path, which is signed %s',
  (pathClaimPrefix) => {
    it.each(['path', 'path-and-query'] as const)('as %s', async (pathClaim) => {
      const sandbox = await startSandbox({
        pace: { settleMs: 0, refundMs: 0 },
        picks: { pathClaim, pathClaimPrefix },
        prefix: '/gateway/psp',
      });
      const access = accessTo(sandbox);
      const client = ourClient({ ...access, baseUrl: `${access.baseUrl}/` }, { pathClaim, pathClaimPrefix });
      const mistaken = pathClaimPrefix === 'with-prefix' ? 'without-prefix' : 'with-prefix';
      const wrong = ourClient(access, { pathClaim, pathClaimPrefix: mistaken });
      try {
        await aDayAtTheTill(sandbox, client);
        await expect(all(wrong.service.payouts({}, { retry: 'never' }))).rejects.toMatchObject({ status: 401 });
      } finally {
        await wrong[Symbol.asyncDispose]();
        await client[Symbol.asyncDispose]();
        await sandbox.close();
      }
    });
  },
);

/** All twelve operations. */
async function aDayAtTheTill(sandbox: Sandbox, { service: till }: OurClient): Promise<void> {
  const pos = till.prepareStaticQr({ amount: 300, reference: 'POS', posId: 'POS01', shopName: 'Bakkerij Zoë' });
  const first = await till.createStaticQr(pos);
  const second = await till.createStaticQr(pos);
  expect((await till.readPayment(first.paymentId)).status).not.toBe('PENDING');
  await till.cancelPayment(second.paymentId);
  await expect(till.cancelPayment(second.paymentId)).rejects.toMatchObject({ name: 'TillError', acted: 'no' });
  expect((await till.searchPage({ reference: 'POS' }, 0, 10)).totalElements).toBe(2);
  expect((await till.searchPage({ reference: 'NOBODY' }, 0, 10)).items).toEqual([]);

  const { paymentId } = await till.createPayment(till.preparePayment({ amount: 1250, reference: 'SALE' }));
  await acknowledged(sandbox, till);
  pay(sandbox, paymentId);
  expect(await till.readPayment(paymentId)).toMatchObject({ status: 'SUCCEEDED', amount: 1250 });
  expect(await till.readRefundIban(paymentId)).toMatch(/^[A-Z]{2}\d{2}/);

  const body = till.prepareRefund({ amount: 500, description: 'Té' });
  const refund = await till.createRefund(paymentId, body, randomUUID());
  expect(refund).toMatchObject({ status: 'PENDING', verified: true });
  expect(await till.readRefund(paymentId, refund.refundId)).toMatchObject({ status: 'REFUNDED', verified: true });
  const tooMuch = till.createRefund(paymentId, till.prepareRefund({ amount: 751 }), randomUUID());
  await expect(tooMuch).rejects.toMatchObject({ name: 'TillError', acted: 'no' });

  sandbox.engine.runPayout();
  const [payout] = await all(till.payouts());
  const ask = { payoutId: payout?.payoutId ?? '' };
  expect(await all(till.payoutPayments(ask))).toHaveLength(2);
  expect(await all(till.payoutRefunds(ask))).toMatchObject([{ amount: 500, refundId: refund.refundId }]);
  sandbox.engine.failPayout(ask.payoutId);
  expect(await all(till.payouts())).toMatchObject([{ status: 'FAILED', payoutAmount: 1450 }]);
}

/** A payment that waits for the merchant, who acknowledges it. */
async function acknowledged(sandbox: Sandbox, till: PaymentService): Promise<void> {
  const { profileId } = sandbox.profile;
  const { paymentId } = await till.createPayment(till.preparePayment({ amount: 700, reference: 'ACK' }));
  sandbox.addProfile({ profileId, acknowledgement: true });
  pay(sandbox, paymentId);
  await till.acknowledge(paymentId, { amount: 700, reference: 'ACK' });
  sandbox.addProfile({ profileId, acknowledgement: false });
  expect((await till.readPayment(paymentId)).status).toBe('SUCCEEDED');
}

function pay(sandbox: Sandbox, paymentId: string): void {
  sandbox.payer.scan(paymentId);
  sandbox.payer.confirm(paymentId);
  sandbox.engine.runDue();
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
