import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent, SaleStage } from '../../main/domain/events.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import {
  acknowledgeDue,
  acknowledged,
  cancelAsked,
  created,
  intent,
  moved,
  type OneSale,
  oneSale,
  problem,
  saleId,
  settled,
  unreadable,
} from './one-sale.ts';

/** What the service told about a payment that it has, as the journal reads the sale back. */

let clock: OneSale['clock'];
let journal: OneSale['journal'];
let once: OneSale['once'];
beforeEach(() => {
  ({ clock, journal, once } = oneSale());
});

test.each<readonly [string, SaleStage, number]>([
  ['PENDING', 'waiting', 0],
  ['IDENTIFIED', 'scanned', 1],
  ['AUTHORIZED', 'authorised', 2],
  ['PENDING_MERCHANT_ACKNOWLEDGEMENT', 'authorised', 3],
  ['SUCCEEDED', 'paid', 4],
  ['CANCELLED', 'cancelled', 4],
  ['EXPIRED', 'expired', 4],
  ['FAILED', 'failed', 4],
  ['AUTHORIZATION_FAILED', 'failed', 4],
  ['VOIDED', 'voided', 4],
  ['NEW', 'unknown', 0],
])(
  'a payment that is %s (%s) has come %i steps, and a later answer takes none of them back',
  (status, stage, progress) => {
    expect(once(intent, created, moved(status, stage))).toMatchObject({ status, progress });
    expect(once(moved('IDENTIFIED', stage)).progress).toBe(Math.max(1, progress));
    expect(once(moved('NEW', stage)).progress).toBe(Math.max(1, progress));
  },
);

describe('an answer about the payment', () => {
  test('says what is known now and ends the trouble; what it does not name stays as it was', () => {
    const told = {
      debtor: { name: 'Zoë', iban: 'BE68539007547034' },
      succeededAt: 8_000,
      expiresAt: 9_000,
      deeplink: 'https://pay.example/1',
    } as const;
    const sale = once(intent, created, unreadable, moved('AUTHORIZED', 'authorised', told));
    expect(sale).toMatchObject({ status: 'AUTHORIZED', stage: 'authorised', ...told });
    expect(sale).not.toHaveProperty('problem');
    expect(sale).not.toHaveProperty('endedAt');
    expect(sale).not.toHaveProperty('alarm');
    expect(sale).not.toHaveProperty('ending');
    const status = 'PENDING_MERCHANT_ACKNOWLEDGEMENT';
    expect(once(moved(status, 'authorised'))).toMatchObject({ status, ...told });
    const ending = { ending: 'elsewhere' } as const;
    expect(once(moved('CANCELLED', 'cancelled', ending))).toMatchObject({ stage: 'cancelled', ...told, ...ending });
    expect(once(moved('CANCELLED', 'cancelled'))).toMatchObject({ stage: 'cancelled', ...told, ...ending });
  });

  test.each([
    ['SUCCEEDED', 'paid'],
    ['CANCELLED', 'cancelled'],
    ['EXPIRED', 'expired'],
    ['FAILED', 'failed'],
    ['VOIDED', 'voided'],
  ] as const)('that says %s ends the sale, as %s, at the moment when the till learnt it', async (status, stage) => {
    journal.record(intent, created);
    await clock.advance(1_000);
    const endedAt = clock.now();
    expect(once(moved(status, stage))).toMatchObject({ stage, endedAt, settled: stage === 'paid' });
    await clock.advance(1_000);
    const ended = once(moved(status, stage));
    expect(ended.endedAt).toBe(endedAt);
    expect(() => once(moved('PENDING', 'waiting'))).toThrow('sale.moved cannot happen to s as it is');
    expect(journal.sale(saleId)).toEqual(ended);
  });

  test('that says another end ends it anew', async () => {
    journal.record(intent, created, moved('EXPIRED', 'expired'));
    await clock.advance(1_000);
    expect(once(moved('SUCCEEDED', 'paid'))).toMatchObject({ endedAt: clock.now(), settled: true });
  });

  test.each(['waiting', 'scanned', 'authorised', 'unknown'] as const)('that says %s ends nothing', (stage) => {
    const sale = once(intent, created, cancelAsked, acknowledgeDue, moved('NEW', stage));
    expect(sale).toMatchObject({ stage, cancelDue: 'send', acknowledge: 'due', settled: false });
    expect(sale).not.toHaveProperty('endedAt');
  });

  test('that says an end leaves nothing to be cancelled or acknowledged', () => {
    expect(once(intent, created, cancelAsked, acknowledgeDue, moved('EXPIRED', 'expired'))).toMatchObject({
      cancel: 'asked',
      cancelDue: 'no',
      acknowledge: 'no',
    });
  });

  test('that says an end does not take back what was acknowledged', () => {
    const sale = once(intent, created, acknowledgeDue, acknowledged, moved('SUCCEEDED', 'paid'));
    expect(sale).toMatchObject({ acknowledge: 'done' });
  });

  test('about a sale that nobody watches any more does not make anybody watch its end again', () => {
    expect(once(intent, created, moved('EXPIRED', 'expired'), settled)).toMatchObject({ settled: true });
    expect(once(moved('CANCELLED', 'cancelled'))).toMatchObject({ settled: true });
  });

  test('about a sale that nobody watches any more and that has not ended has it watched again', () => {
    expect(once(intent, created, settled)).toMatchObject({ settled: true });
    expect(once(moved('IDENTIFIED', 'scanned'))).toMatchObject({ settled: false });
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

describe('an answer that says nothing about the payment', () => {
  test('leaves the till not knowing', () => {
    expect(once(intent, created, unreadable)).toMatchObject({ stage: 'unknown', problem });
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
])('%o adds this to a sale and leaves the rest: %o', (event, record) => {
  const before = once(intent, created, moved('IDENTIFIED', 'scanned'));
  expect(once(event)).toEqual({ ...before, ...record });
});
