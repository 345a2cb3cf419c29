import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalSaleEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import type { PaymentId } from '../../main/domain/payment-service.ts';
import { saleView } from '../../main/sale/sale-view.ts';
import { Counter } from './counter.ts';
import { reset } from './scripted-service.ts';

let till: Counter;

beforeEach(() => {
  till = new Counter();
  till.service.lifetimeMs = 900_000;
});

const PAYMENT = 'e'.padStart(24, 'e') as PaymentId;
const REFERENCE = 'OTHER-261120-0007';

function charged(status: string, extra: { posId?: string } = {}): void {
  const createdAt = till.clock.now();
  const paid = { paymentId: PAYMENT, amount: 800, reference: REFERENCE, createdAt, status, links: {}, extra };
  till.service.payments.set(PAYMENT, paid);
}

async function find(): Promise<string> {
  const asked = till.sales.findElsewhere(REFERENCE);
  await till.clock.advance(100);
  expect(await asked).toEqual({ found: 1 });
  return till.sales.find({ text: REFERENCE }, undefined, 10).rows[0]?.saleId ?? '';
}

const there = (status: string) => till.service.set(PAYMENT, status);

describe('a pending payment of another till', () => {
  test('is paid once found again', async () => {
    charged('PENDING');
    const saleId = await find();
    expect(till.view(saleId).stage).toBe('waiting');
    there('SUCCEEDED');
    expect(await find()).toBe(saleId);
    expect(till.view(saleId)).toMatchObject({
      stage: 'paid',
      succeededAt: till.service.last.succeededAt,
      refundable: 800,
    });
    expect(till.sales.alarms()).toEqual([]);
  });

  test('is updated together with a second payment of its reference', async () => {
    charged('PENDING');
    const other = 'f'.padStart(24, 'f') as PaymentId;
    till.service.payments.set(other, { ...till.service.last, paymentId: other });
    const heard = till.listening();
    for (const status of ['PENDING', 'SUCCEEDED']) {
      for (const id of [PAYMENT, other]) till.service.set(id, status);
      const asked = till.sales.findElsewhere(REFERENCE);
      await till.clock.advance(100);
      expect(await asked).toEqual({ found: 2 });
    }
    expect(till.sales.recent(5).map(({ stage }) => stage)).toEqual(['paid', 'paid']);
    expect(heard.calls).toBeGreaterThan(3);
  });

  test('is read at once when found again while open', async () => {
    charged('PENDING');
    const heard = till.listening();
    const saleId = await find();
    expect(heard.calls).toBe(1);
    till.sales.open(saleId);
    await till.clock.advance(40_000);
    const reads = till.service.count('read');
    await find();
    expect(till.service.count('read')).toBe(reads + 1);
  });

  test('is imported with its POS when opened', async () => {
    expect(till.sales.lastPaid()).toEqual([]);
    charged('SUCCEEDED', { posId: 'TILL42' });
    const heard = till.listening();
    const taken = till.sales.takeIn(PAYMENT);
    await till.clock.advance(100);
    expect(till.view(await taken)).toMatchObject({ stage: 'paid', posId: 'TILL42' });
    expect([till.sales.lastPaid(), heard.calls]).toEqual([[800], 1]);
  });

  test.each(['another one', 'none'])('is polled only while open (opened next: %s)', async (next) => {
    const another = next === 'none' ? null : await till.paidSale(500);
    const before = till.service.count('read');
    charged('PENDING');
    const saleId = await find();
    till.sales.open(saleId);
    await till.clock.advance(100);
    expect(till.service.count('read')).toBe(before + 1);
    there('IDENTIFIED');
    await till.clock.advance(20_000);
    expect(till.view(saleId).stage).toBe('scanned');
    till.sales.open(another);
    await till.clock.advance(40_000);
    const reads = till.service.count('read');
    await till.clock.advance(600_000);
    expect(till.service.count('read')).toBe(reads);
    expect(till.journal.openSales()).toEqual([]);
    there('SUCCEEDED');
    till.sales.open(saleId);
    await till.clock.advance(100);
    expect(till.view(saleId).stage).toBe('paid');
  });

  test('applies an answer received after closing', async () => {
    charged('PENDING');
    const saleId = await find();
    there('SUCCEEDED');
    till.service.latencyMs = 5_000;
    till.sales.open(saleId);
    await till.clock.advance(100);
    till.sales.open(null);
    till.sales.networkReturned();
    await till.clock.advance(6_000);
    expect(till.view(saleId).stage).toBe('paid');
  });

  test('is neither cancelled nor acknowledged here', async () => {
    charged('PENDING');
    const saleId = await find();
    await expect(till.sales.cancel(saleId)).rejects.toMatchObject({ code: 'sale.elsewhere' });
    there('PENDING_MERCHANT_ACKNOWLEDGEMENT');
    till.sales.open(saleId);
    await till.clock.advance(20_000);
    expect(till.view(saleId).stage).toBe('authorised');
    expect(till.service.count('cancel') + till.service.count('acknowledge')).toBe(0);
  });

  test('counts as elsewhere when the service names no POS', async () => {
    charged('SUCCEEDED');
    const saleId = await find();
    expect(till.view(saleId).posId).toBeUndefined();
    expect(till.view(saleId).elsewhere).toBe(true);
    expect(till.sales.recent(1)).toMatchObject([{ saleId, elsewhere: true }]);
  });

  test.each([
    ['TILL42', [800]],
    ['TILL7', []],
  ])('of POS %s changes the last paid sales to %j', async (posId, after) => {
    expect(till.sales.lastPaid()).toEqual([]);
    charged('SUCCEEDED', { posId });
    await find();
    expect(till.sales.lastPaid()).toEqual(after);
  });
});

