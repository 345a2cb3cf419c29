import { describe, test } from 'vitest';
import type { Payment } from '../../main/domain/payment-service.ts';
import type { SaleEvent } from '../../main/domain/state-machine.ts';
import {
  AT,
  absent,
  accepted,
  answered,
  asked,
  type Case,
  called,
  check,
  created,
  fresh,
  imported,
  known,
  mismatched,
  moved,
  notOurs,
  ours,
  payment,
  play,
  problem,
  read,
  refused,
  saleAfter,
  searched,
  searching,
  unknown,
  withoutExpiry,
} from '../sale/sale-states.ts';

const cancelling = known(asked);
const unanswered = known(asked, unknown);
const refusedOnce = known(asked, refused);
const givenUp = saleAfter(searching, absent);
const made = { type: 'sale.created', paymentId: ours, createdAt: AT, via: 'create', expiresAt: AT + 60_000 };
const seen = (status: string, stage: string, more = {}) => moved('read', status, stage, more);
const answeredWith = (status: string, more: Partial<Payment> = {}): SaleEvent => ({
  type: 'created',
  payment: payment(status, more),
  via: 'create',
});

describe('a creation', () => {
  test.each<Case>([
    ['without an answer is searched for', fresh(), searching, [{ type: 'sale.creation-unknown', problem }]],
    [
      'that was refused is over',
      fresh(),
      { type: 'creation-refused', problem },
      [{ type: 'sale.creation-refused', problem }],
    ],
    ['that is nowhere is over', saleAfter(searching), absent, [{ type: 'sale.creation-absent' }]],
    [
      'that succeeds is known with its code and its time',
      fresh(),
      answeredWith('PENDING', { links: { deeplink: 'd' } }),
      [{ ...made, deeplink: 'd' }, moved('create', 'PENDING', 'waiting', { deeplink: 'd' })],
    ],
    [
      'is known without a code or a time where the answer has none',
      saleAfter(searching),
      { type: 'created', payment: withoutExpiry('IDENTIFIED'), via: 'search' },
      [
        { type: 'sale.created', paymentId: ours, createdAt: AT, via: 'search' },
        { type: 'sale.moved', via: 'search', status: 'IDENTIFIED', stage: 'scanned' },
      ],
    ],
    [
      'that is answered with another payment is not taken for it',
      fresh(),
      answeredWith('PENDING', { amount: 1 }),
      [{ ...mismatched('PENDING'), via: 'create' }, notOurs('PENDING')],
    ],
    [
      'that is answered with more than PENDING is not believed: a read tells',
      fresh(),
      answeredWith('SUCCEEDED'),
      [made, moved('create', 'PENDING', 'waiting'), 'read'],
    ],
    ['that is answered a second time says what a read says', known(read('IDENTIFIED')), created, []],
    [
      'that is answered a second time with news is told as a read',
      known(),
      answeredWith('IDENTIFIED'),
      [seen('IDENTIFIED', 'scanned')],
    ],
    [
      'that a search finds a second time with news is told as a search',
      known(),
      searched('IDENTIFIED'),
      [moved('search', 'IDENTIFIED', 'scanned')],
    ],
  ])('%s', check);

  const found = { ...made, via: 'search' };
  const notCreated = { type: 'creation-refused', problem } as const;
  const takenBack = { type: 'sale.cancel-asked', by: 'till' };
  const left = { type: 'dismissed' } as const;
  const superseded = saleAfter(searching, left, { type: 'superseded', by: 'sale-2' });

  test.each<Case>([
    ['is cancelled by the till', givenUp, searched('PENDING'), [found, takenBack]],
    [
      'is cancelled although the service had refused it',
      saleAfter(notCreated),
      searched('PENDING'),
      [found, takenBack],
    ],
    ['is cancelled by the till when it was scanned', givenUp, searched('IDENTIFIED'), [found, takenBack]],
    ['is not cancelled once it is authorised', givenUp, searched('AUTHORIZED'), [found]],
    [
      'raises the alarm when it is paid',
      givenUp,
      searched('SUCCEEDED'),
      [found, moved('search', 'SUCCEEDED', 'paid', { alarmOver: 'failed' })],
    ],
    [
      'is not cancelled while somebody waits for it',
      saleAfter(searching),
      searched('PENDING'),
      [found, moved('search', 'PENDING', 'waiting')],
    ],
    [
      'is not cancelled while it is parked',
      saleAfter(searching, left),
      searched('IDENTIFIED'),
      [found, moved('search', 'IDENTIFIED', 'scanned')],
    ],
    [
      'is cancelled once a later charge has its POS',
      superseded,
      searched('PENDING'),
      [found, moved('search', 'PENDING', 'waiting'), takenBack],
    ],
    [
      'is cancelled once, where the cashier had asked for it',
      play(superseded, asked).sale,
      searched('PENDING'),
      [found, moved('search', 'PENDING', 'waiting')],
    ],
    [
      'is followed where a later charge has its POS and it is authorised',
      superseded,
      searched('AUTHORIZED'),
      [found, moved('search', 'AUTHORIZED', 'authorised')],
    ],
    [
      'raises the alarm when it is paid while a later charge has its POS',
      superseded,
      searched('SUCCEEDED'),
      [found, moved('search', 'SUCCEEDED', 'paid', { alarmOver: 'unknown' })],
    ],
    [
      'that has ended is not cancelled',
      saleAfter(searching),
      searched('CANCELLED', { debtor: { name: 'Zoë' } }),
      [found, moved('search', 'CANCELLED', 'cancelled', { ending: 'payer', debtor: { name: 'Zoë' } })],
    ],
  ])('arriving late %s', check);
});

