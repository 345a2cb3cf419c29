import { describe, expect, test } from 'vitest';
import type { SaleRecord } from '../../main/journal/sale-record.ts';
import { belongsTo, next, type SaleEvent, type Step } from '../../main/sale/machine.ts';
import type { Payment, PaymentId } from '../../main/service/payment-service.ts';
import {
  AT,
  after,
  called,
  created,
  fresh,
  imported,
  moment,
  ours,
  payment,
  problem,
  REFERENCE,
  read,
} from './story.ts';

const other = 'X'.padStart(24, '0') as PaymentId;
const asked: SaleEvent = { type: 'cancel-asked' };
const accepted: SaleEvent = { type: 'cancel-accepted' };
const refused: SaleEvent = { type: 'cancel-refused', problem };
const unknown: SaleEvent = { type: 'cancel-unknown' };
const absent: SaleEvent = { type: 'creation-absent' };
const searching: SaleEvent = { type: 'creation-unknown', problem };
const searched = (status: string, more: Partial<Payment> = {}): SaleEvent => ({
  type: 'created',
  payment: payment(status, more),
  via: 'search',
});
const PMA = 'PENDING_MERCHANT_ACKNOWLEDGEMENT';

const told = (...events: readonly SaleEvent[]): SaleRecord => after(fresh(), ...events).sale;
const known = (...events: readonly SaleEvent[]): SaleRecord => told(created, ...events);

/** What is left in the journal, without the sale's id, and what is asked for and reported. */
function effectsOf({ effects }: Step): readonly unknown[] {
  return effects.map((effect) => {
    if (effect.kind !== 'journal') return effect.kind === 'read' ? 'read' : { report: effect.code, ...effect.facts };
    const { saleId, ...fact } = effect.fact as { readonly saleId: string; readonly type: string };
    expect(saleId).toBe('sale-1');
    return fact;
  });
}

const moved = (via: string, status: string, stage: string, more: object = {}) => ({
  type: 'sale.moved',
  via,
  status,
  stage,
  expiresAt: AT + 60_000,
  ...more,
});
const answered = (outcome: string, more: object = {}) => ({ type: 'sale.cancel-answered', outcome, ...more });
const mismatched = (status: string, more: object = {}) => ({
  type: 'sale.mismatch',
  via: 'read',
  got: { paymentId: ours, amount: 1, status, reference: REFERENCE, ...more },
});
const reported = (code: string, more: object) => ({ report: code, ...more });
const notOurs = (status: string, more: object = {}) =>
  reported('sale.other-payment', { paymentId: ours, status, reference: REFERENCE, ...more });
const refusedByUs = {
  type: 'sale.acknowledge-refused',
  problem: {
    code: 'sale.acknowledge-refused',
    message: 'The service asks to acknowledge another amount or reference than was charged; the till refused.',
    retryable: false,
  },
};

type Case = readonly [name: string, before: SaleRecord, event: SaleEvent, effects: readonly unknown[]];

function check(_name: string, before: SaleRecord, event: SaleEvent, effects: readonly unknown[]): void {
  expect(effectsOf(next(before, event, moment))).toEqual(effects);
}

