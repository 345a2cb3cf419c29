import { expect, test } from 'vitest';
import type { JournalRefundEvent } from '../../main/domain/events.ts';
import { foldRefund, isInDoubt, isRefundEnd, isSpent, type RefundRecord } from '../../main/domain/refund-record.ts';

const intent: JournalRefundEvent = {
  type: 'refund.intent',
  refundKey: 'key',
  saleId: 'sale',
  paymentId: 'fccd268a29a0d347301ef56e',
  amount: 400,
  body: '{"amount":400}',
};
const problem = { code: 'network.reset', message: 'reset', retryable: true };
const answered = { type: 'refund.answered', refundKey: 'key', refundId: 'id', status: 'REFUNDED' } as const;

function after(...events: readonly JournalRefundEvent[]): RefundRecord | undefined {
  return events.reduce<RefundRecord | undefined>((before, event) => foldRefund(before, event, { at: 7 }), undefined);
}

test('an answer that verifies leaves nothing to complain about, whatever was wrong before', () => {
  const unanswered: JournalRefundEvent = { type: 'refund.unanswered', refundKey: 'key', problem };
  expect(after(intent, unanswered)).toMatchObject({ maybeActed: true, problem });
  const settled = after(intent, unanswered, { ...answered, stage: 'refunded' });
  expect(settled).toMatchObject({ stage: 'refunded', refundId: 'id', status: 'REFUNDED' });
  expect(settled).not.toHaveProperty('problem');
});

test('an answer that does not verify says why', () => {
  const doubtful = after(intent, { ...answered, stage: 'unconfirmed', verifyFault: 'verify.issuer' });
  expect(doubtful?.problem).toMatchObject({
    code: 'refund.unverified',
    message: expect.stringContaining('verify.issuer'),
    retryable: true,
    values: { fault: 'verify.issuer' },
  });
});

test('a refund without a reason has none, not an empty one', () => {
  expect(after(intent)).not.toHaveProperty('reason');
  expect(after({ ...intent, reason: 'cold' })).toHaveProperty('reason', 'cold');
});

test('a refund of this till begins with its sending, one of another till is made', () => {
  expect(after(intent)).toMatchObject({ stage: 'sending', maybeActed: false, at: 7 });
  const { paymentId, body: _body, ...same } = intent;
  const imported: JournalRefundEvent = { ...same, paymentId, type: 'refund.imported', refundId: 'id', createdAt: 5 };
  expect(after(imported)).toMatchObject({ stage: 'pending', maybeActed: false, at: 5 });
});

/** What a stage means for whoever wants to refund more. */
interface Meaning {
  /** It takes from what can still be refunded. */
  readonly spent: boolean;
  /** Nothing more is expected of it. */
  readonly ended: boolean;
  /** It may have moved money, and nobody knows. */
  readonly inDoubt: boolean;
}

test.each<readonly [RefundRecord['stage'], Meaning]>([
  ['sending', { spent: true, ended: false, inDoubt: true }],
  ['unconfirmed', { spent: true, ended: false, inDoubt: true }],
  ['pending', { spent: true, ended: false, inDoubt: false }],
  ['refunded', { spent: true, ended: true, inDoubt: false }],
  ['failed', { spent: false, ended: true, inDoubt: false }],
  ['refused', { spent: false, ended: true, inDoubt: false }],
  ['not-made', { spent: false, ended: true, inDoubt: false }],
])('what a refund that is %s means for the next one: %o', (stage, meaning) => {
  expect({ spent: isSpent({ stage }), ended: isRefundEnd(stage), inDoubt: isInDoubt({ stage }) }).toEqual(meaning);
});

test("what only the service's list has told has no status, not even that of an answer before", () => {
  const unproven = {
    ...answered,
    status: 'PENDING',
    stage: 'unconfirmed',
    verifyFault: 'verify.no-signature',
  } as const;
  const listed: JournalRefundEvent = {
    type: 'refund.answered',
    refundKey: 'key',
    refundId: 'id',
    stage: 'pending',
    via: 'list',
  };
  expect(after(intent, unproven, listed)).not.toHaveProperty('status');
  expect(after(intent, unproven, listed, { ...answered, stage: 'refunded' })).toMatchObject({ status: 'REFUNDED' });
});

const unsettled: JournalRefundEvent = { type: 'refund.unsettled', refundKey: 'key', why: 'absent' };
const settledAs = (decision: 'not-made' | 'send-again', skewMs?: number): JournalRefundEvent => ({
  type: 'refund.settled',
  refundKey: 'key',
  decision,
  ...(skewMs === undefined ? {} : { skewMs }),
});

test('what looking it up did not settle may have been made, until a manager decides', () => {
  expect(after(intent, unsettled)).toMatchObject({ stage: 'sending', maybeActed: true, unsettled: 'absent' });
  const closed = after(
    intent,
    { type: 'refund.unanswered', refundKey: 'key', problem },
    unsettled,
    settledAs('not-made'),
  );
  expect(closed).toMatchObject({ stage: 'not-made', maybeActed: true });
  for (const member of ['problem', 'unsettled', 'sentAgainAt']) expect(closed).not.toHaveProperty(member);
});

test.each([
  [undefined, 7],
  [-3, 4],
])("what a manager has sent again counts from then by the service's clock, which was %s ms apart: %i", (skewMs, at) => {
  const again = after(intent, unsettled, settledAs('send-again', skewMs));
  expect(again).toMatchObject({ stage: 'sending', sentAgainAt: at });
  expect(again).not.toHaveProperty('unsettled');
});

test('only what a manager had closed as not made is made after all when the service tells of it', () => {
  expect(after(intent, unsettled, { ...answered, stage: 'refunded' })).not.toHaveProperty('madeAfterAll');
  const made = after(intent, unsettled, settledAs('not-made'), { ...answered, stage: 'refunded' });
  expect(made).toMatchObject({ stage: 'refunded', madeAfterAll: true });
});

test('an answer about a refund that has not begun is a fault of ours', () => {
  expect(() => after({ ...answered, stage: 'pending' })).toThrow('refund.answered cannot happen to key as it is');
});

test('a refund says whose permission it had', () => {
  const allowedBy = { role: 'manager', id: 'person-1', name: 'Ada' } as const;
  expect(foldRefund(undefined, { ...intent, allowedBy }, { at: 1 })).toMatchObject({ allowedBy });
  expect(foldRefund(undefined, intent, { at: 1 })).not.toHaveProperty('allowedBy');
});
