import { describe, expect, test } from 'vitest';
import type { Payment } from '../../main/domain/payment-service.ts';
import { belongsTo } from '../../main/domain/payment-transitions.ts';
import type { Step } from '../../main/domain/sale-effects.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { next, type SaleEvent } from '../../main/domain/state-machine.ts';
import {
  AT,
  absent,
  accepted,
  asked,
  called,
  created,
  fresh,
  imported,
  known,
  moment,
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
  saleAfter,
  searched,
  searching,
  unknown,
  withoutExpiry,
} from '../sale/sale-states.ts';

/** Members that the text of an effect leaves out, because nearly every event has them. */
const usual: Readonly<Record<string, unknown>> = {
  saleId: 'sale-1',
  paymentId: ours,
  createdAt: AT,
  expiresAt: AT + 60_000,
  reference: REFERENCE,
  amount: 1,
  problem,
};
/** Usual members of each kind of event and report: the text shows one that is missing. */
const required: Readonly<Record<string, readonly string[]>> = {
  'sale.created': ['paymentId', 'createdAt', 'expiresAt'],
  'sale.moved': ['expiresAt'],
  'sale.other-payment': ['paymentId', 'reference'],
  'sale.ended-elsewhere': ['reference'],
  got: ['paymentId', 'amount', 'reference'],
};
/** Members that the text of an effect shows without their names. */
const nameless = ['via', 'status', 'stage', 'by', 'outcome'];

function valueText(value: unknown): string {
  if (typeof value === 'number') return `AT+${value - AT}`;
  if (typeof value !== 'object' || value === null) return String(value).replace(PMA, 'PMA');
  // The text of a problem is not fixed, but never empty.
  if ('code' in value && 'message' in value && value.message !== '') return String(value.code);
  return JSON.stringify(value).replaceAll('"', '');
}

function membersText(kind: string, members: object): string {
  const missing = (required[kind] ?? []).filter((name) => !(name in members)).map((name) => `no-${name}`);
  const texts = Object.entries(members).flatMap(([name, value]) => {
    if (usual[name] === value) return [];
    if (name === 'got') return [membersText(name, value).trimStart()];
    return [nameless.includes(name) ? valueText(value) : `${name}=${valueText(value)}`];
  });
  return [...texts, ...missing].map((text) => ` ${text}`).join('');
}

/** Returns the effects as text: journal events without `sale.`, `moved` and usual members; reads; log reports. */
function effectsOf({ effects }: Step): string {
  const texts = effects.map((effect) => {
    if (effect.kind === 'read') return 'read';
    if (effect.kind === 'report') {
      const code = String(effect.code);
      return `report ${code.replace('sale.', '')}${membersText(code, effect.facts)}`;
    }
    const { type, ...members } = effect.event;
    expect(members).toHaveProperty('saleId', 'sale-1');
    const name = type === 'sale.cancel-answered' ? 'cancel' : type.replace(/^sale\.(moved)?/, '');
    return `${name}${membersText(type, members)}`.trimStart();
  });
  return texts.length === 0 ? 'nothing' : texts.join(', ');
}

type Case = readonly [name: string, before: SaleRecord, event: SaleEvent, effects: string];

function check(_name: string, before: SaleRecord, event: SaleEvent, effects: string): void {
  expect(effectsOf(next(before, event, moment))).toBe(effects);
}

const wrong = { amount: 1 };
const link = { links: { deeplink: 'd' } };
const zoë = { debtor: { name: 'Zoë' } };
const unreadable: SaleEvent = { type: 'unreadable', problem };
const otherwise: SaleEvent = { type: 'unreadable', problem: { ...problem, code: 'other' } };
const dismissed: SaleEvent = { type: 'dismissed' };
const superseding: SaleEvent = { type: 'superseded', by: 'sale-2' };
const acknowledged: SaleEvent = { type: 'acknowledged' };
const declined: SaleEvent = { type: 'acknowledge-refused', problem };
const notCreated: SaleEvent = { type: 'creation-refused', problem };
const alarmSeen: SaleEvent = { type: 'alarm-acknowledged' };
const made = (status: string, more: Partial<Payment> = {}): SaleEvent => ({
  type: 'created',
  payment: payment(status, more),
  via: 'create',
});
const readAt = read('SUCCEEDED', { succeededAt: AT });
const whole = read('SUCCEEDED', { debtor: { name: 'Zoë', iban: 'NL00' }, succeededAt: AT + 5, ...link });
const seenBySearch: SaleEvent = { type: 'seen', payment: payment('VOIDED'), via: 'search' };
const foundWithoutExpiry: SaleEvent = { type: 'created', payment: withoutExpiry('IDENTIFIED'), via: 'search' };
const { reference: _none, ...unnamed } = payment('SUCCEEDED', wrong);
const seenNameless: SaleEvent = { type: 'seen', payment: unnamed, via: 'read' };