describe('a creation', () => {
  test.each<Case>([
    ['without an answer is searched for', fresh(), searching, [{ type: 'sale.creation-unknown', problem }]],
    [
      'that was refused is over',
      fresh(),
      { type: 'creation-refused', problem },
      [{ type: 'sale.creation-refused', problem }],
    ],
    ['that is nowhere is over', told(searching), absent, [{ type: 'sale.creation-absent' }]],
    [
      'that succeeds is known with its code and its time',
      fresh(),
      { type: 'created', payment: payment('PENDING', { links: { deeplink: 'https://p.example/1' } }), via: 'create' },
      [
        {
          type: 'sale.created',
          paymentId: ours,
          createdAt: AT,
          via: 'create',
          expiresAt: AT + 60_000,
          deeplink: 'https://p.example/1',
        },
        moved('create', 'PENDING', 'waiting', { deeplink: 'https://p.example/1' }),
      ],
    ],
    [
      'is known without a code or a time where the answer has none',
      told(searching),
      { type: 'created', payment: withoutExpiry('IDENTIFIED'), via: 'search' },
      [
        { type: 'sale.created', paymentId: ours, createdAt: AT, via: 'search' },
        { type: 'sale.moved', via: 'search', status: 'IDENTIFIED', stage: 'scanned' },
      ],
    ],
    [
      'that is answered with another payment is not taken for it',
      fresh(),
      { type: 'created', payment: payment('PENDING', { amount: 1 }), via: 'create' },
      [{ ...mismatched('PENDING'), via: 'create' }, notOurs('PENDING')],
    ],
    ['that is answered a second time says what a read says', known(read('IDENTIFIED')), created, []],
    [
      'that is answered a second time with news is told as a read',
      known(),
      { type: 'created', payment: payment('IDENTIFIED'), via: 'create' },
      [moved('read', 'IDENTIFIED', 'scanned')],
    ],
    [
      'that a search finds a second time with news is told as a search',
      known(),
      searched('IDENTIFIED'),
      [moved('search', 'IDENTIFIED', 'scanned')],
    ],
  ])('%s', check);

  const found = { type: 'sale.created', paymentId: ours, createdAt: AT, via: 'search', expiresAt: AT + 60_000 };
  const takenBack = { type: 'sale.cancel-asked', by: 'till' };

  test.each<Case>([
    ['is cancelled by the till', told(searching, absent), searched('PENDING'), [found, takenBack]],
    [
      'is cancelled by the till when it was scanned',
      told(searching, absent),
      searched('IDENTIFIED'),
      [found, takenBack],
    ],
    ['is not cancelled once it is authorised', told(searching, absent), searched('AUTHORIZED'), [found]],
    [
      'raises the alarm when it is paid',
      told(searching, absent),
      searched('SUCCEEDED'),
      [found, moved('search', 'SUCCEEDED', 'paid', { alarmOver: 'failed' })],
    ],
    [
      'is not cancelled while somebody waits for it',
      told(searching),
      searched('PENDING'),
      [found, moved('search', 'PENDING', 'waiting')],
    ],
    [
      'that has ended is not cancelled',
      told(searching),
      searched('CANCELLED', { debtor: { name: 'Zoë' } }),
      [found, moved('search', 'CANCELLED', 'cancelled', { ending: 'payer', debtor: { name: 'Zoë' } })],
    ],
  ])('that turns up after it was given up %s', check);
});

