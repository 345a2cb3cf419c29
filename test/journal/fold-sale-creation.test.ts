import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
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

/** How a sale begins, and what becomes of its creation, as the journal reads it back. */

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
    const absent: JournalEvent = { type: 'sale.creation-absent', saleId };
    expect(once(intent, unknown, absent, settled)).toMatchObject({ stage: 'failed', settled: true });
    expect(once(created)).toMatchObject({ stage: 'failed', settled: false, creation: 'known' });
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
