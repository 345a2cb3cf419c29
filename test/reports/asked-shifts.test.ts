import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Actor } from '../../main/domain/events.ts';
import type { SearchRequest } from '../../main/domain/payment-service.ts';
import { reset } from '../sale/scripted-service.ts';
import { sale } from './played-journal.ts';
import { opened, passing } from './shifts-of.ts';

const manager: Actor = { role: 'manager', id: 'p-9', name: 'Ada' };

describe('the comparison with the service', () => {
  test('is part of the report and agrees without differences', async () => {
    const { counter, shifts } = opened();
    for (const amount of [1_250, 300]) await counter.paidSale(amount);
    expect((await shifts.soFar()).counted).toEqual({ state: 'not-counted', why: 'not-asked' });
    await passing(counter, shifts.ask());
    const { shift } = await shifts.close(1, manager);
    expect(shift.report?.counted).toMatchObject({
      state: 'counted',
      matched: 2,
      differences: [],
      here: { sum: 1_550 },
      there: { sum: 1_550 },
    });
    expect((await shifts.soFar()).counted).toEqual({ state: 'not-counted', why: 'not-asked' });
  });

  test('covers only payments taken by this till', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(300);
    counter.journal.record(sale('theirs', 700).imported('paid', 'SUCCEEDED', { posId: 'TILL7' }));
    await passing(counter, shifts.ask());
    expect((await shifts.soFar()).counted).toMatchObject({ matched: 1, differences: [], here: { sum: 300 } });
  });

  test('names payments no longer at the service', async () => {
    const { counter, shifts } = opened();
    for (const amount of [300, 1_250]) await counter.paidSale(amount);
    const { paymentId } = counter.service.last;
    counter.service.payments.delete(paymentId);
    let asking: unknown;
    counter.service.weather = (operation) => {
      if (operation === 'read') asking = shifts.asking;
      return undefined;
    };
    await passing(counter, shifts.ask());
    expect((await shifts.soFar()).counted).toMatchObject({ differences: [{ kind: 'missing-there', paymentId }] });
    expect(asking).toEqual({ done: 1, of: 1 });
  });

  test('knows a payment of an earlier shift', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    await shifts.close(1, manager);
    await counter.paidSale(300);
    await passing(counter, shifts.ask());
    expect((await shifts.soFar()).counted).toMatchObject({ matched: 1, others: 1, differences: [] });
  });

  test('covers a payment charged earlier and paid in this shift', async () => {
    const { counter, shifts } = opened({ isSelling: () => false });
    await counter.charge(900);
    await counter.clock.advance(100);
    const { paymentId } = counter.service.last;
    await shifts.close(1, manager);
    await passing(counter, shifts.ask());
    expect((await shifts.soFar()).counted).toMatchObject({ matched: 1, others: 0 });
    await counter.clock.advance(10 * 60_000);
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(120_000);
    await passing(counter, shifts.ask());
    const report = await shifts.soFar();
    expect(report.payments.paid.sum + report.corrections.length * 900).toBe(900);
    expect(report.counted).toMatchObject({ state: 'counted', matched: 1, here: { sum: 900 }, there: { sum: 900 } });
  });

  test.each([
    ['cannot be reached', new TillError('network.refused', 'nobody there', { retryable: true }), 'unreachable'],
    ['is not there', new TillError('service.unavailable', 'away', { status: 503 }), 'unreachable'],
    ['is busy', new TillError('service.busy', 'wait', { status: 429 }), 'unreachable'],
    ['does not know this till', new TillError('auth.key', 'no'), 'refused'],
    ['answers what cannot be read', new TillError('answer.schema', 'what'), 'refused'],
  ])('is reported as missing when the service %s', async (_what, error, why) => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    await passing(counter, shifts.ask());
    counter.service.fail('search', { error, acts: false });
    await passing(counter, shifts.ask());
    const { shift } = await shifts.close(1, manager);
    expect(shift.report?.counted).toEqual({ state: 'not-counted', why, code: error.code });
  });

  test.each([
    ['an answer', undefined],
    ['a failure', new TillError('network.reset', 'broke')],
  ])('ignores %s arriving after the close', async (_what, error) => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    if (error !== undefined) counter.service.fail('search', { error, acts: false });
    const asking = shifts.ask();
    while (counter.service.underway === 0) await new Promise((next) => setImmediate(next));
    await shifts.close(1, manager);
    await passing(counter, asking);
    expect((await shifts.soFar()).counted).toEqual({ state: 'not-counted', why: 'not-asked' });
  });

  test.each([
    ['under its own reference is known', undefined, { others: 1, differences: [] }],
    ['under a typed one may be anybody’s', 'order 7', { others: 0, differences: [{ kind: 'unclear-here' }] }],
  ])('finds the payment of a given-up sale: %s', async (_what, reference, counted) => {
    const { counter, shifts } = opened();
    const { service } = counter;
    service.fail('create', { error: reset(), acts: false });
    const saleId = await counter.waiting(1_250, { reference });
    await counter.clock.advance(120_000);
    expect(counter.view(saleId).ending).toBe('never-created');
    await shifts.close(1, manager);
    const body = { amount: 1_250, reference: counter.view(saleId).reference };
    await passing(counter, service.createPayment(service.preparePayment(body)));
    service.set(service.last.paymentId, 'SUCCEEDED');
    await passing(counter, shifts.ask());
    expect((await shifts.soFar()).counted).toMatchObject(counted);
  });

  test("uses the service's clock and reports too many payments", async () => {
    const { counter, shifts } = opened({ skewMs: () => 3_600_000 });
    const asked: SearchRequest[] = [];
    counter.service.searchPage = async (ask) => {
      asked.push(ask);
      return { items: [], number: 0, totalPages: 900, totalElements: 90_000 };
    };
    await passing(counter, shifts.ask());
    // A service may refuse an end in the future.
    expect(asked).toEqual([{ from: expect.any(Number) }]);
    expect(asked[0]?.from).toBeGreaterThan(counter.clock.now());
    expect((await shifts.soFar()).counted).toEqual({ state: 'not-counted', why: 'too-many' });
  });

  test('can be stopped, shows progress and runs once at a time', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    await passing(counter, shifts.ask());
    counter.service.latencyMs = 60_000;
    const before = counter.service.count('search');
    const both = Promise.all([shifts.ask(), shifts.ask()]);
    while (counter.service.count('search') === before) await new Promise((next) => setImmediate(next));
    expect(shifts.asking).toEqual({ done: 0 });
    shifts.stopAsking();
    await passing(counter, both);
    expect(counter.service.count('search') - before).toBe(1);
    expect(shifts.asking).toBeUndefined();
    expect((await shifts.soFar()).counted).toMatchObject({ why: 'stopped' });
    counter.service.latencyMs = 20;
  });

  test('is shared by two simultaneous requests', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    counter.service.latencyMs = 500;
    const first = shifts.ask();
    await passing(counter, shifts.ask());
    expect((await shifts.soFar()).counted).toMatchObject({ state: 'counted', matched: 1 });
    await first;
  });

  test('uses the newer answer when requested again', async () => {
    const { counter, shifts } = opened();
    await counter.paidSale(1_250);
    counter.service.fail('search', { error: new TillError('network.reset', 'broke'), acts: false });
    await passing(counter, shifts.ask());
    await passing(counter, shifts.ask());
    expect((await shifts.soFar()).counted).toMatchObject({ state: 'counted', matched: 1 });
  });
});
