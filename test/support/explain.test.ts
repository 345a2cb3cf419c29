import { expect, test } from 'vitest';
import type { JournalEvent, RecordedEvent } from '../../main/journal/events.ts';
import { diagnosisText, idsOf } from '../../main/support/diagnosis/diagnosis.ts';
import { explain } from '../../main/support/diagnosis/explain.ts';

const saleId = '00000000-0000-4000-8000-000000000001';
const refundKey = '00000000-0000-4000-8000-000000000002';
const paymentId = 'fccd268a29a0d347301ef56e';
const problem = {
  code: 'network.timeout',
  message: 'Zoë Peeters, BE71096123456769',
  retryable: true,
  traceId: '0af7651916cd43dd8448eb211c80319c',
};
const START = Date.parse('2026-11-22T13:02:31.120Z');

const all: readonly JournalEvent[] = [
  {
    type: 'sale.intent',
    saleId,
    reference: 'R1',
    amount: 1250,
    operation: 'static-qr',
    body: '{"amount":1250,"reference":"R1","description":"for Zoë Peeters"}',
    by: { role: 'cashier', id: 'p1', name: 'Zoë Peeters' },
    skewMs: 12,
    timeKnown: true,
  },
  { type: 'sale.creation-unknown', saleId, problem },
  { type: 'sale.created', saleId, paymentId, createdAt: START, via: 'search', deeplink: 'https://pay.example/zoe' },
  { type: 'sale.unreadable', saleId, problem },
  {
    type: 'sale.mismatch',
    saleId,
    via: 'read',
    got: { paymentId: 'other', amount: 1, reference: 'BE71 0961 2345 6769', status: 'PENDING' },
  },
  { type: 'sale.cancel-asked', saleId, by: 'cashier' },
  { type: 'sale.cancel-answered', saleId, outcome: 'refused', problem },
  {
    type: 'sale.moved',
    saleId,
    via: 'callback',
    status: 'SUCCEEDED',
    stage: 'paid',
    debtor: { name: 'Zoë Peeters', iban: 'BE71096123456769' },
    message: 'for Zoë Peeters',
    succeededAt: START,
    alarmOver: 'cancelled',
  },
  {
    type: 'refund.intent',
    refundKey,
    saleId,
    paymentId,
    amount: 400,
    reason: 'Zoë Peeters came back',
    body: '{"amount":400,"description":"Zoë Peeters"}',
    allowedBy: { role: 'manager', name: 'Zoë Peeters' },
  },
  { type: 'refund.unanswered', refundKey, problem },
  {
    type: 'refund.answered',
    refundKey,
    refundId: 'r1',
    status: 'PENDING',
    stage: 'unconfirmed',
    verifyFault: 'verify.kid',
  },
  { type: 'refund.unsettled', refundKey, why: 'absent' },
  { type: 'refund.settled', refundKey, decision: 'not-made' },
  { type: 'act', act: 'receipt-printed', by: { role: 'manager', name: 'Zoë Peeters' }, about: saleId },
];

const recorded: readonly RecordedEvent[] = all.map((event, index) => ({
  seq: index + 1,
  at: START + index * 100,
  terminalId: 't1',
  shopId: 's1',
  posId: 'TILL42',
  event,
}));
const sale = { saleId, reference: 'R1', amount: 1250, stage: 'paid', startedAt: START, paymentId, status: 'SUCCEEDED' };
const till = {
  version: '1.0.0',
  terminalId: 't1',
  environment: 'PROD',
  merchantId: 'm1',
  profileId: 'p1',
  shopId: 's1',
  posId: 'TILL42',
};
const text = (events: readonly RecordedEvent[] = recorded) =>
  diagnosisText({
    till,
    sale,
    events,
    log: { lines: [{ level: 'warn', at: START + 150, message: 'Trying again', fields: { waitMs: 800 } }], full: false },
    now: START + 10_000,
  });

test('every event has its words, in the order in which things happened, with the log between', () => {
  const titles = text()
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
    .map((line) => line.replace(/^\d+\. \S+ /, ''));
  expect(titles).toEqual([
    '[till] Charged EUR 12.50 by a cashier',
    '[till] No answer tells whether the payment was made',
    '[log] warn: Trying again',
    '[till] The service has made the payment',
    '[till] An answer could not be used',
    '[till] An answer was about another payment',
    '[till] A cashier asked to cancel',
    '[till] What became of the cancellation',
    '[till] Now paid',
    '[till] Refund of EUR 4.00, allowed by a manager',
    '[till] No answer tells what became of the refund',
    '[till] The refund is unconfirmed',
    '[till] Looking the refund up did not settle it',
    '[till] A manager closed it as not made',
    '[till] Done at the till: receipt-printed by a manager',
  ]);
});

test('request, answer and why stand with it: body, key, trace id, and what the till concluded', () => {
  const told = text();
  expect(told).toContain('request: POST /v3/payments/pos, body {"amount":1250,"reference":"R1","description":"…"}');
  expect(told).toContain(`idempotency-key ${refundKey}`);
  expect(told).toContain('answer:  network.timeout, trace id 0af7651916cd43dd8448eb211c80319c, may be tried again');
  expect(told).toContain('The till had shown it as cancelled, so it raised an alarm.');
  expect(told).toContain('its signature does not verify: verify.kid');
});

test('no name, account, message or code that pays is in it', () => {
  for (const secret of ['Zoë', 'Peeters', '0961', '2345', 'came back', 'pay.example'])
    expect(text()).not.toContain(secret);
  expect(text()).toContain('reference BE71…6769');
});

test('a payment whose beginning the journal has not found again says so', () => {
  expect(text()).not.toContain('does not tell how it began');
  expect(text(recorded.slice(1))).toContain('does not tell how it began');
});

test('the log is asked for all that names the payment, each once', () => {
  expect(idsOf(sale, recorded)).toEqual([saleId, paymentId, problem.traceId, refundKey]);
});

test('what is about no payment has no words', () => {
  expect(explain({ type: 'callback.seen', jti: 'j', untilMs: 1 })).toBeUndefined();
});
