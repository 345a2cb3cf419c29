import { beforeEach, describe, expect, test } from 'vitest';
import type { Payment } from '../../main/domain/payment-service.ts';
import { counter, givenCounter } from './counter.ts';
import { reset } from './scripted-service.ts';

givenCounter();

const by = { role: 'cashier', name: 'Sem' } as const;
let saleId: string;
let found: Payment;

/** A second till charges the same order in the same minute, and its customer pays. */
async function chargedElsewhere(): Promise<Payment> {
  const body = counter.service.prepareStaticQr({ amount: 700, reference: 'order 7' });
  const made = counter.service.createStaticQr(body);
  await counter.clock.advance(1_000);
  const { paymentId } = await made;
  counter.service.set(paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë' } });
  return counter.service.last;
}

const decide = (decision: 'same' | 'another', paymentId: string = found.paymentId) =>
  counter.sales.decide(saleId, paymentId, decision, by);

describe('a payment with the same typed reference and amount', () => {
  beforeEach(async () => {
    counter.service.fail('create', { error: reset(), acts: false });
    saleId = await counter.charge(700, { reference: 'order 7' });
    found = await chargedElsewhere();
    await counter.clock.advance(30_000);
  });

  test('is neither shown as paid nor cancelled without a decision', async () => {
    await counter.sales.cancel(saleId);
    await counter.clock.advance(3_600_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', undecided: true });
    expect(counter.sales.undecided()).toMatchObject([
      { sale: { saleId }, payment: { paymentId: found.paymentId, debtor: { name: 'Zoë' } } },
    ]);
    expect(counter.service.count('cancel')).toBe(0);
    expect(counter.sales.alarms()).toEqual([]);
  });

  test('is asked about again after a restart', async () => {
    await counter.restart();
    expect(counter.sales.undecided()).toEqual([]);
    await counter.recover();
    expect(counter.sales.undecided()).toHaveLength(1);
  });

  test.each([
    ['same', { stage: 'paid', debtor: { name: 'Zoë' } }],
    ['another', { stage: 'failed', ending: 'never-created' }],
  ] as const)('counts as decided: %s', async (decision, end) => {
    decide(decision);
    expect(counter.sales.undecided()).toEqual([]);
    await counter.clock.advance(80_000);
    expect(counter.view(saleId)).toMatchObject(end);
    const acts = counter.journal.acts(undefined, 9).map(({ act }) => act);
    expect(acts).toMatchObject([{ act: `sale-payment-${decision}`, by, about: saleId }]);
  });

  test.each(['same', 'another'] as const)('keeps its decision after a crash: %s', async (decision) => {
    counter.service.offline = true;
    decide(decision);
    counter.crash();
    counter.service.offline = false;
    await counter.recover();
    await counter.clock.advance(80_000);
    expect(counter.sales.undecided()).toEqual([]);
    expect(counter.view(saleId).stage).toBe(decision === 'same' ? 'paid' : 'failed');
  });

  test('raises the alarm when matched to a parked sale', async () => {
    await counter.sales.dismiss(saleId);
    decide('same');
    await counter.clock.advance(60_000);
    expect(counter.sales.alarms()).toMatchObject([{ saleId, stage: 'paid', alarm: { shownAs: 'unknown' } }]);
  });

  test('ignores a decision about a different payment', async () => {
    decide('same', 'Q'.padStart(24, '0'));
    expect(counter.sales.undecided()).toHaveLength(1);
    expect(counter.journal.acts(undefined, 9)).toEqual([]);
  });
});

test('two undecided payments are asked about in turn', async () => {
  counter.service.fail('create', { error: reset(), acts: true });
  saleId = await counter.charge(700, { reference: 'order 7' });
  await counter.clock.advance(1_000);
  const own = counter.service.last.paymentId;
  found = await chargedElsewhere();
  await counter.clock.advance(5_000);
  expect(counter.sales.undecided()).toMatchObject([{ payment: { paymentId: found.paymentId } }]);
  decide('another');
  await counter.clock.advance(5_000);
  expect(counter.sales.undecided()).toMatchObject([{ payment: { paymentId: own } }]);
  decide('same', own);
  await counter.clock.advance(5_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', paymentId: own });
});
