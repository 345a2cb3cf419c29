import { describe, expect, test } from 'vitest';
import { belongsTo } from '../../main/domain/payment-transitions.ts';
import { next, type SaleEvent } from '../../main/domain/state-machine.ts';
import {
  AT,
  asked,
  type Case,
  called,
  check,
  fresh,
  imported,
  known,
  mismatched,
  moment,
  moved,
  notOurs,
  other,
  ours,
  PMA,
  payment,
  play,
  problem,
  REFERENCE,
  read,
  recovered,
  refused,
  refusedByUs,
  reported,
  saleAfter,
  searching,
} from '../sale/sale-states.ts';

const link = { links: { deeplink: 'd' } };
const payer = { debtor: { name: 'Zoë', iban: 'NL00' }, succeededAt: AT + 5 };
const wrong = { amount: 1 };
const scanned = known(read('IDENTIFIED'));
const onHold = known(read('ON_HOLD'));
const waitsForUs = known(read(PMA));
const paid = known(read('SUCCEEDED'));
const takenBack = known(read('SUCCEEDED'), read('VOIDED'));
const expired = known(read('EXPIRED'));
const seen = (status: string, stage: string, more = {}) => moved('read', status, stage, more);
const keptUnknown = (status: string) => [seen(status, 'unknown'), reported('sale.unknown-status', { status })];

describe('an answer about the payment', () => {
  test.each<Case>([
    [
      'leaves everything that it says in the journal',
      scanned,
      read('SUCCEEDED', { ...payer, ...link }),
      [seen('SUCCEEDED', 'paid', { ...payer, deeplink: 'd' })],
    ],
    ['that says nothing new changes nothing', scanned, read('IDENTIFIED'), []],
    ['that is older changes nothing', known(read('AUTHORIZED')), called('IDENTIFIED'), []],
    [
      'that is the first to have the code brings it',
      known(),
      read('PENDING', link),
      [seen('PENDING', 'waiting', { deeplink: 'd' })],
    ],
    [
      'that is older and the first to have the code does not take the status back',
      scanned,
      read('PENDING', link),
      [seen('IDENTIFIED', 'scanned', { deeplink: 'd' })],
    ],
    ['that has the code again changes nothing', known(read('PENDING', link)), read('PENDING', link), []],
    ['with a status that nobody knows is kept and reported', known(), read('ON_HOLD'), keptUnknown('ON_HOLD')],
    [
      'that is known again ends the doubt about a status that nobody knew',
      onHold,
      read('PENDING'),
      [seen('PENDING', 'waiting')],
    ],
    [
      'ends the doubt after answers that said nothing',
      known({ type: 'unreadable', problem }),
      read('PENDING'),
      [seen('PENDING', 'waiting')],
    ],
    [
      'with an unknown status is kept again after an older answer came between',
      known(read('IDENTIFIED'), read('ON_HOLD'), called('PENDING')),
      read('ON_HOLD'),
      keptUnknown('ON_HOLD'),
    ],
    ['with the same unknown status again changes nothing', onHold, read('ON_HOLD'), []],
    ['with another unknown status is kept and reported too', onHold, read('ON_WATCH'), keptUnknown('ON_WATCH')],
    [
      'that it was ended by nobody here is reported with the POS',
      known(),
      read('CANCELLED'),
      [
        seen('CANCELLED', 'cancelled', { ending: 'elsewhere' }),
        reported('sale.ended-elsewhere', { posId: 'TILL42', reference: REFERENCE }),
      ],
    ],
    [
      "that another till's payment was ended there is nothing to report",
      imported(),
      read('CANCELLED'),
      [seen('CANCELLED', 'cancelled', { ending: 'elsewhere' })],
    ],
    [
      'that the payer ended it is nothing to report',
      scanned,
      read('CANCELLED'),
      [seen('CANCELLED', 'cancelled', { ending: 'payer' })],
    ],
    ['before anybody knows which payment it is changes nothing', fresh(), read('SUCCEEDED'), []],
    [
      'that it is paid, once the sale was left, raises the alarm',
      known({ type: 'dismissed' }),
      read('SUCCEEDED'),
      [seen('SUCCEEDED', 'paid', { alarmOver: 'waiting' })],
    ],
    [
      'that a recovered payment is paid raises the alarm',
      recovered(),
      read('SUCCEEDED'),
      [seen('SUCCEEDED', 'paid', { alarmOver: 'waiting' })],
    ],
    ["that another till's payment is paid raises none", imported(), read('SUCCEEDED'), [seen('SUCCEEDED', 'paid')]],
  ])('%s', check);

  test('without a reference still matches the payment', () => {
    const { reference: _none, ...bare } = payment('SUCCEEDED');
    expect(belongsTo(known(), bare)).toBe(true);
    expect(belongsTo(known(), { ...bare, amount: 1 })).toBe(false);
    expect(belongsTo(known(), { ...bare, paymentId: other })).toBe(false);
    expect(belongsTo(known(), { ...bare, reference: 'another' })).toBe(false);
    expect(belongsTo(fresh(), { ...bare, paymentId: other })).toBe(true);
  });
});