describe('an answer about the payment', () => {
  test.each<Case>([
    [
      'leaves everything that it says in the journal',
      known(read('IDENTIFIED')),
      read('SUCCEEDED', { debtor: { name: 'Zoë', iban: 'NL00' }, succeededAt: AT + 5, links: { deeplink: 'd' } }),
      [
        moved('read', 'SUCCEEDED', 'paid', {
          debtor: { name: 'Zoë', iban: 'NL00' },
          succeededAt: AT + 5,
          deeplink: 'd',
        }),
      ],
    ],
    ['that says nothing new changes nothing', known(read('IDENTIFIED')), read('IDENTIFIED'), []],
    ['that is older changes nothing', known(read('AUTHORIZED')), called('IDENTIFIED'), []],
    [
      'that is the first to have the code brings it',
      known(),
      read('PENDING', { links: { deeplink: 'd' } }),
      [moved('read', 'PENDING', 'waiting', { deeplink: 'd' })],
    ],
    [
      'that is older and the first to have the code does not take the status back',
      known(read('IDENTIFIED')),
      read('PENDING', { links: { deeplink: 'd' } }),
      [moved('read', 'IDENTIFIED', 'scanned', { deeplink: 'd' })],
    ],
    [
      'that has the code again changes nothing',
      known(read('PENDING', { links: { deeplink: 'd' } })),
      read('PENDING', { links: { deeplink: 'd' } }),
      [],
    ],
    [
      'with a status that nobody knows is kept and reported',
      known(),
      read('ON_HOLD'),
      [moved('read', 'ON_HOLD', 'unknown'), reported('sale.unknown-status', { status: 'ON_HOLD' })],
    ],
    ['with the same unknown status again changes nothing', known(read('ON_HOLD')), read('ON_HOLD'), []],
    [
      'with another unknown status is kept and reported too',
      known(read('ON_HOLD')),
      read('ON_WATCH'),
      [moved('read', 'ON_WATCH', 'unknown'), reported('sale.unknown-status', { status: 'ON_WATCH' })],
    ],
    [
      'that it was ended by nobody here is reported with the POS',
      known(),
      read('CANCELLED'),
      [
        moved('read', 'CANCELLED', 'cancelled', { ending: 'elsewhere' }),
        reported('sale.ended-elsewhere', { posId: 'TILL42', reference: REFERENCE }),
      ],
    ],
    [
      "that another till's payment was ended there is nothing to report",
      imported(),
      read('CANCELLED'),
      [moved('read', 'CANCELLED', 'cancelled', { ending: 'elsewhere' })],
    ],
    [
      'that the payer ended it is nothing to report',
      known(read('IDENTIFIED')),
      read('CANCELLED'),
      [moved('read', 'CANCELLED', 'cancelled', { ending: 'payer' })],
    ],
    ['before anybody knows which payment it is changes nothing', fresh(), read('SUCCEEDED'), []],
    [
      'that it is paid, once the sale was left, raises the alarm',
      known({ type: 'dismissed' }),
      read('SUCCEEDED'),
      [moved('read', 'SUCCEEDED', 'paid', { alarmOver: 'waiting' })],
    ],
    [
      "that another till's payment is paid raises none",
      imported(),
      read('SUCCEEDED'),
      [moved('read', 'SUCCEEDED', 'paid')],
    ],
  ])('%s', check);

  test('without a reference is about the payment all the same', () => {
    const { reference: _none, ...bare } = payment('SUCCEEDED');
    expect(belongsTo(known(), bare)).toBe(true);
    expect(belongsTo(known(), { ...bare, amount: 1 })).toBe(false);
    expect(belongsTo(known(), { ...bare, paymentId: other })).toBe(false);
    expect(belongsTo(known(), { ...bare, reference: 'another' })).toBe(false);
    expect(belongsTo(fresh(), { ...bare, paymentId: other })).toBe(true);
  });
});

