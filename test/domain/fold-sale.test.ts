import { beforeEach, describe, expect, test } from 'vitest';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import type { JournalSaleEvent, SaleStage } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import * as events from '../journal/sale-events.ts';
import { AT, absent, ended, fresh, known, ours, saleAfter, searching, waiting, where } from '../sale/sale-states.ts';

const saleId = 'sale-1';
const paymentId = events.PAYMENT;
const { problem } = events;
const intent = events.intent(saleId, {
  reference: 'table 4',
  operation: 'payment',
  body: '{"amount":1250}',
  skewMs: -3,
});
const created = events.created(saleId, { paymentId, createdAt: 6_000 });
const moved = (status: string, stage: SaleStage, more: Parameters<typeof events.moved>[3] = {}) =>
  events.moved(saleId, status, stage, more);
const unknown: JournalSaleEvent = { type: 'sale.creation-unknown', saleId, problem };
const cancelAsked: JournalSaleEvent = { type: 'sale.cancel-asked', saleId, by: 'cashier' };
const cancelAnswered = (
  outcome: Extract<JournalSaleEvent, { readonly type: 'sale.cancel-answered' }>['outcome'],
  why?: typeof problem,
): JournalSaleEvent => ({ type: 'sale.cancel-answered', saleId, outcome, ...omitUndefined({ problem: why }) });
/** An unreadable answer: sets `problem` on the sale. */
const unreadable: JournalSaleEvent = { type: 'sale.unreadable', saleId, problem };
const acknowledgeDue: JournalSaleEvent = { type: 'sale.acknowledge-due', saleId };
const acknowledged: JournalSaleEvent = { type: 'sale.acknowledged', saleId };
const settled: JournalSaleEvent = { type: 'sale.settled', saleId };

const { at: _at, ...terminal } = where;

let at: number;
let sale: SaleRecord | undefined;
beforeEach(() => {
  at = AT;
  sale = undefined;
});

/** Returns the sale after these further events, at the current time. */
function once(...happened: readonly JournalSaleEvent[]): SaleRecord {
  for (const event of happened) sale = foldSale(sale, event, { ...where, at });
  if (sale === undefined) throw new Error('there is no such sale');
  return sale;
}

describe('a new sale', () => {
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

  test('belongs to this till, with its body and no outcome', () => {
    expect(once(intent)).toEqual({ ...begun, startedAt: at });
  });

  test('has its description and the origin of its reference', () => {
    expect(once({ ...intent, description: 'two coffees', counter: 'TILL42/261120', sequence: 1 })).toEqual({
      ...begun,
      startedAt: at,
      description: 'two coffees',
      ownReference: true,
    });
  });
});

