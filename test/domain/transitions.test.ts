import { describe, test } from 'vitest';
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
  searched,
  searching,
  told,
  unknown,
  withoutExpiry,
} from '../sale/sale-states.ts';

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
    [
      'that is answered with more than PENDING is not believed: a read tells',
      fresh(),
      { type: 'created', payment: payment('SUCCEEDED'), via: 'create' },
      [
        { type: 'sale.created', paymentId: ours, createdAt: AT, via: 'create', expiresAt: AT + 60_000 },
        moved('create', 'PENDING', 'waiting'),
        'read',
      ],
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
  const notCreated = { type: 'creation-refused', problem } as const;
  const takenBack = { type: 'sale.cancel-asked', by: 'till' };

  test.each<Case>([
    ['is cancelled by the till', told(searching, absent), searched('PENDING'), [found, takenBack]],
    ['is cancelled although the service had refused it', told(notCreated), searched('PENDING'), [found, takenBack]],
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
    ['that is refused is read', known(asked), refused, [answered('refused', { problem }), 'read']],
    ['without an answer is read', known(asked), unknown, [answered('unknown'), 'read']],
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
      'that was refused is told, though the customer has scanned meanwhile',
      known(asked, refused),
      read('IDENTIFIED'),
      [moved('read', 'IDENTIFIED', 'scanned'), answered('dropped', { problem })],
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
      [moved('read', 'SUCCEEDED', 'paid', { alarmOver: 'failed' })],
    ],
    ['ends with its cancel', orphan, accepted, [answered('accepted')]],
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
