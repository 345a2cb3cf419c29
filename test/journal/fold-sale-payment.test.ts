import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/journal/events.ts';
import type { SaleRecord } from '../../main/journal/sale-record.ts';
import {
  cancelAsked,
  created,
  imported,
  intent,
  moved,
  type OneSale,
  oneSale,
  paymentId,
  problem,
  saleId,
  settled,
  terminal,
  unknown,
} from './one-sale.ts';

/** What facts about one sale add up to, as the journal reads it back. */

let clock: OneSale['clock'];
let journal: OneSale['journal'];
let once: OneSale['once'];
beforeEach(() => {
  ({ clock, journal, once } = oneSale());
});

describe('a sale that begins', () => {
  const begun = {
    saleId,
    origin: 'here',
    ...terminal,
    reference: 'table 4',
    ownReference: false,
    amount: 1250,
    operation: 'payment',
    body: '{"amount":1250}',
    skewMs: -3,
    creation: 'sending',
    stage: 'creating',
    progress: 0,
    cancel: 'no',
    cancelDue: 'no',
    acknowledge: 'no',
    superseded: false,
    dismissed: false,
    settled: false,
  };

  test('is of this till, with what will be sent, and nothing has come of it yet', () => {
    expect(once(intent)).toEqual({ ...begun, startedAt: clock.now() });
    expect(journal.openSales()).toHaveLength(1);
  });

  test('says what it is for, and whether the till made its reference', () => {
    expect(once({ ...intent, description: 'two coffees', counter: 'TILL42/261120', sequence: 1 })).toEqual({
      ...begun,
      startedAt: clock.now(),
      description: 'two coffees',
      ownReference: true,
    });
  });
});

describe('a payment found by search', () => {
  const found = {
    saleId,
    origin: 'elsewhere',
    ...terminal,
    reference: 'ORDER-7',
    ownReference: false,
    amount: 700,
    operation: 'static-qr',
    skewMs: 0,
    creation: 'known',
    stage: 'waiting',
    status: 'PENDING',
    progress: 0,
    paymentId,
    createdAt: 5_000,
    startedAt: 5_000,
    cancel: 'no',
    cancelDue: 'no',
    acknowledge: 'no',
    superseded: false,
    dismissed: true,
    settled: true,
  };

  test('is not of this till, is on no screen, and nothing is expected of it', () => {
    expect(once(imported)).toEqual(found);
    expect(journal.onScreen()).toBeUndefined();
    expect(once(moved('IDENTIFIED', 'scanned'))).toMatchObject({ stage: 'scanned', settled: true });
  });

  test('of a journal that was lost goes on here', () => {
    expect(once({ ...imported, follow: true })).toEqual({ ...found, recovered: true, settled: false });
    expect(once(moved('IDENTIFIED', 'scanned'))).toMatchObject({ stage: 'scanned', settled: false });
  });

  test('tells all that the service told', () => {
    const told = {
      description: 'two coffees',
      expiresAt: 9_000,
      succeededAt: 8_000,
      debtor: { name: 'Zoë' },
      deeplink: 'https://pay.example/1',
    };
    const ended = { status: 'SUCCEEDED', stage: 'paid', follow: true } as const;
    expect(once({ ...imported, ...told, ...ended, posId: 'TILL7' })).toEqual({
      ...found,
      ...told,
      status: 'SUCCEEDED',
      stage: 'paid',
      progress: 4,
      endedAt: 8_000,
      toldPosId: 'TILL7',
      recovered: true,
      settled: true,
    });
  });

  test('that ended and was not paid ended when it was made, for all that is known', () => {
    expect(once({ ...imported, status: 'EXPIRED', stage: 'expired' })).toMatchObject({
      endedAt: 5_000,
      settled: true,
    });
  });

  test('at a stage that this app does not know has come no way yet', () => {
    expect(once({ ...imported, status: 'NEW', stage: 'unknown', follow: true })).toMatchObject({
      status: 'NEW',
      progress: 0,
      settled: false,
    });
  });
});