const lost = saleAfter(searching);
const scanned = known(read('IDENTIFIED'));
const authorised = known(read('AUTHORIZED'));
const onHold = known(read('ON_HOLD'));
const waitsForUs = known(read(PMA));
const paid = known(read('SUCCEEDED'));
const takenBack = known(read('SUCCEEDED'), read('VOIDED'));
const expired = known(read('EXPIRED'));
const paidAfterAll = known(read('EXPIRED'), read('SUCCEEDED'));
const cancelling = known(asked);
const unanswered = known(asked, unknown);
const refusedOnce = known(asked, refused);
const givenUp = saleAfter(searching, absent);
const orphan = saleAfter(searching, absent, searched('PENDING'));
const superseded = saleAfter(searching, dismissed, superseding);
const cancelSuperseded = play(superseded, asked).sale;
const doubted = known(read('IDENTIFIED'), read('ON_HOLD'), called('PENDING'));

describe('a creation', () => {
  test.each<Case>([
    ['without an answer is searched for', fresh(), searching, 'creation-unknown'],
    ['that was refused is over', fresh(), notCreated, 'creation-refused'],
    ['that is nowhere is over', lost, absent, 'creation-absent'],
    ['has its link', fresh(), made('PENDING', link), 'created create deeplink=d, create PENDING waiting deeplink=d'],
    [
      'may lack link and expiry',
      lost,
      foundWithoutExpiry,
      'created search no-expiresAt, search IDENTIFIED scanned no-expiresAt',
    ],
    ['is not another', fresh(), made('PENDING', wrong), 'mismatch create PENDING, report other-payment PENDING'],
    ['is always PENDING', fresh(), made('SUCCEEDED'), 'created create, create PENDING waiting, read'],
    ['answered again is a read', scanned, created, 'nothing'],
    ['answered again with news is a read', known(), made('IDENTIFIED'), 'read IDENTIFIED scanned'],
    ['found again with news is a search', known(), searched('IDENTIFIED'), 'search IDENTIFIED scanned'],
  ])('%s', check);

  test.each<Case>([
    ['given up: cancelled', givenUp, searched('PENDING'), 'created search, cancel-asked till'],
    ['refused before: cancelled', saleAfter(notCreated), searched('PENDING'), 'created search, cancel-asked till'],
    ['given up, scanned: cancelled', givenUp, searched('IDENTIFIED'), 'created search, cancel-asked till'],
    ['given up, authorised: too late to cancel', givenUp, searched('AUTHORIZED'), 'created search'],
    ['given up, paid: alarm', givenUp, searched('SUCCEEDED'), 'created search, search SUCCEEDED paid alarmOver=failed'],
    ['on the screen: followed', lost, searched('PENDING'), 'created search, search PENDING waiting'],
    [
      'parked: followed',
      saleAfter(searching, dismissed),
      searched('IDENTIFIED'),
      'created search, search IDENTIFIED scanned',
    ],
    ['superseded', superseded, searched('PENDING'), 'created search, search PENDING waiting, cancel-asked till'],
    ['superseded: once', cancelSuperseded, searched('PENDING'), 'created search, search PENDING waiting'],
    ['superseded, authorised', superseded, searched('AUTHORIZED'), 'created search, search AUTHORIZED authorised'],
    ['superseded, paid', superseded, searched('SUCCEEDED'), 'created search, search SUCCEEDED paid alarmOver=unknown'],
    [
      'ended: kept',
      lost,
      searched('CANCELLED', zoë),
      'created search, search CANCELLED cancelled ending=payer debtor={name:Zoë}',
    ],
  ])('arriving late (%s)', check);
});

