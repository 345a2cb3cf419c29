import { expect, test } from 'vitest';
import { journalEvent } from '../../main/domain/events.ts';

/** The events of the journal; `versions/` holds journals that must stay readable for ever. */

const saleId = 'sale';
const paymentId = 'fccd268a29a0d347301ef56e';
const problem = { code: 'network.reset', message: 'reset', retryable: true };
const begun = { type: 'journal.begun', journalId: 'id', salt: 0 };
const intent = {
  type: 'sale.intent',
  saleId,
  reference: 'r',
  amount: 0,
  operation: 'payment',
  body: '{}',
  skewMs: -0.5,
};
const moved = { type: 'sale.moved', saleId, via: 'read', status: 'SOMETHING_NEW', stage: 'unknown' };
const imported = {
  type: 'sale.imported',
  saleId,
  paymentId,
  reference: '',
  amount: 0,
  status: 'SUCCEEDED',
  stage: 'paid',
  createdAt: 1,
  follow: false,
};
const mismatch = { type: 'sale.mismatch', saleId, via: 'callback', got: { paymentId, amount: 0, status: 'PENDING' } };
const refund = { type: 'refund.intent', refundKey: 'key', saleId, paymentId, amount: 0, body: '{}' };
const answered = { type: 'refund.answered', refundKey: 'key', refundId: 'id', status: 'NEW', stage: 'pending' };

test.each([
  begun,
  { ...begun, salt: 9_999 },
  { type: 'journal.refilled', found: 0 },
  intent,
  { type: 'sale.created', saleId, paymentId, createdAt: 1, via: 'search' },
  moved,
  mismatch,
  { type: 'sale.cancel-asked', saleId, by: 'till' },
  { type: 'sale.cancel-answered', saleId, outcome: 'dropped' },
  imported,
  refund,
  answered,
])('$type is accepted with the required fields only', (given) => {
  expect(journalEvent.parse(given)).toEqual(given);
});

const details = {
  debtor: { name: 'Zoë', iban: 'BE68539007547034' },
  expiresAt: 1,
  succeededAt: 2,
  deeplink: 'https://pay.example/1',
};

test.each([
  { ...begun, replaces: 'journal-damaged.sqlite' },
  { ...intent, counter: 'TILL42/261120', sequence: 1, description: 'two coffees' },
  {
    type: 'sale.created',
    saleId,
    paymentId,
    createdAt: 1,
    expiresAt: 2,
    deeplink: 'https://pay.example/1',
    via: 'create',
  },
  { type: 'sale.creation-unknown', saleId, problem },
  { type: 'sale.creation-refused', saleId, problem },
  { type: 'sale.creation-absent', saleId },
  { ...moved, ...details, ending: 'payer', alarmOver: 'expired' },
  { type: 'sale.unreadable', saleId, problem },
  { ...mismatch, got: { ...mismatch.got, reference: 'another' } },
  { type: 'sale.cancel-answered', saleId, outcome: 'refused', problem },
  { type: 'sale.acknowledge-due', saleId },
  { type: 'sale.acknowledged', saleId },
  { type: 'sale.acknowledge-refused', saleId, problem },
  { type: 'sale.superseded', saleId, by: 'other' },
  { type: 'sale.alarm-acknowledged', saleId },
  { type: 'sale.dismissed', saleId },
  { type: 'sale.settled', saleId },
  { type: 'sale.reopened', saleId },
  { ...imported, ...details, description: 'two coffees', posId: 'TILL7' },
  { ...refund, reason: 'cold', skewMs: 0.5 },
  { type: 'refund.unanswered', refundKey: 'key', problem },
  { type: 'refund.refused', refundKey: 'key', problem },
  { ...answered, verifyFault: 'verify.issuer', via: 'list' },
  { type: 'refund.unsettled', refundKey: 'key', why: 'absent' },
  { type: 'refund.settled', refundKey: 'key', decision: 'send-again', skewMs: 1 },
  { type: 'refund.imported', refundKey: 'key', saleId, paymentId, refundId: 'id', amount: 0, createdAt: 1 },
  { type: 'callback.seen', jti: 'one', untilMs: 1 },
])('$type is accepted with all fields', (given) => {
  expect(journalEvent.parse(given)).toEqual(given);
});

test.each([
  ['sale.moved', 'via', moved, ['create', 'read', 'callback', 'search', 'cancel', 'till']],
  ['sale.intent', 'operation', intent, ['static-qr', 'payment']],
  ['sale.cancel-asked', 'by', { type: 'sale.cancel-asked', saleId }, ['cashier', 'till']],
  [
    'sale.cancel-answered',
    'outcome',
    { type: 'sale.cancel-answered', saleId },
    ['accepted', 'refused', 'unknown', 'too-late', 'dropped'],
  ],
  ['refund.answered', 'stage', answered, ['unconfirmed', 'pending', 'refunded', 'failed']],
] as const)('a %s keeps accepting all earlier values of %s', (_type, member, given, values) => {
  for (const value of values) expect(journalEvent.parse({ ...given, [member]: value })).toHaveProperty(member, value);
});

test.each([
  ['a type that nobody knows', { ...begun, type: 'journal.ended' }],
  ['a negative salt', { ...begun, salt: -1 }],
  ['a salt that the reference has no place for', { ...begun, salt: 10_000 }],
  ['a negative count', { type: 'journal.refilled', found: -1 }],
  ['a negative amount', { ...intent, amount: -1 }],
  ['an amount in euros', { ...intent, amount: 12.5 }],
  ['an operation that there is not', { ...intent, operation: 'dynamic' }],
  ['an intent without its body', { ...intent, body: undefined }],
  ['a negative amount from elsewhere', { ...imported, amount: -1 }],
  ['a moment in a text', { ...imported, createdAt: '2026-03-09' }],
  ['a way that there is not', { ...moved, via: 'guess' }],
  ['a stage that there is not', { ...moved, stage: 'paying' }],
  ['an ending that there is not', { ...moved, ending: 'boredom' }],
  ['an alarm over a stage that there is not', { ...moved, alarmOver: 'paying' }],
  ['a mismatch that says nothing', { ...mismatch, got: {} }],
  ['a cancel by somebody', { type: 'sale.cancel-asked', saleId, by: 'customer' }],
  ['an outcome that there is not', { type: 'sale.cancel-answered', saleId, outcome: 'maybe' }],
  ['an unreadable answer without a problem', { type: 'sale.unreadable', saleId }],
  ['a refund of a negative amount', { ...refund, amount: -1 }],
  ['a refund at a stage that no answer gives', { ...answered, stage: 'sending' }],
  ['a refusal without a problem', { type: 'refund.refused', refundKey: 'key' }],
  ['a problem without its code', { type: 'refund.unanswered', refundKey: 'key', problem: { ...problem, code: 7 } }],
])('%s is rejected', (_what, given) => {
  expect(journalEvent.safeParse(given).success).toBe(false);
});