describe('an answer about a different payment', () => {
  const { reference: _none, ...bare } = payment('SUCCEEDED', wrong);

  test.each<Case>([
    ['is kept and reported', known(), read('SUCCEEDED', wrong), [mismatched('SUCCEEDED'), notOurs('SUCCEEDED')]],
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
      known(read('SUCCEEDED', wrong)),
      read('SUCCEEDED', wrong),
      [notOurs('SUCCEEDED')],
    ],
    [
      'is kept though the sale has another problem',
      known({ type: 'unreadable', problem }),
      read('SUCCEEDED', wrong),
      [mismatched('SUCCEEDED'), notOurs('SUCCEEDED')],
    ],
    ['that waits for us is refused', known(), read(PMA, wrong), [mismatched(PMA), refusedByUs, notOurs(PMA)]],
    [
      'that is not the same payment at all is not ours to refuse',
      known(),
      read(PMA, { paymentId: other, amount: 1 }),
      [mismatched(PMA, { paymentId: other }), notOurs(PMA, { paymentId: other })],
    ],
    [
      'that waits for another till is not ours to refuse',
      imported(),
      read(PMA, wrong),
      [mismatched(PMA), notOurs(PMA)],
    ],
    [
      'that we have acknowledged is not refused any more',
      waitsForUs,
      read(PMA, wrong),
      [mismatched(PMA), notOurs(PMA)],
    ],
  ])('%s', check);

  test('is cleared once the right payment answers again', () => {
    const sale = known(read('PENDING', wrong));
    expect(sale.problem?.code).toBe('sale.other-payment');
    expect(next(sale, read('PENDING'), moment).sale.problem).toBeUndefined();
  });

  test('once refused stays visible while the payment waits', () => {
    const sale = known(read(PMA, wrong));
    expect(sale).toMatchObject({ acknowledge: 'refused', problem: { code: 'sale.acknowledge-refused' } });
    expect(next(sale, read('PENDING'), moment).sale.problem?.code).toBe('sale.acknowledge-refused');
    const again = play(sale, read(PMA, wrong)).sale;
    expect(next(again, read('PENDING'), moment).sale.problem?.code).toBe('sale.other-payment');
  });
});

describe('a payment awaiting acknowledgement', () => {
  const due = { type: 'sale.acknowledge-due' };

  test.each<Case>([
    ['is to be acknowledged', known(), read(PMA), [seen(PMA, 'authorised'), due]],
    [
      'is to be acknowledged after it was authorised',
      known(read('AUTHORIZED')),
      read(PMA),
      [seen(PMA, 'authorised'), due],
    ],
    ['is to be acknowledged once', waitsForUs, read(PMA), []],
    ["is another till's to acknowledge", imported(), read(PMA), [seen(PMA, 'authorised')]],
    ['that was acknowledged is read', waitsForUs, { type: 'acknowledged' }, [{ type: 'sale.acknowledged' }, 'read']],
    [
      'whose acknowledgement was refused is read',
      waitsForUs,
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

describe('an unreadable answer', () => {
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
    [
      'is kept though the stage was unknown before, for another reason',
      onHold,
      unreadable,
      [{ type: 'sale.unreadable', problem }],
    ],
    ['about a sale that has ended is nothing', paid, unreadable, []],
    ['before the payment is known is nothing', saleAfter(searching), unreadable, []],
    ['while it is being created is nothing', fresh(), unreadable, []],
  ])('%s', check);
});

describe('after the end', () => {
  const debtor = { name: 'Zoë' };

  test.each<Case>([
    ['the same end again changes nothing', paid, read('SUCCEEDED'), []],
    ["the payer's name is added", paid, read('SUCCEEDED', { debtor }), [seen('SUCCEEDED', 'paid', { debtor })]],
    ["the payer's name is added once", known(read('SUCCEEDED', { debtor })), read('SUCCEEDED', { debtor }), []],
    [
      'the time of payment is added',
      paid,
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
      [seen('CANCELLED', 'cancelled', { ending: 'elsewhere', debtor })],
    ],
    [
      'a payment raises the alarm over the end that was shown',
      expired,
      read('SUCCEEDED'),
      [seen('SUCCEEDED', 'paid', { alarmOver: 'expired' })],
    ],
    [
      'one that a callback tells is read too: the end that it contradicts may be the newer one',
      known(called('CANCELLED')),
      called('SUCCEEDED'),
      [moved('callback', 'SUCCEEDED', 'paid', { alarmOver: 'cancelled' }), { type: 'sale.reopened' }, 'read'],
    ],
    [
      'a payment that is taken back raises the alarm when a read says so',
      paid,
      read('VOIDED'),
      [seen('VOIDED', 'voided', { ending: 'service', alarmOver: 'paid' })],
    ],
    ['a payment that a callback takes back is read', paid, called('VOIDED'), [{ type: 'sale.reopened' }, 'read']],
    [
      'one that was taken back is read when a callback, which may be older, says paid',
      takenBack,
      called('SUCCEEDED'),
      [{ type: 'sale.reopened' }, 'read'],
    ],
    [
      'one that was taken back is paid again when a read says so',
      takenBack,
      read('SUCCEEDED'),
      [seen('SUCCEEDED', 'paid', { alarmOver: 'voided' })],
    ],
    [
      'a payment that a search takes back is not believed',
      paid,
      { type: 'seen', payment: payment('VOIDED'), via: 'search' },
      [],
    ],
    ['an older callback changes nothing', paid, called('IDENTIFIED'), []],
    ['another end that is none of a payment changes nothing', expired, called('CANCELLED'), []],
  ])('%s', check);
});