describe('a cancel', () => {
  test.each<Case>([
    ['is sent', known(), asked, 'cancel-asked cashier'],
    ['is sent once', cancelling, asked, 'nothing'],
    ['can be requested during the creation', fresh(), asked, 'cancel-asked cashier'],
    ['of a scanned payment is sent', scanned, asked, 'cancel-asked cashier'],
    ['of an authorised payment is too late', authorised, asked, 'cancel-asked cashier, cancel too-late'],
    ['of an ended sale is ignored', known(read('CANCELLED')), asked, 'nothing'],
    ["of another till's payment is ignored", imported(), asked, 'nothing'],
    [
      'accepted ends it',
      cancelling,
      accepted,
      'cancel accepted, cancel CANCELLED cancelled ending=cashier no-expiresAt',
    ],
    ['accepted after authorisation is read', known(asked, read('AUTHORIZED')), accepted, 'cancel accepted, read'],
    ['accepted after the end ends itself', known(read('CANCELLED')), accepted, 'cancel accepted'],
    ['refused is read', cancelling, refused, 'cancel refused, read'],
    ['without an answer is read', cancelling, unknown, 'cancel unknown, read'],
    ['without an answer is sent again if the payment waits', unanswered, read('PENDING'), 'cancel-asked cashier'],
    ['without an answer ignores a callback', unanswered, called('PENDING'), 'nothing'],
    ['without an answer ignores older reads', known(read('IDENTIFIED'), asked, unknown), read('PENDING'), 'nothing'],
    ['unanswered may be too late', unanswered, read('AUTHORIZED'), 'read AUTHORIZED authorised, cancel too-late'],
    [
      'may be too late by callback',
      unanswered,
      called('AUTHORIZED'),
      'callback AUTHORIZED authorised, cancel too-late',
    ],
    ['refused is dropped if the payment waits', refusedOnce, read('PENDING'), 'cancel dropped'],
    ['refused is shown despite a scan', refusedOnce, read('IDENTIFIED'), 'read IDENTIFIED scanned, cancel dropped'],
    ['under way is left alone by a read', cancelling, read('PENDING'), 'nothing'],
    ['under way may be too late', cancelling, read('AUTHORIZED'), 'read AUTHORIZED authorised, cancel too-late'],
  ])('%s', check);

  test.each<Case>([
    ['is over when the payment has ended', orphan, read('CANCELLED'), 'cancel accepted'],
    ['is sent again without an answer', play(orphan, unknown).sale, read('PENDING'), 'cancel-asked till'],
    ['is too late after authorisation', orphan, read('AUTHORIZED'), 'cancel too-late'],
    ['is too late after its refusal', play(orphan, refused).sale, read('AUTHORIZED'), 'cancel too-late'],
    ['is left alone under way', orphan, read('PENDING'), 'nothing'],
    ['is left alone by an unknown status', orphan, read('ON_HOLD'), 'nothing'],
    ['raises the alarm when paid', orphan, read('SUCCEEDED'), 'read SUCCEEDED paid alarmOver=failed'],
    ['ends when accepted', orphan, accepted, 'cancel accepted'],
  ])('by the till after giving up %s', check);
});