describe('the creation', () => {
  test('that is answered leaves no body to be sent again and no trouble', () => {
    const sale = once(intent, unknown, { ...created, expiresAt: 9_000, deeplink: 'https://pay.example/1' });
    expect(sale).toMatchObject({
      creation: 'known',
      paymentId,
      createdAt: 6_000,
      expiresAt: 9_000,
      deeplink: 'https://pay.example/1',
    });
    expect(sale).not.toHaveProperty('body');
    expect(sale).not.toHaveProperty('problem');
  });

  test('that is answered without a link and an end has none', () => {
    const sale = once(intent, created);
    expect(sale).not.toHaveProperty('expiresAt');
    expect(sale).not.toHaveProperty('deeplink');
  });

  test('that was given up and is there after all is followed again', () => {
    expect(once(intent, settled)).toMatchObject({ settled: true });
    expect(once(created)).toMatchObject({ settled: false, creation: 'known' });
    expect(journal.openSales()).toHaveLength(1);
  });

  test('without an answer is neither made nor not made, and keeps its body', () => {
    expect(once(intent, unknown)).toMatchObject({
      creation: 'unknown',
      stage: 'unknown',
      problem,
      body: intent.body,
      settled: false,
    });
  });

  test('that is refused ends the sale', async () => {
    journal.record(intent);
    await clock.advance(1_000);
    const sale = once({ type: 'sale.creation-refused', saleId, problem });
    expect(sale).toMatchObject({
      creation: 'refused',
      stage: 'failed',
      ending: 'never-created',
      problem,
      endedAt: clock.now(),
      settled: true,
    });
    expect(sale).not.toHaveProperty('body');
  });

  test.each([
    ['was never made', [], { stage: 'failed', ending: 'never-created' }],
    ['was cancelled, when the cashier asked for that', [cancelAsked], { stage: 'cancelled', ending: 'cashier' }],
  ] as const)('that never arrived %s', async (_what, before, end) => {
    journal.record(intent, unknown, ...before);
    await clock.advance(1_000);
    const sale = once({ type: 'sale.creation-absent', saleId });
    expect(sale).toMatchObject({ ...end, creation: 'absent', cancelDue: 'no', endedAt: clock.now(), settled: false });
    expect(sale).not.toHaveProperty('problem');
    expect(sale).toHaveProperty('body', intent.body);
  });
});

test.each([
  ['PENDING', 0],
  ['IDENTIFIED', 1],
  ['AUTHORIZED', 2],
  ['PENDING_MERCHANT_ACKNOWLEDGEMENT', 3],
  ['SUCCEEDED', 4],
  ['CANCELLED', 4],
  ['EXPIRED', 4],
  ['FAILED', 4],
  ['AUTHORIZATION_FAILED', 4],
  ['VOIDED', 4],
  ['NEW', 0],
])('a payment that is %s has come %i steps, and a later answer takes none of them back', (status, progress) => {
  expect(once(intent, created, moved(status, 'unknown'))).toMatchObject({ status, progress });
  expect(once(moved('IDENTIFIED', 'scanned')).progress).toBe(Math.max(1, progress));
  expect(once(moved('NEW', 'unknown')).progress).toBe(Math.max(1, progress));
});

