import { beforeEach, describe, expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import {
  isCancelledByCharge,
  isInvalidatedByCharge,
  prepareCharge,
  type SaleTerminal,
} from '../../main/sale/charge.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { Counter } from './counter.ts';
import { ended, imported, waiting } from './sale-states.ts';
import { refused, reset, ScriptedService } from './scripted-service.ts';

const terminal: SaleTerminal = { posId: 'TILL42', shopId: 'shop-1', shopName: 'Bakkerij', chargeWith: 'static-qr' };
const ask = { amount: 1250, reference: 'r', description: 'bread' };

describe('the request for a charge', () => {
  const bodyFor = (more: Partial<SaleTerminal>): unknown =>
    JSON.parse(prepareCharge(new ScriptedService(new VirtualClock()), { ...terminal, ...more }, ask));
  const callbacks = { callbackUrl: 'https://a.example', identifyCallbackUrl: 'https://b.example' };

  test.each<readonly [string, Partial<SaleTerminal>, object]>([
    ['names the POS and the shop', {}, { posId: 'TILL42', shopId: 'shop-1', shopName: 'Bakkerij' }],
    ['names neither for a payment without a POS', { chargeWith: 'payment' }, {}],
    ['has the addresses of callbacks', { chargeWith: 'payment', ...callbacks }, callbacks],
    ['has the bulk id without a POS too', { chargeWith: 'payment', bulkId: 'B7' }, { bulkId: 'B7' }],
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

describe('a charge on a POS invalidates', () => {
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

test.each<readonly [string, Partial<SaleTerminal>, SaleRecord, boolean]>([
  ['each that has ended', { chargeWith: 'payment' }, { ...ended('FAILED'), operation: 'payment' }, true],
  ['none that waits', { chargeWith: 'payment' }, { ...waiting(), operation: 'payment' }, false],
  ['none under the code of a POS', { chargeWith: 'payment' }, ended('FAILED'), false],
  ['none when it is itself on a POS', {}, { ...ended('FAILED'), operation: 'payment' }, false],
])('a charge cancels sales with their own code: %s', (_name, more, sale, isCancelled) => {
  expect(isCancelledByCharge({ ...terminal, ...more }, sale)).toBe(isCancelled);
});

test('a charge leaves earlier sales unchanged when journaling fails', async () => {
  const counter = new Counter();
  counter.service.fail('create', { error: reset(), acts: true });
  const first = await counter.charge(700);
  counter.service.offline = true;
  await counter.clock.advance(50);
  await counter.sales.dismiss(first);
  const facts = counter.facts(first);
  counter.disk.full = true;
  await expect(counter.charge(100)).rejects.toMatchObject({ code: 'journal.full' });
  counter.disk.full = false;
  await counter.clock.advance(10_000);
  expect(counter.facts(first)).toEqual(facts);
  // Offline, so the creation is refused: the sale has ended and stays on the screen.
  const shown = await counter.waiting(300);
  counter.disk.full = true;
  const register = { id: 'r', key: 'k', ask: 'a' };
  const next = counter.sales.start({ amount: 100 as Cents }, undefined, { register });
  await expect(next).rejects.toMatchObject({ code: 'journal.full' });
  expect(counter.sales.current()?.saleId).toBe(shown);
});

describe('a typed reference', () => {
  let counter: Counter;
  const again = () => counter.charge(700, { reference: 'order 7' });

  beforeEach(async () => {
    counter = new Counter();
  });

  test('is blocked while its sale has no outcome', async () => {
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

  test('is blocked while any of its sales has no outcome', async () => {
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

  test('is free once its sale has a payment', async () => {
    const first = await again();
    await counter.clock.advance(100);
    await counter.sales.cancel(first);
    await counter.clock.advance(100);
    await counter.sales.dismiss(first);
    expect(await again()).not.toBe(first);
  });

  test('is free once its creation was refused', async () => {
    counter.service.fail('create', { error: refused(), acts: false });
    const first = await again();
    await counter.clock.advance(100);
    await counter.sales.dismiss(first);
    expect(await again()).not.toBe(first);
  });
});