describe('an answer about another payment', () => {
  const { reference: _none, ...bare } = payment('SUCCEEDED', { amount: 1 });

  test.each<Case>([
    [
      'is kept and reported',
      known(),
      read('SUCCEEDED', { amount: 1 }),
      [mismatched('SUCCEEDED'), notOurs('SUCCEEDED')],
    ],
    [
      'is reported without a reference where it has none',
      known(),
      { type: 'seen', payment: bare, via: 'read' },
      [
        { type: 'sale.mismatch', via: 'read', got: { paymentId: ours, amount: 1, status: 'SUCCEEDED' } },
        notOurs('SUCCEEDED', { reference: '' }),
      ],
    ],
    [
      'is only reported the second time',
      known(read('SUCCEEDED', { amount: 1 })),
      read('SUCCEEDED', { amount: 1 }),
      [notOurs('SUCCEEDED')],
    ],
    [
      'is kept though the sale has another problem',
      known({ type: 'unreadable', problem }),
      read('SUCCEEDED', { amount: 1 }),
      [mismatched('SUCCEEDED'), notOurs('SUCCEEDED')],
    ],
    ['that waits for us is refused', known(), read(PMA, { amount: 1 }), [mismatched(PMA), refusedByUs, notOurs(PMA)]],
    [
      'that is not the same payment at all is not ours to refuse',
      known(),
      read(PMA, { paymentId: other, amount: 1 }),
      [mismatched(PMA, { paymentId: other }), notOurs(PMA, { paymentId: other })],
    ],
    [
      'that waits for another till is not ours to refuse',
      imported(),
      read(PMA, { amount: 1 }),
      [mismatched(PMA), notOurs(PMA)],
    ],
    [
      'that we have acknowledged is not refused any more',
      known(read(PMA)),
      read(PMA, { amount: 1 }),
      [mismatched(PMA), notOurs(PMA)],
    ],
  ])('%s', check);

  test('is out of sight once the right payment answers again', () => {
    const sale = known(read('PENDING', { amount: 1 }));
    expect(sale.problem?.code).toBe('sale.other-payment');
    expect(next(sale, read('PENDING'), moment).sale.problem).toBeUndefined();
  });

  test('that was refused stays in sight while the payment waits', () => {
    const sale = known(read('PENDING', { amount: 1 }), read('PENDING'), read(PMA, { amount: 1 }));
    expect(sale).toMatchObject({ acknowledge: 'refused', problem: { code: 'sale.acknowledge-refused' } });
    expect(next(sale, read('PENDING'), moment).sale.problem?.code).toBe('sale.acknowledge-refused');
  });
});

describe('a payment that waits for the merchant', () => {
  const due = { type: 'sale.acknowledge-due' };

  test.each<Case>([
    ['is to be acknowledged', known(), read(PMA), [moved('read', PMA, 'authorised'), due]],
    ['is to be acknowledged once', known(read(PMA)), read(PMA), []],
    ["is another till's to acknowledge", imported(), read(PMA), [moved('read', PMA, 'authorised')]],
    [
      'that was acknowledged is read',
      known(read(PMA)),
      { type: 'acknowledged' },
      [{ type: 'sale.acknowledged' }, 'read'],
    ],
    [
      'whose acknowledgement was refused is read',
      known(read(PMA)),
      { type: 'acknowledge-refused', problem },
      [{ type: 'sale.acknowledge-refused', problem }, 'read'],
    ],
    ['is acknowledged once', known(read(PMA), { type: 'acknowledged' }), { type: 'acknowledged' }, []],
    [
      'that was acknowledged is not refused',
      known(read(PMA), { type: 'acknowledged' }),
      { type: 'acknowledge-refused', problem },
      [],
    ],
  ])('%s', check);
});

describe('an answer that says nothing', () => {
  const unreadable: SaleEvent = { type: 'unreadable', problem };

  test.each<Case>([
    ['is kept as a problem', known(), unreadable, [{ type: 'sale.unreadable', problem }]],
    ['is kept once', known(unreadable), unreadable, []],
    [
      'is kept when it is another problem',
      known(unreadable),
      { type: 'unreadable', problem: { ...problem, code: 'other' } },
      [{ type: 'sale.unreadable', problem: { ...problem, code: 'other' } }],
    ],
    [
      'is kept when the problem stood before, in another stage',
      known(asked, refused),
      unreadable,
      [{ type: 'sale.unreadable', problem }],
    ],
    ['about a sale that has ended is nothing', known(read('SUCCEEDED')), unreadable, []],
    ['before the payment is known is nothing', told(searching), unreadable, []],
    ['while it is being created is nothing', fresh(), unreadable, []],
  ])('%s', check);
});

