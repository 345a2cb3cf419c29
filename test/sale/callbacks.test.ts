import { describe, expect, test } from 'vitest';
import type { PaymentId } from '../../main/domain/payment-service.ts';
import { counter, givenCounter } from './counter.ts';
import { reset } from './scripted-service.ts';

givenCounter();

describe('a callback', () => {
  test('identifies a payment during its search', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250);
    counter.service.offline = true;
    await counter.clock.advance(100);
    expect(await counter.sales.onCallback(counter.service.last)).toBe('known');
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', paymentId: counter.service.last.paymentId });
  });

  test('with a missing or typed reference matches no sale', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250, { reference: 'order 7' });
    counter.service.offline = true;
    await counter.clock.advance(100);
    const { reference: _none, ...nameless } = counter.service.last;
    expect(await counter.sales.onCallback(nameless)).toBe('unknown');
    expect(await counter.sales.onCallback(counter.service.last)).toBe('unknown');
    expect(counter.view(saleId).stage).toBe('unknown');
  });

  test('with a different amount is logged and not believed', async () => {
    const saleId = await counter.waiting();
    const { paymentId, reference = '' } = counter.service.last;
    await counter.sales.onCallback({ ...counter.service.last, amount: 1, status: 'SUCCEEDED' });
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', problem: { code: 'sale.other-payment' } });
    expect(counter.facts(saleId).at(-1)).toMatchObject({
      type: 'sale.mismatch',
      via: 'callback',
      got: { paymentId, amount: 1, status: 'SUCCEEDED', reference },
    });
    expect(counter.logged).toEqual([
      { code: 'sale.other-payment', facts: { saleId, paymentId, reference, status: 'SUCCEEDED' } },
    ]);
  });

  test('before the creation response does not identify the payment', async () => {
    counter.service.fail('create', { error: reset(), acts: true, takesMs: 1_000, actsAfterMs: 0 });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(500);
    const early = { ...payment(), reference: counter.view(saleId).reference };
    expect(await counter.sales.onCallback(early)).toBe('known');
    expect(counter.view(saleId).stage).toBe('creating');
    expect(counter.view(saleId).paymentId).toBeUndefined();
    expect(counter.service.calls.map(({ operation }) => operation)).toEqual(['create']);
  });

  test('for a never-created sale cancels the late payment', async () => {
    counter.service.fail('create', { error: reset(), acts: false });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(26 * 3_600_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'never-created' });
    await counter.sales.dismiss(saleId);
    expect(counter.journal.openSales()).toEqual([]);
    const late = { ...payment(), reference: counter.view(saleId).reference, createdAt: counter.clock.now() };
    counter.service.payments.set(late.paymentId, late);
    expect(await counter.sales.onCallback(late)).toBe('refused');
    expect(counter.journal.sale(saleId)?.paymentId).toBe(late.paymentId);
    await counter.clock.advance(1_000);
    expect(counter.service.payments.get(late.paymentId)?.status).toBe('CANCELLED');
  });

  describe('awaiting acknowledgement', () => {
    const waits = () => ({ ...counter.service.last, status: 'PENDING_MERCHANT_ACKNOWLEDGEMENT' as const });

    test('is accepted before and after acknowledging', async () => {
      await counter.waiting();
      expect(await counter.sales.onCallback(waits())).toBe('known');
      await counter.clock.advance(2_000);
      expect(await counter.sales.onCallback(waits())).toBe('known');
      expect(counter.service.acknowledged).toHaveLength(1);
    });

    test.each(['FAILED', 'CANCELLED', 'EXPIRED'] as const)('is refused for a sale shown as %s', async (end) => {
      const saleId = await counter.waiting();
      counter.service.set(counter.service.last.paymentId, end);
      await counter.clock.advance(3_000);
      const { stage } = counter.view(saleId);
      expect(await counter.sales.onCallback(waits())).toBe('refused');
      expect(counter.view(saleId).stage).toBe(stage);
      expect(counter.service.acknowledged).toEqual([]);
    });

    test('is accepted for a payment of a different till', async () => {
      const other = { ...payment(), reference: 'order 9', status: 'PENDING' as const };
      counter.service.payments.set(other.paymentId, other);
      const finding = counter.sales.findElsewhere('order 9');
      await counter.clock.advance(100);
      await finding;
      expect(await counter.sales.onCallback({ ...other, status: 'PENDING_MERCHANT_ACKNOWLEDGEMENT' })).toBe('known');
    });
  });

  test.each([
    ['PENDING', 'refused'],
    ['IDENTIFIED', 'refused'],
    ['AUTHORIZED', 'refused'],
    ['PENDING_MERCHANT_ACKNOWLEDGEMENT', 'refused'],
    ['SUCCEEDED', 'unknown'],
    ['EXPIRED', 'unknown'],
    ['ON_HOLD', 'unknown'],
  ])('with a different amount and status %s is %s', async (status, outcome) => {
    await counter.waiting();
    expect(await counter.sales.onCallback({ ...counter.service.last, amount: 1, status })).toBe(outcome);
  });

  test('with an awaited reference but different amount is unknown', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250);
    counter.service.offline = true;
    await counter.clock.advance(100);
    expect(await counter.sales.onCallback({ ...counter.service.last, amount: 1 })).toBe('unknown');
    expect(counter.view(saleId).problem?.code).not.toBe('sale.other-payment');
  });

  test('is accepted late for a paid sale', async () => {
    const saleId = await counter.waiting();
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
    await counter.clock.advance(3_000);
    expect(counter.view(saleId).stage).toBe('paid');
    const late = { ...counter.service.last, status: 'AUTHORIZED' };
    expect(await counter.sales.onCallback(late)).toBe('known');
    expect(await counter.sales.onCallback({ ...late, amount: 1 })).toBe('unknown');
  });

  test('is unknown if its sale has a different payment', async () => {
    const saleId = await counter.waiting();
    const other = { ...payment(), reference: counter.view(saleId).reference, amount: 1250 };
    expect(await counter.sales.onCallback(other)).toBe('unknown');
    expect(counter.view(saleId).problem).toBeUndefined();
  });
});

describe('an unproven callback', () => {
  const reads = () => counter.service.count('read');

  test('triggers a single read per five seconds', async () => {
    counter.leaveOpen(1, 'PENDING');
    await counter.recover();
    const [sale] = counter.journal.openSales();
    const paymentId = sale?.paymentId ?? ('' as PaymentId);
    await counter.clock.advance(120_000);
    const seq = counter.facts(sale?.saleId ?? '').length;
    for (const more of [1, 1]) {
      const before = reads();
      for (let count = 0; count < 1_000; count += 1) counter.sales.onUnproven(paymentId);
      await counter.clock.advance(500);
      expect(reads()).toBe(before + more);
      await counter.clock.advance(5_000);
    }
    expect([counter.facts(sale?.saleId ?? '').length, counter.logged]).toEqual([seq, []]);
  });

  test('triggers no read of ended or unknown payments', async () => {
    await counter.paidSale(1250);
    await counter.clock.advance(60_000);
    const before = reads();
    counter.sales.onUnproven(counter.service.last.paymentId);
    counter.sales.onUnproven('f'.repeat(24) as PaymentId);
    await counter.clock.advance(10_000);
    expect(reads()).toBe(before);
  });
});

const payment = () => ({
  paymentId: 'X'.padStart(24, '0') as PaymentId,
  status: 'IDENTIFIED',
  amount: 1250,
  createdAt: counter.clock.now(),
  expiresAt: counter.clock.now() + 60_000,
  links: {},
});
