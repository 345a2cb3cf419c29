import { expect, test } from 'vitest';
import type { JournalEvent, RecordedEvent } from '../../main/domain/events.ts';
import { type DiagnosedSale, diagnosisText, idsOf } from '../../main/support/diagnosis/diagnosis.ts';
import { mergeSteps } from '../../main/support/diagnosis/merge-steps.ts';
import { narrate } from '../../main/support/diagnosis/narrator.ts';
import type { LogLine } from '../../main/support/logs/log-line.ts';
import fc from '../base/properties.ts';

const saleId = '00000000-0000-4000-8000-000000000001';
const refundKey = '00000000-0000-4000-8000-000000000002';
const paymentId = 'fccd268a29a0d347301ef56e';
const problem = {
  code: 'network.timeout',
  message: 'Zoë Peeters, BE71096123456769',
  retryable: true,
  serviceCode: 'TRY_AGAIN_LATER',
  traceId: '0af7651916cd43dd8448eb211c80319c',
  values: { payer: 'Zoë Peeters', seconds: 30 },
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
const trying: LogLine = { level: 'warn', at: START + 150, message: 'Retry scheduled', fields: { waitMs: 800 } };
const text = (
  events: readonly RecordedEvent[] = recorded,
  others: readonly DiagnosedSale[] = [],
  lines: readonly LogLine[] = [trying],
) =>
  diagnosisText({
    till,
    sale,
    others,
    events,
    log: { lines, full: false },
    now: START + 10_000,
  });

test('describes every event in order, with the log in between', () => {
  const titles = text()
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
    .map((line) => line.replace(/^\d+\. \S+ /, ''));
  expect(titles).toEqual([
    '[till] Charged EUR 12.50 by a cashier',
    '[till] Creation without a clear response',
    '[log] warn: Retry scheduled',
    '[till] Payment created by the service',
    '[till] Response not usable',
    '[till] Response about another payment',
    '[till] Cancellation requested by a cashier',
    '[till] Result of the cancellation',
    '[till] Now paid',
    '[till] Refund of EUR 4.00, allowed by a manager',
    '[till] Refund without a clear response',
    '[till] The refund is unconfirmed',
    '[till] Refund not settled by the look-up',
    '[till] Closed as not made by a manager',
    '[till] Action at the till: receipt-printed by a manager',
  ]);
});

test('shows request, answer and conclusion of each step', () => {
  const told = text();
  expect(told).toContain('request: POST /v3/payments/pos, body {"amount":1250,"reference":"R1","description":"…"}');
  expect(told).toContain(`idempotency-key ${refundKey}`);
  expect(told).toContain(
    'answer:  network.timeout, code of the service TRY_AGAIN_LATER, seconds 30, trace id 0af7651916cd43dd8448eb211c80319c, retryable',
  );
  expect(told).toContain('The till had shown the sale as cancelled and raised an alarm.');
  expect(told).toContain('signature not verified: verify.kid');
});

test('contains no name, account, message or payment code', () => {
  for (const secret of ['Zoë', 'Peeters', '0961', '2345', 'came back', 'pay.example'])
    expect(text()).not.toContain(secret);
  expect(text()).toMatch(/reference #[0-9a-f]{8}[+]/);
});

test('mentions a payment without its first event', () => {
  expect(text()).not.toContain('Beginning of the sale missing');
  expect(text(recorded.slice(1))).toContain('Beginning of the sale missing');
});

test('lists other payments with the same reference', () => {
  expect(text()).not.toContain('HAVE THIS REFERENCE');
  const others = [
    { ...sale, saleId: 's3', paymentId: undefined, startedAt: START + 60_000, stage: 'failed' },
    { ...sale, saleId: 's2', paymentId: 'a'.repeat(24), startedAt: START - 60_000, amount: 300 },
  ];
  const told = text(recorded, others).split('\n');
  expect(told.slice(2, 6)).toEqual([
    '3 PAYMENTS HAVE THIS REFERENCE. This is number 2, counted from the newest. The others:',
    '- sale s3, begun 2026-11-22T13:03:31.120Z, EUR 12.50, failed',
    '- payment aaaaaaaaaaaaaaaaaaaaaaaa, begun 2026-11-22T13:01:31.120Z, EUR 3.00, paid',
    'To read about one of them, use this id. Lines of the log with the reference alone are left out.',
  ]);
  const many = Array.from({ length: 40 }, (_, index) => ({
    ...sale,
    saleId: `s${index}`,
    startedAt: START - 1 - index,
  }));
  expect(text(recorded, many)).toContain('41 PAYMENTS HAVE THIS REFERENCE. This is the newest.');
  expect(text(recorded, many)).toContain('- and 35 older ones\n');
});

test('keeps the order and marks where the clock went back', () => {
  const HOUR = 3_600_000;
  const moved = recorded.map((one, index) => ({ ...one, at: START + index * 100 - (index < 4 ? 0 : HOUR) }));
  const line = (at: number, message: string) => ({ level: 'warn' as const, at, message, fields: {} });
  const lines = [line(START + 150, 'before'), line(START + 350, 'last before'), line(START - HOUR + 450, 'after')];
  const told = text(moved, [], lines).split('\n');
  const shown = told.flatMap((one) => /^(?:\d+\. \S+ (?:\[log\] warn: )?|(?=-- ))(.*)$/.exec(one)?.[1] ?? []);
  expect(shown.slice(0, 9)).toEqual([
    '[till] Charged EUR 12.50 by a cashier',
    '[till] Creation without a clear response',
    'before',
    '[till] Payment created by the service',
    '[till] Response not usable',
    'last before',
    '-- Clock of the till set back by 3599.950 s; order as recorded.',
    '[till] Response about another payment',
    'after',
  ]);
  expect(shown.filter((one) => one.startsWith('--'))).toHaveLength(1);
  expect(text()).not.toContain('went back');
});

test('collects each id of the payment once for the log', () => {
  const ids = { saleId, paymentId, all: [saleId, 'R1', paymentId, problem.traceId, refundKey, 'r1'] };
  expect(idsOf(sale, recorded, [])).toEqual({ ...ids, all: expect.arrayContaining([...ids.all]) });
  expect(idsOf(sale, recorded, []).all).toHaveLength(ids.all.length);
  // A reference shared with other payments identifies no payment.
  expect(idsOf(sale, recorded, [{ ...sale, saleId: 's2' }]).all).not.toContain('R1');
});

test('events about no payment have no text', () => {
  expect(narrate({ type: 'callback.seen', jti: 'j', untilMs: 1 })).toBeUndefined();
});

const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 });
const named = (of: string, list: readonly number[]) => list.map((at, index) => ({ of, index, at }));

