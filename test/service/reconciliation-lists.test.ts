import { describe, expect, test } from 'vitest';
import {
  createRawLists,
  listsOfRaw,
  type RawLists,
  type ReconciliationLists,
} from '../../main/service/reconciliation-lists.ts';
import { createRefundApi } from '../../main/service/refund-api.ts';
import { serviceError } from '../../main/service/service-error.ts';
import type { Exchange } from '../../main/service/signed-exchange.ts';
import { createSpecDeviations } from '../../main/service/spec-deviations.ts';
import { createTill, json, signed, text } from './client-under-test.ts';
import { paymentId, refund, refundId, transaction } from './sample-responses.ts';

/** List pages that another thread reads: verified here, but parsed only as far as verification needs. */

const ask = { list: 'payments', range: { startDate: '2026-03-01', endDate: '2026-03-09' }, page: 2 } as const;
const page = { size: 1, totalPages: 3, totalElements: 3, number: 2, payments: [transaction] };

function tillWith(...given: Parameters<typeof createTill>) {
  const till = createTill(...given);
  return { ...till, lists: till.service as typeof till.service & ReconciliationLists & RawLists };
}

test('returns a signed page byte for byte', async () => {
  const { lists, sent } = tillWith((request, side) => signed(request, side, 200, page));
  const { response, verifyFault } = await lists.rawPage(ask);
  expect(JSON.parse(new TextDecoder().decode(response.body))).toEqual(page);
  expect(verifyFault).toBeUndefined();
  expect(sent.map(({ path, query }) => `${path}?${query}`)).toEqual([
    '/v3/reconciliation/payments?start-date=2026-03-01&end-date=2026-03-09&size=10000&page=2',
  ]);
});

test('returns an unsigned page with its verification fault', async () => {
  const { lists } = tillWith(() => json(200, page));
  await expect(lists.rawPage(ask)).resolves.toMatchObject({ verifyFault: 'verify.no-signature' });
});

test("asks again after a captive portal's page", async () => {
  let answered = 0;
  const { lists } = tillWith((request, side) => {
    answered += 1;
    return answered === 1 ? text(200, '<html>Log in</html>') : signed(request, side, 200, page);
  });
  expect(await lists.rawPage(ask)).not.toHaveProperty('verifyFault');
  expect(answered).toBe(2);
});

test("withholds a page while the service's keys are unavailable", async () => {
  const keysAnswer = () => {
    throw serviceError('network.refused', 'test', { acted: 'no' });
  };
  const { lists } = tillWith((request, side) => signed(request, side, 200, page), { keysAnswer });
  await expect(lists.rawPage(ask)).rejects.toMatchObject({ code: 'verify.keys-unavailable' });
});

test('rethrows an internal error during signature verification', async () => {
  const ours = new RangeError('a fault of ours');
  const exchange: Exchange = { run: async (call) => call.parse(json(200, refund), () => Promise.reject(ours)) };
  await expect(createRawLists(exchange).rawPage(ask)).rejects.toBe(ours);
  const refunds = createRefundApi(exchange, createSpecDeviations('refund', undefined));
  await expect(refunds.readRefund(paymentId, refundId)).rejects.toBe(ours);
});

test('reports a signed refusal and rejects invalid ranges locally', async () => {
  const { lists, sent } = tillWith((request, side) => signed(request, side, 404, { code: 'PAYOUT_NOT_FOUND' }));
  await expect(lists.rawPage(ask)).rejects.toMatchObject({ code: 'payout.not-found' });
  const far = { ...ask, range: { startDate: '2025-01-01', endDate: '2026-03-09' } };
  await expect(lists.rawPage(far)).rejects.toMatchObject({ code: expect.stringMatching(/^invalid\./) });
  expect(sent).toHaveLength(1);
});

describe.each<readonly [string, (lists: ReconciliationLists & RawLists) => ReconciliationLists]>([
  ['from the service', (lists) => lists],
  ['in another thread', (lists) => listsOfRaw(lists, createSpecDeviations('reconciliation', undefined))],
])('a page read %s', (_where, readers) => {
  const { range } = ask;

  test('iterates its items repeatedly', async () => {
    const { lists } = tillWith((request, side) =>
      signed(request, side, 200, { ...page, payments: [transaction, { ...transaction, amount: 7 }] }),
    );
    const { items, ...rest } = await readers(lists).paymentsPage(range, 2);
    expect(rest).toEqual({ number: 2, totalPages: 3, totalElements: 3, size: 2 });
    for (const read of [[...items], [...items]]) expect(read).toMatchObject([{ amount: 1250 }, { amount: 7 }]);
  });

  test('yields the items before a malformed item', async () => {
    const refunds = [{ ...transaction, refundId }, transaction];
    const { lists } = tillWith((request, side) => signed(request, side, 200, { ...page, refunds }));
    const { items } = await readers(lists).refundsPage(range, 2);
    const read: unknown[] = [];
    const readAll = () => {
      for (const item of items) read.push(item);
    };
    expect(readAll).toThrow(/item 1: refundId/);
    expect(read).toMatchObject([{ refundId }]);
  });

  test('reports a missing signature', async () => {
    const { lists } = tillWith(() => json(200, page));
    const read = await readers(lists).paymentsPage(range, 2);
    expect(read).toMatchObject({ size: 1, verifyFault: 'verify.no-signature' });
  });

  test('is rejected when its number differs from the request', async () => {
    const { lists } = tillWith((request, side) => signed(request, side, 200, { ...page, number: 1 }));
    const mismatch = { code: 'answer.mismatch', status: 200 };
    for (const asked of [0, 2]) await expect(readers(lists).paymentsPage(range, asked)).rejects.toMatchObject(mismatch);
  });
});