describe('a response about the payment', () => {
  test.each<Case>([
    ['is kept', scanned, whole, 'read SUCCEEDED paid debtor={name:Zoë,iban:NL00} succeededAt=AT+5 deeplink=d'],
    ['without news changes nothing', scanned, read('IDENTIFIED'), 'nothing'],
    ['that is older changes nothing', authorised, called('IDENTIFIED'), 'nothing'],
    ['brings the link', known(), read('PENDING', link), 'read PENDING waiting deeplink=d'],
    ['that is older brings the link alone', scanned, read('PENDING', link), 'read IDENTIFIED scanned deeplink=d'],
    ['brings the link once', known(read('PENDING', link)), read('PENDING', link), 'nothing'],
    ['is reported if unknown', known(), read('ON_HOLD'), 'read ON_HOLD unknown, report unknown-status ON_HOLD'],
    ['ends the doubt of an unknown status', onHold, read('PENDING'), 'read PENDING waiting'],
    ['ends the doubt of an unreadable response', known(unreadable), read('PENDING'), 'read PENDING waiting'],
    [
      'is reported again after an older one',
      doubted,
      read('ON_HOLD'),
      'read ON_HOLD unknown, report unknown-status ON_HOLD',
    ],
    ['with the same unknown status changes nothing', onHold, read('ON_HOLD'), 'nothing'],
    [
      'is reported if unknown, twice',
      onHold,
      read('ON_WATCH'),
      'read ON_WATCH unknown, report unknown-status ON_WATCH',
    ],
    [
      'ended elsewhere is reported',
      known(),
      read('CANCELLED'),
      'read CANCELLED cancelled ending=elsewhere, report ended-elsewhere posId=TILL42',
    ],
    ['of another till is not reported', imported(), read('CANCELLED'), 'read CANCELLED cancelled ending=elsewhere'],
    ['ended by the payer is not reported', scanned, read('CANCELLED'), 'read CANCELLED cancelled ending=payer'],
    ['is ignored before its payment is known', fresh(), read('SUCCEEDED'), 'nothing'],
    ['raises the alarm, parked', known(dismissed), read('SUCCEEDED'), 'read SUCCEEDED paid alarmOver=waiting'],
    ['raises the alarm, recovered', recovered(), read('SUCCEEDED'), 'read SUCCEEDED paid alarmOver=waiting'],
    ['raises no alarm for another till', imported(), read('SUCCEEDED'), 'read SUCCEEDED paid'],
  ])('%s', check);

  test.each<Case>([
    ['kept as a problem', known(), unreadable, 'unreadable'],
    ['kept once', known(unreadable), unreadable, 'nothing'],
    ['kept for a second problem', known(unreadable), otherwise, 'unreadable problem=other'],
    ['kept with the same problem in another stage', refusedOnce, unreadable, 'unreadable'],
    ['kept for another reason of the unknown stage', onHold, unreadable, 'unreadable'],
    ['ignored after the end', paid, unreadable, 'nothing'],
    ['ignored before the payment is known', lost, unreadable, 'nothing'],
    ['ignored during the creation', fresh(), unreadable, 'nothing'],
  ])('that is unreadable is %s', check);

  test('without a reference still matches the payment', () => {
    const bare = { ...unnamed, amount: 1250 };
    expect(belongsTo(known(), bare)).toBe(true);
    expect(belongsTo(known(), { ...bare, amount: 1 })).toBe(false);
    expect(belongsTo(known(), { ...bare, paymentId: other })).toBe(false);
    expect(belongsTo(known(), { ...bare, reference: 'another' })).toBe(false);
    expect(belongsTo(fresh(), { ...bare, paymentId: other })).toBe(true);
  });
});

describe('a response about a different payment', () => {
  const notOurs = 'mismatch read SUCCEEDED, report other-payment SUCCEEDED';
  const unnamedOther = 'mismatch read SUCCEEDED no-reference, report other-payment SUCCEEDED reference=';
  const elsewhere = read(PMA, { paymentId: other, amount: 1 });
  const anothers = `mismatch read paymentId=${other} PMA, report other-payment paymentId=${other} PMA`;
  const waits = 'mismatch read PMA, report other-payment PMA';

  test.each<Case>([
    ['is reported', known(), read('SUCCEEDED', wrong), notOurs],
    ['may lack a reference', known(), seenNameless, unnamedOther],
    ['is journaled once', known(read('SUCCEEDED', wrong)), read('SUCCEEDED', wrong), 'report other-payment SUCCEEDED'],
    ['is kept after another problem', known(unreadable), read('SUCCEEDED', wrong), notOurs],
    [
      'is refused if it waits for the till',
      known(),
      read(PMA, wrong),
      'mismatch read PMA, acknowledge-refused problem=sale.acknowledge-refused, report other-payment PMA',
    ],
    ['is not refused under another id', known(), elsewhere, anothers],
    ['is not refused for another till', imported(), read(PMA, wrong), waits],
    ['is not refused once acknowledged', waitsForUs, read(PMA, wrong), waits],
  ])('%s', check);

  test('is cleared once the right payment answers again', () => {
    const sale = known(read('PENDING', wrong));
    expect(sale.problem?.code).toBe('sale.other-payment');
    expect(next(sale, read('PENDING'), moment).sale.problem).toBeUndefined();
  });

  test('once refused stays visible while the payment waits', () => {
    const sale = known(read(PMA, wrong));
    expect(sale).toMatchObject({
      acknowledge: 'refused',
      problem: { code: 'sale.acknowledge-refused', retryable: false },
    });
    expect(next(sale, read('PENDING'), moment).sale.problem?.code).toBe('sale.acknowledge-refused');
    const again = play(sale, read(PMA, wrong)).sale;
    expect(next(again, read('PENDING'), moment).sale.problem?.code).toBe('sale.other-payment');
  });
});