describe('an answer about the payment', () => {
  test('says what is known now and ends the trouble; what it does not name stays as it was', () => {
    const told = {
      ending: 'service',
      debtor: { name: 'Zoë', iban: 'BE68539007547034' },
      succeededAt: 8_000,
      expiresAt: 9_000,
      deeplink: 'https://pay.example/1',
    } as const;
    const sale = once(intent, created, unknown, moved('AUTHORIZED', 'authorised', told));
    expect(sale).toMatchObject({ status: 'AUTHORIZED', stage: 'authorised', ...told });
    expect(sale).not.toHaveProperty('problem');
    expect(sale).not.toHaveProperty('endedAt');
    expect(sale).not.toHaveProperty('alarm');
    expect(once(moved('IDENTIFIED', 'scanned'))).toMatchObject({ stage: 'scanned', ...told });
  });

  test.each(['paid', 'cancelled', 'expired', 'failed', 'voided'] as const)(
    'that says %s ends the sale at the moment when the till learnt it',
    async (stage) => {
      journal.record(intent, created);
      await clock.advance(1_000);
      const endedAt = clock.now();
      expect(once(moved('NEW', stage))).toMatchObject({ stage, endedAt, settled: stage === 'paid' });
      await clock.advance(1_000);
      expect(once(moved('NEW', stage)).endedAt).toBe(endedAt);
      expect(once(moved('NEW', 'waiting'))).toMatchObject({ endedAt, settled: false });
    },
  );

  test('that says another end ends it anew', async () => {
    journal.record(intent, created, moved('EXPIRED', 'expired'));
    await clock.advance(1_000);
    expect(once(moved('SUCCEEDED', 'paid'))).toMatchObject({ endedAt: clock.now(), settled: true });
  });

  test.each(['waiting', 'scanned', 'authorised', 'unknown'] as const)('that says %s ends nothing', (stage) => {
    const sale = once(intent, created, cancelAsked, { type: 'sale.acknowledge-due', saleId }, moved('NEW', stage));
    expect(sale).toMatchObject({ stage, cancelDue: 'send', acknowledge: 'due', settled: false });
    expect(sale).not.toHaveProperty('endedAt');
  });

  test('that says an end leaves nothing to be cancelled or acknowledged', () => {
    const due: JournalEvent = { type: 'sale.acknowledge-due', saleId };
    expect(once(intent, created, cancelAsked, due, moved('EXPIRED', 'expired'))).toMatchObject({
      cancel: 'asked',
      cancelDue: 'no',
      acknowledge: 'no',
    });
  });

  test('that says an end does not take back what was acknowledged', () => {
    const done: JournalEvent = { type: 'sale.acknowledged', saleId };
    expect(once(intent, created, done, moved('SUCCEEDED', 'paid'))).toMatchObject({ acknowledge: 'done' });
  });

  test('about a sale that nobody watches any more does not make anybody watch its end again', () => {
    expect(once(intent, created, moved('EXPIRED', 'expired'), settled)).toMatchObject({ settled: true });
    expect(once(moved('CANCELLED', 'cancelled'))).toMatchObject({ settled: true });
    expect(once(moved('PENDING', 'waiting'))).toMatchObject({ settled: false });
  });

  test('that contradicts what was shown raises an alarm until somebody has seen it', async () => {
    journal.record(intent, created, moved('EXPIRED', 'expired'));
    await clock.advance(1_000);
    const alarm = { shownAs: 'expired', at: clock.now(), acknowledged: false };
    expect(once(moved('SUCCEEDED', 'paid', { alarmOver: 'expired' }))).toMatchObject({ alarm, settled: true });
    expect(journal.alarms()).toHaveLength(1);
    await clock.advance(1_000);
    expect(once(moved('SUCCEEDED', 'paid')).alarm).toEqual(alarm);
    expect(once({ type: 'sale.alarm-acknowledged', saleId }).alarm).toEqual({ ...alarm, acknowledged: true });
    expect(journal.alarms()).toEqual([]);
  });

  test('that takes back what was paid makes the sale one to be watched, also when it is paid again', () => {
    journal.record(intent, created, moved('SUCCEEDED', 'paid'));
    expect(once(moved('FAILED', 'failed', { alarmOver: 'paid' }))).toMatchObject({ stage: 'failed' });
    expect(once(moved('SUCCEEDED', 'paid'))).toMatchObject({ stage: 'paid', settled: false });
  });
});

test('an alarm that there is not cannot be acknowledged', () => {
  expect(once(intent, { type: 'sale.alarm-acknowledged', saleId })).not.toHaveProperty('alarm');
});

describe('an answer that says nothing about the payment', () => {
  const unreadable: JournalEvent = { type: 'sale.unreadable', saleId, problem };

  test('leaves the till not knowing', () => {
    expect(once(intent, created, unreadable)).toMatchObject({ stage: 'unknown', problem });
  });

  test('does not undo an end', () => {
    expect(once(intent, created, moved('SUCCEEDED', 'paid'), unreadable)).toMatchObject({ stage: 'paid', problem });
  });

  test('for being about another payment is told, and changes nothing', () => {
    const got = { paymentId: 'other', amount: 1, status: 'SUCCEEDED' };
    const before = once(intent, created, moved('IDENTIFIED', 'scanned'));
    expect(once({ type: 'sale.mismatch', saleId, via: 'read', got })).toEqual({
      ...before,
      problem: { code: 'sale.other-payment', message: expect.any(String), retryable: true },
    });
  });
});

test.each<readonly [JournalEvent, Partial<SaleRecord>]>([
  [{ type: 'sale.superseded', saleId, by: 'other' }, { superseded: true }],
  [{ type: 'sale.dismissed', saleId }, { dismissed: true }],
  [settled, { settled: true }],
])('%o adds this to a sale and leaves the rest: %o', (fact, record) => {
  const before = once(intent, created, moved('IDENTIFIED', 'scanned'));
  expect(once(fact)).toEqual({ ...before, ...record });
});

test('a fact about a sale that has not begun is a fault of ours, and makes no sale', () => {
  expect(() => journal.keep({ type: 'sale.dismissed', saleId })).toThrow('has not begun');
  expect(journal.sale(saleId)).toBeUndefined();
});