describe('a cancel', () => {
  const byCashier = { type: 'sale.cancel-asked', by: 'cashier' };

  test.each<Case>([
    ['is sent', known(), asked, [byCashier]],
    ['is sent once', known(asked), asked, []],
    ['can be asked while the payment is being created', fresh(), asked, [byCashier]],
    ['of a payment that was scanned is sent', known(read('IDENTIFIED')), asked, [byCashier]],
    [
      'of a payment that was authorised is too late',
      known(read('AUTHORIZED')),
      asked,
      [byCashier, answered('too-late')],
    ],
    ['of a sale that has ended is nothing', known(read('CANCELLED')), asked, []],
    ["of another till's payment is nothing", imported(), asked, []],
    [
      'that is accepted ends the sale',
      known(asked),
      accepted,
      [
        answered('accepted'),
        { type: 'sale.moved', via: 'cancel', status: 'CANCELLED', stage: 'cancelled', ending: 'cashier' },
      ],
    ],
    [
      'that is accepted though the payment was authorised is read',
      known(asked, read('AUTHORIZED')),
      accepted,
      [answered('accepted'), 'read'],
    ],
    ['that is accepted after the end only ends itself', known(read('CANCELLED')), accepted, [answered('accepted')]],
    ['cannot be accepted before the payment is known', fresh(), accepted, []],
    ['that is refused is read', known(asked), refused, [answered('refused', { problem }), 'read']],
    ['without an answer is read', known(asked), unknown, [answered('unknown'), 'read']],
    ['that nobody asked for cannot be refused', known(), refused, []],
    ['that nobody asked for cannot be without an answer', known(), unknown, []],
    [
      'without an answer is sent again when a read shows the payment waiting',
      known(asked, unknown),
      read('PENDING'),
      [byCashier],
    ],
    [
      'without an answer is not sent again for a callback, which may be older',
      known(asked, unknown),
      called('PENDING'),
      [],
    ],
    [
      'without an answer is not sent again for an older status',
      known(read('IDENTIFIED'), asked, unknown),
      read('PENDING'),
      [],
    ],
    [
      'without an answer is too late for a payment that is authorised',
      known(asked, unknown),
      read('AUTHORIZED'),
      [moved('read', 'AUTHORIZED', 'authorised'), answered('too-late')],
    ],
    [
      'without an answer is too late for a callback that says authorised, too',
      known(asked, unknown),
      called('AUTHORIZED'),
      [moved('callback', 'AUTHORIZED', 'authorised'), answered('too-late')],
    ],
    [
      'that was refused is dropped when a read shows the payment waiting',
      known(asked, refused),
      read('PENDING'),
      [answered('dropped', { problem })],
    ],
    [
      'that was refused and stood no problem is dropped without one',
      known(asked, refused, read('IDENTIFIED', { links: {} })),
      read('IDENTIFIED'),
      [],
    ],
    ['on its way is left alone by a read', known(asked), read('PENDING'), []],
    [
      'on its way is too late for a payment that is authorised',
      known(asked),
      read('AUTHORIZED'),
      [moved('read', 'AUTHORIZED', 'authorised'), answered('too-late')],
    ],
  ])('%s', check);
});

describe('a payment that the till takes back, because nobody waits for it any more', () => {
  const orphan = told(searching, absent, searched('PENDING'));

  test.each<Case>([
    ['is let be once the service says that it has ended', orphan, read('CANCELLED'), [answered('accepted')]],
    [
      'is cancelled again when the first try had no answer',
      after(orphan, unknown).sale,
      read('PENDING'),
      [{ type: 'sale.cancel-asked', by: 'till' }],
    ],
    ['cannot be taken back any more once it is authorised', orphan, read('AUTHORIZED'), [answered('too-late')]],
    ['is left alone while the cancel is on its way', orphan, read('PENDING'), []],
    ['is left alone by a status that nobody knows', orphan, read('ON_HOLD'), []],
    [
      'raises the alarm when it is paid',
      orphan,
      read('SUCCEEDED'),
      [moved('read', 'SUCCEEDED', 'paid', { alarmOver: 'failed' })],
    ],
    ['ends with its cancel', orphan, accepted, [answered('accepted')]],
  ])('%s', check);
});