describe('a payment awaiting acknowledgement', () => {
  const due = 'read PMA authorised, acknowledge-due';

  test.each<Case>([
    ['is to be acknowledged', known(), read(PMA), due],
    ['is to be acknowledged after authorisation', authorised, read(PMA), due],
    ['is to be acknowledged once', waitsForUs, read(PMA), 'nothing'],
    ["is another till's to acknowledge", imported(), read(PMA), 'read PMA authorised'],
    ['is read once acknowledged', waitsForUs, acknowledged, 'acknowledged, read'],
    ['is read once declined', waitsForUs, declined, 'acknowledge-refused, read'],
    ['is acknowledged once', known(read(PMA), acknowledged), acknowledged, 'nothing'],
    ['is not declined once acknowledged', known(read(PMA), acknowledged), declined, 'nothing'],
  ])('%s', check);
});

describe('after the end', () => {
  test.each<Case>([
    ['the same end changes nothing', paid, read('SUCCEEDED'), 'nothing'],
    ["the payer's name is added", paid, read('SUCCEEDED', zoë), 'read SUCCEEDED paid debtor={name:Zoë}'],
    ["the payer's name is added once", known(read('SUCCEEDED', zoë)), read('SUCCEEDED', zoë), 'nothing'],
    ['the time is added', paid, called('SUCCEEDED', { succeededAt: AT }), 'callback SUCCEEDED paid succeededAt=AT+0'],
    ['the time is added once', known(readAt), readAt, 'nothing'],
    [
      'the shown cause stays',
      known(read('CANCELLED')),
      read('CANCELLED', zoë),
      'read CANCELLED cancelled ending=elsewhere debtor={name:Zoë}',
    ],
    ['a payment raises the alarm', expired, read('SUCCEEDED'), 'read SUCCEEDED paid alarmOver=expired'],
    [
      'a payment by callback is read',
      known(called('CANCELLED')),
      called('SUCCEEDED'),
      'callback SUCCEEDED paid alarmOver=cancelled, reopened, read',
    ],
    ['a reversal raises the alarm', paid, read('VOIDED'), 'read VOIDED voided ending=service alarmOver=paid'],
    ['a reversal by callback is read', paid, called('VOIDED'), 'reopened, read'],
    ['a payment by callback after a reversal is read', takenBack, called('SUCCEEDED'), 'reopened, read'],
    ['a payment after a reversal is an alarm', takenBack, read('SUCCEEDED'), 'read SUCCEEDED paid alarmOver=voided'],
    ['a reversal by search is not believed', paid, seenBySearch, 'nothing'],
    ['an older callback changes nothing', paid, called('IDENTIFIED'), 'nothing'],
    ['another unpaid end changes nothing', expired, called('CANCELLED'), 'nothing'],
  ])('%s', check);
});

test.each<Case>([
  ['a later charge', known(), superseding, 'superseded sale-2'],
  ['the dismissal', known(), dismissed, 'dismissed'],
  ['the end of the watch', known(), { type: 'settled' }, 'settled'],
  ['the acknowledged alarm', paidAfterAll, alarmSeen, 'alarm-acknowledged'],
  ['the acknowledged alarm, not twice', play(paidAfterAll, alarmSeen).sale, alarmSeen, 'nothing'],
])('a sale journals %s', check);
