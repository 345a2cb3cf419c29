import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { PaymentId, RefundId } from '../../main/domain/payment-service.ts';
import {
  eventOfAnswer,
  eventOfFailure,
  isAboutAnotherRefund,
  shownRefundError,
} from '../../main/refund/refund-answer.ts';
import words from '../../preload/contract/language/en.json' with { type: 'json' };
import { answer, REFUND, record } from './refund-record.ts';

const other = 'X'.padStart(24, '0') as RefundId;

describe('an answer', () => {
  test.each([
    ['PENDING', 'pending'],
    ['REFUNDED', 'refunded'],
    ['FAILED', 'failed'],
    ['SOMETHING_NEW', 'pending'],
  ])('with status %s, verified, makes the refund %s', (status, stage) => {
    expect(eventOfAnswer(record(), answer({ status }))).toMatchObject({ type: 'refund.answered', stage, status });
  });

  test('without verification proves nothing', () => {
    const unproven = answer({ status: 'REFUNDED', verified: false, verifyFault: 'verify.issuer' });
    expect(eventOfAnswer(record(), unproven)).toMatchObject({ stage: 'unconfirmed', verifyFault: 'verify.issuer' });
    expect(eventOfAnswer(record(), answer({ verified: false }))).toMatchObject({ verifyFault: 'verify.no-signature' });
    const pending = record({ stage: 'pending', refundId: REFUND, status: 'PENDING' });
    expect(eventOfAnswer(pending, unproven)).toMatchObject({ stage: 'pending' });
  });

  test('without news changes nothing', () => {
    const pending = record({ stage: 'pending', refundId: REFUND, status: 'PENDING' });
    expect(eventOfAnswer(pending, answer())).toBeUndefined();
    const { status: _none, ...listed } = pending;
    expect(eventOfAnswer(listed, answer())).toMatchObject({ status: 'PENDING' });
    expect(eventOfAnswer({ ...pending, stage: 'unconfirmed' }, answer())).toMatchObject({ stage: 'pending' });
    expect(eventOfAnswer({ ...pending, refundId: other }, answer())).toMatchObject({ refundId: REFUND });
  });

  test.each([
    ['another payment', { paymentId: 'Q'.padStart(24, '0') as PaymentId }],
    ['another amount', { amount: 499 }],
  ])('about %s belongs to a different refund', (_what, change) => {
    expect(isAboutAnotherRefund(record(), answer(change), [])).toBe(true);
    expect(isAboutAnotherRefund(record(), answer(), [])).toBe(false);
  });

  test('with the id of a sibling refund belongs to the sibling', () => {
    const others = [record({ refundKey: 'key-0', refundId: REFUND, stage: 'refunded' })];
    expect(isAboutAnotherRefund(record(), answer(), others)).toBe(true);
    expect(isAboutAnotherRefund(record(), answer({ refundId: other }), others)).toBe(false);
  });

  test('with a new id is accepted only after an unverified id', () => {
    const pending = record({ stage: 'pending', refundId: REFUND });
    expect(isAboutAnotherRefund(pending, answer({ refundId: other }), [])).toBe(true);
    const unconfirmed = record({ stage: 'unconfirmed', refundId: REFUND });
    expect(isAboutAnotherRefund(unconfirmed, answer({ refundId: other }), [])).toBe(false);
    expect(isAboutAnotherRefund(unconfirmed, answer({ refundId: other, verified: false }), [])).toBe(true);
  });
});

describe('a failed sending', () => {
  const first = { sentBefore: false };
  const lost = new TillError('network.reset', 'lost', { retryable: true, acted: 'maybe' });
  const unsent = new TillError('network.refused', 'unsent', { retryable: true, acted: 'no' });
  const busy = new TillError('service.busy', 'busy', { status: 429, retryable: true, acted: 'no' });
  const proxied = new TillError('network.proxy-auth', 'no way through', { acted: 'no' });
  const refused = new TillError('refund.refused', 'no', { status: 422, acted: 'no' });

  test('refuses the refund only at the first attempt', () => {
    const { code } = refused;
    expect(eventOfFailure(record(), refused, first)).toMatchObject({ type: 'refund.refused', problem: { code } });
    for (const error of [unsent, busy]) expect(eventOfFailure(record(), error, first)).toBeUndefined();
    expect(eventOfFailure(record(), lost, first)).toMatchObject({ type: 'refund.unanswered' });
  });

  test('refuses nothing after a possible effect', () => {
    for (const error of [refused, unsent, lost]) {
      expect(eventOfFailure(record({ maybeActed: true }), error, first)).toBeUndefined();
      expect(eventOfFailure(record({ stage: 'unconfirmed', refundId: REFUND }), error, first)).toBeUndefined();
    }
  });

  test('refuses nothing possibly sent by an earlier process', () => {
    for (const [error, code] of [
      [refused, 'refund.question-refused'],
      [unsent, unsent.code],
      [proxied, proxied.code],
      [lost, lost.code],
    ] as const) {
      const event = eventOfFailure(record(), error, { sentBefore: true });
      expect(event).toMatchObject({ type: 'refund.unanswered', problem: { code } });
    }
  });
});

const failures: readonly (readonly [ErrorCode, { readonly status?: number; readonly retryable?: boolean }])[] = [
  ['auth.clock', { status: 401, retryable: true }],
  ['auth.key', { status: 401 }],
  ['auth.authority', { status: 403 }],
  ['payment.not-found', { status: 404 }],
  ['service.bad-request', { status: 400 }],
  ['service.conflict', { status: 409 }],
  ['refund.refused', { status: 422 }],
  ['refund.not-found', { status: 404 }],
  ['answer.unreadable', { status: 403, retryable: true }],
  ['service.busy', { status: 429, retryable: true }],
  ['service.unavailable', { status: 503, retryable: true }],
  ['network.reset', { retryable: true }],
  ['network.tls', {}],
];

test.each(failures)('the message for %s never denies a money movement', (code, facts) => {
  const shown = shownRefundError(new TillError(code, 'as it came', facts));
  const names = [`error.${shown.code}`, `error.${shown.code.split('.')[0]}.*`];
  const text = names.map((name) => Reflect.get(words, name)).find((found) => found !== undefined);
  expect(text).toBeTypeOf('string');
  expect(text).not.toMatch(/no money moved|nothing was sent/i);
});