test('merging keeps both orders and every step', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      const steps = mergeSteps(named('spine', one), named('other', other));
      expect(steps.filter(({ of }) => of === 'spine')).toEqual(named('spine', one));
      expect(steps.filter(({ of }) => of === 'other')).toEqual(named('other', other));
    }),
  );
});

test('merging sorts by time, with the spine first', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      const rising = (list: readonly number[]) => list.toSorted((a, b) => a - b);
      const [spine, others] = [named('spine', rising(one)), named('other', rising(other))];
      expect(mergeSteps(spine, others)).toEqual([...spine, ...others].toSorted((a, b) => a.at - b.at));
    }),
  );
});

test.each([
  ['what was told before a clock was set back stays before it', [0, 1_000, -3_595], [500], [0, 500, 1_000, -3_595]],
  [
    'and what was told after, after it',
    [0, 1_000, -3_595, -2_000],
    [500, -3_000],
    [0, 500, 1_000, -3_595, -3_000, -2_000],
  ],
  ['what only the other saw of it goes with it', [0, 1_000], [1_500, -3_000], [0, 1_000, 1_500, -3_000]],
])('%s', (_what, spine, others, order) => {
  expect(mergeSteps(named('spine', spine), named('other', others)).map(({ at }) => at)).toEqual(order);
});
