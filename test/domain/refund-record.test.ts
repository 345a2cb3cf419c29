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

test('a verified answer clears the problem', () => {
  const unanswered: JournalRefundEvent = { type: 'refund.unanswered', refundKey: 'key', problem };
  expect(after(intent, unanswered)).toMatchObject({ maybeActed: true, problem });
  const settled = after(intent, unanswered, { ...answered, stage: 'refunded' });
  expect(settled).toMatchObject({ stage: 'refunded', refundId: 'id', status: 'REFUNDED' });
  expect(settled).not.toHaveProperty('problem');
});

test('an unverified answer gives the reason', () => {
  const doubtful = after(intent, { ...answered, stage: 'unconfirmed', verifyFault: 'verify.issuer' });
  expect(doubtful?.problem).toMatchObject({
    code: 'refund.unverified',
    message: expect.stringContaining('verify.issuer'),
    retryable: true,
    values: { fault: 'verify.issuer' },
  });
});

test('a refund without a reason has no empty reason', () => {
  expect(after(intent)).not.toHaveProperty('reason');
  expect(after({ ...intent, reason: 'cold' })).toHaveProperty('reason', 'cold');
});

test("own refunds begin as sending, other tills' as pending", () => {
  expect(after(intent)).toMatchObject({ stage: 'sending', maybeActed: false, at: 7 });
  const { paymentId, body: _body, ...same } = intent;
  const imported: JournalRefundEvent = { ...same, paymentId, type: 'refund.imported', refundId: 'id', createdAt: 5 };
  expect(after(imported)).toMatchObject({ stage: 'pending', maybeActed: false, at: 5 });
});

/** The meaning of a stage for a further refund. */
interface Meaning {
  /** Reduces the refundable amount. */
  readonly spent: boolean;
  /** No further change is expected. */
  readonly ended: boolean;
  /** Money may have moved, with an unknown outcome. */
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
])('the meaning of stage %s for a further refund: %o', (stage, meaning) => {
  expect({ spent: isSpent({ stage }), ended: isRefundEnd(stage), inDoubt: isInDoubt({ stage }) }).toEqual(meaning);
});

test('a refund known only from the list has no status', () => {
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

test('an unsettled refund may exist until a manager decides', () => {
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
])("sending again starts over by the service's clock (%s: %i)", (skewMs, at) => {
  const again = after(intent, unsettled, settledAs('send-again', skewMs));
  expect(again).toMatchObject({ stage: 'sending', sentAgainAt: at });
  expect(again).not.toHaveProperty('unsettled');
});

test('only a refund closed as not made is made after all', () => {
  expect(after(intent, unsettled, { ...answered, stage: 'refunded' })).not.toHaveProperty('madeAfterAll');
  const made = after(intent, unsettled, settledAs('not-made'), { ...answered, stage: 'refunded' });
  expect(made).toMatchObject({ stage: 'refunded', madeAfterAll: true });
});

test('an answer about an unknown refund throws', () => {
  expect(() => after({ ...answered, stage: 'pending' })).toThrow('refund.answered cannot happen to key in its state');
});

test('a refund names the approving manager', () => {
  const allowedBy = { role: 'manager', id: 'person-1', name: 'Ada' } as const;
  expect(foldRefund(undefined, { ...intent, allowedBy }, { at: 1 })).toMatchObject({ allowedBy });
  expect(foldRefund(undefined, intent, { at: 1 })).not.toHaveProperty('allowedBy');
});