describe('a sale imported before POS ids were stored', () => {
  const where = { at: 1, terminalId: 't', shopId: 's', posId: 'TILL42' };
  const imported = {
    type: 'sale.imported',
    saleId: 'a',
    paymentId: PAYMENT,
    reference: REFERENCE,
    amount: 800,
    status: 'PENDING',
    stage: 'waiting',
    createdAt: 1,
  } as const;

  test('belongs to this till after a journal loss', () => {
    const sale = foldSale(undefined, { ...imported, follow: true } satisfies JournalSaleEvent, where);
    expect(saleView(sale, [])).toMatchObject({ posId: 'TILL42' });
    expect(saleView(sale, []).elsewhere).toBeUndefined();
  });
});

describe('the time of a payment', () => {
  test('comes from the service, even when the till clock is wrong', async () => {
    const saleId = await till.waiting();
    const succeededAt = Date.UTC(2026, 10, 20, 9, 0, 1);
    till.clock.jump(-7_200_000);
    till.service.set(till.service.last.paymentId, 'SUCCEEDED');
    Object.assign(till.service.last, { succeededAt });
    await till.clock.advance(2_000);
    const view = till.view(saleId);
    expect(view).toMatchObject({ stage: 'paid', succeededAt });
    expect(view.endedAt).toBeLessThan(succeededAt);
    expect(till.sales.recent(1)).toMatchObject([{ saleId, succeededAt, at: view.startedAt }]);
  });
});

describe('a payment of this till whose sale was shown as never created', () => {
  /** The service creates the payment without answering, and its search does not show the payment yet. */
  async function neverCreated(): Promise<string> {
    const { service, clock } = till;
    service.fail('create', { error: reset(), acts: true });
    const searchPage = service.searchPage.bind(service);
    service.searchPage = async () => ({ items: [], number: 0, totalPages: 0, totalElements: 0 });
    const saleId = await till.charge(1000);
    await clock.advance(200_000);
    expect(till.view(saleId)).toMatchObject({ stage: 'failed' });
    service.searchPage = searchPage;
    return saleId;
  }

  async function findAgain(): Promise<void> {
    const asked = till.sales.findElsewhere(till.service.last.reference ?? '');
    await till.clock.advance(500);
    expect(await asked).toEqual({ found: 1 });
  }

  test('is matched to its sale, paid, with the alarm', async () => {
    const saleId = await neverCreated();
    till.service.set(till.service.last.paymentId, 'SUCCEEDED');
    await findAgain();
    await findAgain();
    expect(till.view(saleId)).toMatchObject({ stage: 'paid', refundable: 1000 });
    expect(till.sales.alarms().map((sale) => sale.saleId)).toEqual([saleId]);
    expect(till.sales.recent(5)).toHaveLength(1);
  });

  test('is matched to its sale when opened from the service', async () => {
    const saleId = await neverCreated();
    till.service.set(till.service.last.paymentId, 'SUCCEEDED');
    const taken = till.sales.takeIn(till.service.last.paymentId);
    await till.clock.advance(500);
    expect(await taken).toBe(saleId);
    expect(till.sales.recent(5)).toHaveLength(1);
  });

  test('is cancelled when found unpaid days later', async () => {
    till.service.lifetimeMs = 90 * 3_600_000;
    const saleId = await neverCreated();
    const { searchPage } = till.service;
    till.service.searchPage = async () => ({ items: [], number: 0, totalPages: 0, totalElements: 0 });
    await till.clock.advance(26 * 3_600_000);
    expect(till.journal.openSales()).toEqual([]);
    till.service.searchPage = searchPage;
    await findAgain();
    expect(till.service.last.status).toBe('CANCELLED');
    expect(till.view(saleId).stage).toBe('failed');
  });

  test('is not matched when the amount differs', async () => {
    const saleId = await neverCreated();
    till.service.set(till.service.last.paymentId, 'SUCCEEDED', { amount: 999 });
    await findAgain();
    expect(till.view(saleId)).toMatchObject({ stage: 'failed' });
    expect(till.sales.recent(5)).toHaveLength(2);
  });

  test.each([
    ['expired, is still watched', 'EXPIRED', 'expired', 130_000],
    ['expired, is watched no more', 'EXPIRED', 'expired', 48 * 3_600_000],
    ['been cancelled, is watched no more', 'CANCELLED', 'cancelled', 48 * 3_600_000],
    ['failed, is watched no more', 'FAILED', 'failed', 48 * 3_600_000],
    ['been reversed, is watched no more', 'VOIDED', 'voided', 48 * 3_600_000],
  ] as const)('raises the alarm if found paid (had %s)', async (_name, status, stage, ms) => {
    const saleId = await till.waiting(1000);
    till.service.set(till.service.last.paymentId, status);
    await till.clock.advance(ms);
    expect(till.view(saleId)).toMatchObject({ stage });
    till.service.set(till.service.last.paymentId, 'SUCCEEDED');
    await findAgain();
    expect(till.view(saleId)).toMatchObject({ stage: 'paid' });
    expect(till.sales.alarms()).toHaveLength(1);
  });
});