describe('the creation', () => {
  test('when answered removes the body and the problem', () => {
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

  test('when answered without link and expiry has neither', () => {
    const sale = once(intent, created);
    expect(sale).not.toHaveProperty('expiresAt');
    expect(sale).not.toHaveProperty('deeplink');
  });

  test('when found after being given up is followed again', () => {
    const absent: JournalSaleEvent = { type: 'sale.creation-absent', saleId };
    expect(once(intent, unknown, absent, settled)).toMatchObject({ stage: 'failed', settled: true });
    expect(once(created)).toMatchObject({ stage: 'failed', settled: false, creation: 'known' });
  });

  test('when refused ends the sale', () => {
    once(intent);
    at += 1_000;
    const sale = once({ type: 'sale.creation-refused', saleId, problem });
    expect(sale).toMatchObject({
      creation: 'refused',
      stage: 'failed',
      ending: 'never-created',
      problem,
      endedAt: at,
      settled: true,
    });
    expect(sale).not.toHaveProperty('body');
  });

  test.each([
    ['was never made', [], { stage: 'failed', ending: 'never-created' }],
    ['was cancelled, when the cashier asked for that', [cancelAsked], { stage: 'cancelled', ending: 'cashier' }],
  ] as const)('when absent: the sale %s', (_what, before, end) => {
    once(intent, unknown, ...before);
    at += 1_000;
    const sale = once({ type: 'sale.creation-absent', saleId });
    expect(sale).toMatchObject({ ...end, creation: 'absent', cancelDue: 'no', endedAt: at, settled: false });
    expect(sale).not.toHaveProperty('problem');
    expect(sale).toHaveProperty('body', intent.body);
  });
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
])('a payment at %s (%s) keeps its progress of %i', (status, stage, progress) => {
  expect(once(intent, created, moved(status, stage))).toMatchObject({ status, progress });
  expect(once(moved('IDENTIFIED', stage)).progress).toBe(Math.max(1, progress));
  expect(once(moved('NEW', stage)).progress).toBe(Math.max(1, progress));
});

describe('an answer about the payment', () => {
  test('updates the named fields and clears the problem', () => {
    const details = {
      debtor: { name: 'Zoë', iban: 'BE68539007547034' },
      succeededAt: 8_000,
      expiresAt: 9_000,
      deeplink: 'https://pay.example/1',
    } as const;
    const sale = once(intent, created, unreadable, moved('AUTHORIZED', 'authorised', details));
    expect(sale).toMatchObject({ status: 'AUTHORIZED', stage: 'authorised', ...details });
    expect(sale).not.toHaveProperty('problem');
    expect(sale).not.toHaveProperty('endedAt');
    expect(sale).not.toHaveProperty('alarm');
    expect(sale).not.toHaveProperty('ending');
    const status = 'PENDING_MERCHANT_ACKNOWLEDGEMENT';
    expect(once(moved(status, 'authorised'))).toMatchObject({ status, ...details });
    const ending = { ending: 'elsewhere' } as const;
    expect(once(moved('CANCELLED', 'cancelled', ending))).toMatchObject({ stage: 'cancelled', ...details, ...ending });
    expect(once(moved('CANCELLED', 'cancelled'))).toMatchObject({ stage: 'cancelled', ...details, ...ending });
  });

  test.each([
    ['SUCCEEDED', 'paid'],
    ['CANCELLED', 'cancelled'],
    ['EXPIRED', 'expired'],
    ['FAILED', 'failed'],
    ['VOIDED', 'voided'],
  ] as const)('with %s ends the sale as %s, when received', (status, stage) => {
    once(intent, created);
    at += 1_000;
    const endedAt = at;
    expect(once(moved(status, stage))).toMatchObject({ stage, endedAt, settled: stage === 'paid' });
    at += 1_000;
    const ended = once(moved(status, stage));
    expect(ended.endedAt).toBe(endedAt);
    expect(() => once(moved('PENDING', 'waiting'))).toThrow('sale.moved cannot happen to sale-1 in its state');
    expect(once()).toEqual(ended);
  });

  test('with a different end replaces the end', () => {
    once(intent, created, moved('EXPIRED', 'expired'));
    at += 1_000;
    expect(once(moved('SUCCEEDED', 'paid'))).toMatchObject({ endedAt: at, settled: true });
  });

  test.each(['waiting', 'scanned', 'authorised', 'unknown'] as const)('with %s ends nothing', (stage) => {
    const sale = once(intent, created, cancelAsked, acknowledgeDue, moved('NEW', stage));
    expect(sale).toMatchObject({ stage, cancelDue: 'send', acknowledge: 'due', settled: false });
    expect(sale).not.toHaveProperty('endedAt');
  });

  test('with an end leaves nothing to cancel or acknowledge', () => {
    expect(once(intent, created, cancelAsked, acknowledgeDue, moved('EXPIRED', 'expired'))).toMatchObject({
      cancel: 'asked',
      cancelDue: 'no',
      acknowledge: 'no',
    });
  });

  test('with an end keeps a finished acknowledgement', () => {
    const sale = once(intent, created, acknowledgeDue, acknowledged, moved('SUCCEEDED', 'paid'));
    expect(sale).toMatchObject({ acknowledge: 'done' });
  });

  test('does not restart the watch of an ended sale', () => {
    expect(once(intent, created, moved('EXPIRED', 'expired'), settled)).toMatchObject({ settled: true });
    expect(once(moved('CANCELLED', 'cancelled'))).toMatchObject({ settled: true });
  });

  test('restarts the watch of an open sale', () => {
    expect(once(intent, created, settled)).toMatchObject({ settled: true });
    expect(once(moved('IDENTIFIED', 'scanned'))).toMatchObject({ settled: false });
  });

  test('contradicting the shown end raises an alarm until acknowledged', () => {
    once(intent, created, moved('EXPIRED', 'expired'));
    at += 1_000;
    const alarm = { shownAs: 'expired', at: at, acknowledged: false };
    expect(once(moved('SUCCEEDED', 'paid', { alarmOver: 'expired' }))).toMatchObject({ alarm, settled: true });
    at += 1_000;
    expect(once(moved('SUCCEEDED', 'paid')).alarm).toEqual(alarm);
    expect(once({ type: 'sale.alarm-acknowledged', saleId }).alarm).toEqual({ ...alarm, acknowledged: true });
  });

  test('reversing a payment restarts the watch', () => {
    once(intent, created, moved('SUCCEEDED', 'paid'));
    expect(once(moved('FAILED', 'failed', { alarmOver: 'paid' }))).toMatchObject({ stage: 'failed' });
    expect(once(moved('SUCCEEDED', 'paid'))).toMatchObject({ stage: 'paid', settled: false });
  });
});

describe('an answer without information about the payment', () => {
  test('sets a problem when for a different payment', () => {
    const got = { paymentId: 'other', amount: 1, status: 'SUCCEEDED' };
    const before = once(intent, created, moved('IDENTIFIED', 'scanned'));
    expect(once({ type: 'sale.mismatch', saleId, via: 'read', got })).toEqual({
      ...before,
      problem: { code: 'sale.other-payment', message: expect.any(String), retryable: true },
    });
  });
});

test.each<readonly [JournalSaleEvent, Partial<SaleRecord>]>([
  [{ type: 'sale.superseded', saleId, by: 'other' }, { superseded: true }],
  [{ type: 'sale.dismissed', saleId }, { dismissed: true }],
  [settled, { settled: true }],
])('%o sets only these fields: %o', (event, record) => {
  const before = once(intent, created, moved('IDENTIFIED', 'scanned'));
  expect(once(event)).toEqual({ ...before, ...record });
});

describe('a cancel', () => {
  test.each(['cashier', 'till'] as const)('requested by the %s is due', (by) => {
    expect(once(intent, created, { type: 'sale.cancel-asked', saleId, by })).toMatchObject({
      cancel: 'asked',
      cancelBy: by,
      cancelDue: 'send',
    });
  });

  test.each([
    ['accepted', { cancel: 'asked', cancelDue: 'no' }, undefined],
    ['refused', { cancel: 'asked', cancelDue: 'check-refused' }, problem],
    ['unknown', { cancel: 'asked', cancelDue: 'check' }, undefined],
    ['too-late', { cancel: 'too-late', cancelDue: 'no' }, undefined],
    ['dropped', { cancel: 'no', cancelDue: 'no' }, problem],
  ] as const)('answered with %s leaves this state and problem: %o, %o', (outcome, left, kept) => {
    const sale = once(intent, created, cancelAsked, cancelAnswered(outcome, problem));
    expect(sale).toMatchObject({ ...left, cancelBy: 'cashier', stage: 'creating' });
    expect(sale.problem).toEqual(kept);
  });

  test('refused without a reason keeps the earlier problem', () => {
    expect(once(intent, created, unreadable, cancelAsked, cancelAnswered('refused')).problem).toEqual(problem);
  });
});

describe('an acknowledgement', () => {
  const declined = { ...problem, code: 'sale.acknowledge-declined' };

  test.each<readonly [string, readonly JournalSaleEvent[], Partial<SaleRecord>]>([
    ['due', [acknowledgeDue], { acknowledge: 'due' }],
    ['done', [acknowledgeDue, acknowledged], { acknowledge: 'done' }],
    [
      'refused',
      [acknowledgeDue, { type: 'sale.acknowledge-refused', saleId, problem }],
      { acknowledge: 'refused', problem },
    ],
    [
      'declined',
      [acknowledgeDue, { type: 'sale.acknowledge-refused', saleId, problem: declined }],
      { acknowledge: 'declined', problem: declined },
    ],
  ])('is %s', (_what, events, record) => {
    const before = once(intent, created, moved('PENDING_MERCHANT_ACKNOWLEDGEMENT', 'authorised'));
    expect(once(...events)).toEqual({ ...before, ...record });
  });
});

/** The guard of each event: the state machine ignores such an event, and the journal refuses to append. */
describe("events impossible in the sale's state:", () => {
  const created = { type: 'sale.created', saleId, paymentId: ours, createdAt: AT, via: 'search' } as const;
  const moved = { type: 'sale.moved', saleId, via: 'read', status: 'PENDING', stage: 'waiting' } as const;
  const asked = { type: 'sale.cancel-asked', saleId, by: 'cashier' } as const;
  const answered = { type: 'sale.cancel-answered', saleId } as const;
  const acknowledged = { type: 'sale.acknowledged', saleId } as const;
  const refused = saleAfter({ type: 'creation-refused', problem });

  test.each<readonly [string, SaleRecord | undefined, JournalSaleEvent]>([
    ['anything before it began', undefined, moved],
    ['a second creation', known(), created],
    ['no answer to a creation that was answered', known(), { type: 'sale.creation-unknown', saleId, problem }],
    [
      'the refusal of a creation of unknown outcome',
      saleAfter(searching),
      { type: 'sale.creation-refused', saleId, problem },
    ],
    ['the absence of a creation that is under way', fresh(), { type: 'sale.creation-absent', saleId }],
    ['news of a payment that is not known', saleAfter(searching), moved],
    ['an unreadable answer about it', fresh(), { type: 'sale.unreadable', saleId, problem }],
    ['an end that is taken back', ended('SUCCEEDED'), moved],
    ['a cancel of a payment that was never made', refused, asked],
    ['a cancel of a payment that is nowhere', saleAfter(searching, absent), asked],
    [
      'an answer to a cancel before the payment is known',
      saleAfter({ type: 'cancel-asked' }),
      { ...answered, outcome: 'accepted' },
    ],
    ['an answer to a cancel that nobody asked for', waiting(), { ...answered, outcome: 'refused', problem }],
    ['an acknowledgement that is due after the end', ended('EXPIRED'), { type: 'sale.acknowledge-due', saleId }],
    ['an acknowledgement that is due before the payment is known', fresh(), { type: 'sale.acknowledge-due', saleId }],
    ['the acknowledgement of a payment that is not known', fresh(), acknowledged],
    ['its refusal', fresh(), { type: 'sale.acknowledge-refused', saleId, problem }],
    ['its acceptance where none is due', waiting(), acknowledged],
    ['an unreadable answer after the end', ended('SUCCEEDED'), { type: 'sale.unreadable', saleId, problem }],
    ['being left twice', saleAfter({ type: 'dismissed' }), { type: 'sale.dismissed', saleId }],
    ['being reopened before it is settled', ended('CANCELLED'), { type: 'sale.reopened', saleId }],
    ['being settled twice', ended('SUCCEEDED'), { type: 'sale.settled', saleId }],
    [
      'being superseded twice',
      saleAfter({ type: 'superseded', by: 'b' }),
      { type: 'sale.superseded', saleId, by: 'c' },
    ],
    ['an alarm that is seen where there is none', waiting(), { type: 'sale.alarm-acknowledged', saleId }],
  ])('%s', (_what, before, event) => {
    expect(() => foldSale(before, event, where)).toThrow(
      expect.objectContaining({
        name: 'MisplacedEvent',
        message: `${event.type} cannot happen to sale-1 in its state`,
      }),
    );
  });
});
