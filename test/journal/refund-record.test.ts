import { expect, test } from 'vitest';
import type { RefundFact } from '../../main/journal/facts.ts';
import { foldRefund, isSpent, type RefundRecord } from '../../main/journal/refund-record.ts';

const intent: RefundFact = {
  type: 'refund.intent',
  refundKey: 'key',
  saleId: 'sale',
  paymentId: 'fccd268a29a0d347301ef56e',
  amount: 400,
  body: '{"amount":400}',
};
const problem = { code: 'network.reset', message: 'reset', retryable: true };
const answered = { type: 'refund.answered', refundKey: 'key', refundId: 'id', status: 'REFUNDED' } as const;

function after(...facts: readonly RefundFact[]): RefundRecord | undefined {
  return facts.reduce<RefundRecord | undefined>((before, fact) => foldRefund(before, fact, { at: 7 }), undefined);
}

test('an answer that verifies leaves nothing to complain about, whatever was wrong before', () => {
  const unanswered: RefundFact = { type: 'refund.unanswered', refundKey: 'key', problem };
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

test.each<readonly [RefundRecord['stage'], boolean]>([
  ['sending', true],
  ['unconfirmed', true],
  ['pending', true],
  ['refunded', true],
  ['failed', false],
  ['refused', false],
])('what is %s takes from what can still be refunded: %s', (stage, spent) => {
  const record = after(intent);
  expect(record !== undefined && isSpent({ ...record, stage })).toBe(spent);
});

test('an answer about a refund that has not begun is a fault of ours', () => {
  expect(() => after({ ...answered, stage: 'pending' })).toThrow('refund key, which has not begun');
});