describe('after the end', () => {
  const debtor = { name: 'Zoë' };

  test.each<Case>([
    ['the same end again changes nothing', known(read('SUCCEEDED')), read('SUCCEEDED'), []],
    [
      "the payer's name is added",
      known(read('SUCCEEDED')),
      read('SUCCEEDED', { debtor }),
      [moved('read', 'SUCCEEDED', 'paid', { debtor })],
    ],
    ["the payer's name is added once", known(read('SUCCEEDED', { debtor })), read('SUCCEEDED', { debtor }), []],
    [
      'the time of payment is added',
      known(read('SUCCEEDED')),
      called('SUCCEEDED', { succeededAt: AT }),
      [moved('callback', 'SUCCEEDED', 'paid', { succeededAt: AT })],
    ],
    [
      'the time of payment is added once',
      known(read('SUCCEEDED', { succeededAt: AT })),
      read('SUCCEEDED', { succeededAt: AT }),
      [],
    ],
    [
      'who ended it stays as it was told',
      known(read('CANCELLED')),
      read('CANCELLED', { debtor }),
      [moved('read', 'CANCELLED', 'cancelled', { ending: 'elsewhere', debtor })],
    ],
    [
      'a payment raises the alarm over the end that was shown',
      known(read('EXPIRED')),
      called('SUCCEEDED'),
      [moved('callback', 'SUCCEEDED', 'paid', { alarmOver: 'expired' })],
    ],
    [
      'a payment that is taken back raises the alarm when a read says so',
      known(read('SUCCEEDED')),
      read('VOIDED'),
      [moved('read', 'VOIDED', 'voided', { ending: 'service', alarmOver: 'paid' })],
    ],
    ['a payment that a callback takes back is read', known(read('SUCCEEDED')), called('VOIDED'), ['read']],
    [
      'a payment that a search takes back is not believed',
      known(read('SUCCEEDED')),
      { type: 'seen', payment: payment('VOIDED'), via: 'search' },
      [],
    ],
    ['an older callback changes nothing', known(read('SUCCEEDED')), called('IDENTIFIED'), []],
    ['another end that is none of a payment changes nothing', known(read('EXPIRED')), called('CANCELLED'), []],
  ])('%s', check);
});

describe('what is noted once', () => {
  const gone = known(read('EXPIRED'), read('SUCCEEDED'));

  test.each<Case>([
    [
      'that another sale took its POS',
      known(),
      { type: 'superseded', by: 'sale-2' },
      [{ type: 'sale.superseded', by: 'sale-2' }],
    ],
    [
      'that another sale took its POS, not twice',
      known({ type: 'superseded', by: 'sale-2' }),
      { type: 'superseded', by: 'sale-3' },
      [],
    ],
    ['that it left the screen', known(), { type: 'dismissed' }, [{ type: 'sale.dismissed' }]],
    ['that it left the screen, not twice', known({ type: 'dismissed' }), { type: 'dismissed' }, []],
    ['that nothing more is expected', known(), { type: 'settled' }, [{ type: 'sale.settled' }]],
    ['that nothing more is expected, not twice', known({ type: 'settled' }), { type: 'settled' }, []],
    ['that somebody saw the alarm', gone, { type: 'alarm-acknowledged' }, [{ type: 'sale.alarm-acknowledged' }]],
    [
      'that somebody saw the alarm, not twice',
      after(gone, { type: 'alarm-acknowledged' }).sale,
      { type: 'alarm-acknowledged' },
      [],
    ],
    ['that somebody saw the alarm, where there is none', known(), { type: 'alarm-acknowledged' }, []],
    ['that a creation has no answer, not once it has one', known(), searching, []],
    ['that a creation was refused, not once it is known', known(), { type: 'creation-refused', problem }, []],
    ['that a creation is nowhere, not while it is on its way', fresh(), absent, []],
  ])('%s', check);
});

function withoutExpiry(status: string): Payment {
  const { expiresAt: _none, ...rest } = payment(status);
  return rest;
}
