import { beforeEach, describe, expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { isInvalidatedByCharge, prepareCharge, type SaleTerminal } from '../../main/sale/charge.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { Counter } from './counter.ts';
import { ended, imported, waiting } from './sale-states.ts';
import { refused, reset, ScriptedService } from './scripted-service.ts';

const terminal: SaleTerminal = { posId: 'TILL42', shopId: 'shop-1', shopName: 'Bakkerij', chargeWith: 'static-qr' };
const ask = { amount: 1250, reference: 'r', description: 'bread' };

describe('what is asked of the service', () => {
  const bodyFor = (more: Partial<SaleTerminal>): unknown =>
    JSON.parse(prepareCharge(new ScriptedService(new VirtualClock()), { ...terminal, ...more }, ask));
  const callbacks = { callbackUrl: 'https://a.example', identifyCallbackUrl: 'https://b.example' };

  test.each<readonly [string, Partial<SaleTerminal>, object]>([
    ['names the POS and the shop', {}, { posId: 'TILL42', shopId: 'shop-1', shopName: 'Bakkerij' }],
    ['names neither for a payment without a POS', { chargeWith: 'payment' }, {}],
    ['has the addresses of callbacks', { chargeWith: 'payment', ...callbacks }, callbacks],
    ['has the bulk id', { bulkId: 'B7' }, { posId: 'TILL42', shopId: 'shop-1', shopName: 'Bakkerij', bulkId: 'B7' }],
    [
      'lets vouchers pay all of it',
      { chargeWith: 'payment', vouchers: { schemes: ['MEAL'] } },
      { voucherEligibility: [{ voucherSchemes: ['MEAL'], amount: 1_250 }] },
    ],
    [
      'lets vouchers pay as much as they may',
      { chargeWith: 'payment', vouchers: { schemes: ['MEAL'], maximum: 1_249 } },
      { voucherEligibility: [{ voucherSchemes: ['MEAL'], amount: 1_249 }] },
    ],
    [
      'lets vouchers pay no more than it is',
      { chargeWith: 'payment', vouchers: { schemes: ['MEAL'], maximum: 1_251 } },
      { voucherEligibility: [{ voucherSchemes: ['MEAL'], amount: 1_250 }] },
    ],
    ['names no vouchers where there are none', { chargeWith: 'payment', vouchers: { schemes: [] } }, {}],
  ])('%s', (_name, more, fields) => {
    expect(bodyFor(more)).toEqual({ ...ask, ...fields });
  });
});

describe('the next charge on a POS takes it from', () => {
  test.each<readonly [string, Partial<SaleTerminal>, SaleRecord, boolean]>([
    ['a sale that waits there', {}, waiting(), true],
    ['no sale that has ended', {}, ended('SUCCEEDED'), false],
    ['no sale of another POS', { posId: 'TILL9' }, waiting(), false],
    ["no sale of another till's", {}, imported(), false],
    ['no sale that was charged without a POS', {}, { ...waiting(), operation: 'payment' }, false],
    ['no sale when it is itself without a POS', { chargeWith: 'payment' }, waiting(), false],
  ])('%s', (_name, more, sale, loses) => {
    expect(isInvalidatedByCharge({ ...terminal, ...more }, sale)).toBe(loses);
  });
});

describe('a typed reference', () => {
  let counter: Counter;
  const again = () => counter.charge(700, { reference: 'order 7' });

  beforeEach(async () => {
    counter = new Counter();
  });

  test('is taken while its sale has no outcome, and the field is named', async () => {
    counter.service.fail('create', { error: reset(), acts: false });
    const first = await again();
    await counter.clock.advance(100);
    await counter.sales.dismiss(first);
    await expect(again()).rejects.toMatchObject({
      code: 'sale.reference-open',
      field: 'reference',
      values: { reference: 'order 7' },
    });
    await expect(counter.charge(700, { reference: 'order 8' })).resolves.toBeDefined();
  });

  test('that an older sale has too is taken as long as one of them has no outcome', async () => {
    await counter.waiting(700, { reference: 'order 7' });
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
    await counter.clock.advance(3_000);
    await counter.sales.dismiss(counter.sales.current()?.saleId ?? '');
    counter.service.fail('create', { error: reset(), acts: false });
    const second = await again();
    await counter.clock.advance(100);
    await counter.sales.dismiss(second);
    await expect(again()).rejects.toMatchObject({ code: 'sale.reference-open' });
  });

  test('is free again once its sale has a payment', async () => {
    const first = await again();
    await counter.clock.advance(100);
    await counter.sales.cancel(first);
    await counter.clock.advance(100);
    await counter.sales.dismiss(first);
    expect(await again()).not.toBe(first);
  });

  test('is free again once its sale is known to have none', async () => {
    counter.service.fail('create', { error: refused(), acts: false });
    const first = await again();
    await counter.clock.advance(100);
    await counter.sales.dismiss(first);
    expect(await again()).not.toBe(first);
  });
});