describe('a cancel', () => {
  const byCashier = { type: 'sale.cancel-asked', by: 'cashier' };

  test.each<Case>([
    ['is sent', known(), asked, [byCashier]],
    ['is sent once', cancelling, asked, []],
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
      cancelling,
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
    ['that is refused is read', cancelling, refused, [answered('refused', { problem }), 'read']],
    ['without an answer is read', cancelling, unknown, [answered('unknown'), 'read']],
    ['without an answer is sent again when a read shows the payment waiting', unanswered, read('PENDING'), [byCashier]],
    ['without an answer is not sent again for a callback, which may be older', unanswered, called('PENDING'), []],
    [
      'without an answer is not sent again for an older status',
      known(read('IDENTIFIED'), asked, unknown),
      read('PENDING'),
      [],
    ],
    [
      'without an answer is too late for a payment that is authorised',
      unanswered,
      read('AUTHORIZED'),
      [seen('AUTHORIZED', 'authorised'), answered('too-late')],
    ],
    [
      'without an answer is too late for a callback that says authorised, too',
      unanswered,
      called('AUTHORIZED'),
      [moved('callback', 'AUTHORIZED', 'authorised'), answered('too-late')],
    ],
    [
      'that was refused is dropped when a read shows the payment waiting',
      refusedOnce,
      read('PENDING'),
      [answered('dropped', { problem })],
    ],
    [
      'that was refused is told, though the customer has scanned meanwhile',
      refusedOnce,
      read('IDENTIFIED'),
      [seen('IDENTIFIED', 'scanned'), answered('dropped', { problem })],
    ],
    ['on its way is left alone by a read', cancelling, read('PENDING'), []],
    [
      'on its way is too late for a payment that is authorised',
      cancelling,
      read('AUTHORIZED'),
      [seen('AUTHORIZED', 'authorised'), answered('too-late')],
    ],
  ])('%s', check);
});

describe('a payment cancelled by the till after being given up', () => {
  const orphan = saleAfter(searching, absent, searched('PENDING'));

  test.each<Case>([
    ['is let be once the service says that it has ended', orphan, read('CANCELLED'), [answered('accepted')]],
    [
      'is cancelled again when the first try had no answer',
      play(orphan, unknown).sale,
      read('PENDING'),
      [{ type: 'sale.cancel-asked', by: 'till' }],
    ],
    ['cannot be taken back any more once it is authorised', orphan, read('AUTHORIZED'), [answered('too-late')]],
    [
      'cannot be taken back once it is authorised, whatever its cancel was answered',
      play(orphan, refused).sale,
      read('AUTHORIZED'),
      [answered('too-late')],
    ],
    ['is left alone while the cancel is on its way', orphan, read('PENDING'), []],
    ['is left alone by a status that nobody knows', orphan, read('ON_HOLD'), []],
    [
      'raises the alarm when it is paid',
      orphan,
      read('SUCCEEDED'),
      [seen('SUCCEEDED', 'paid', { alarmOver: 'failed' })],
    ],
    ['ends with its cancel', orphan, accepted, [answered('accepted')]],
  ])('%s', check);
});

describe('noted once:', () => {
  const gone = known(read('EXPIRED'), read('SUCCEEDED'));

  test.each<Case>([
    [
      'that another sale took its POS',
      known(),
      { type: 'superseded', by: 'sale-2' },
      [{ type: 'sale.superseded', by: 'sale-2' }],
    ],
    ['that it left the screen', known(), { type: 'dismissed' }, [{ type: 'sale.dismissed' }]],
    ['that nothing more is expected', known(), { type: 'settled' }, [{ type: 'sale.settled' }]],
    ['that somebody saw the alarm', gone, { type: 'alarm-acknowledged' }, [{ type: 'sale.alarm-acknowledged' }]],
    [
      'that somebody saw the alarm, not twice',
      play(gone, { type: 'alarm-acknowledged' }).sale,
      { type: 'alarm-acknowledged' },
      [],
    ],
  ])('%s', check);
});
