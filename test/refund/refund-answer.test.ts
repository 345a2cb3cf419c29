import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { PaymentId, Refund, RefundId } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import {
  eventOfAnswer,
  eventOfFailure,
  isAboutAnotherRefund,
  shownRefundError,
} from '../../main/refund/refund-answer.ts';
import words from '../../preload/contract/language/en.json' with { type: 'json' };
import { answer, REFUND, record } from './refund-record.ts';

const other = 'X'.padStart(24, '0') as RefundId;
const pending = { stage: 'pending', refundId: REFUND, status: 'PENDING' } as const;
const unconfirmed = { ...pending, stage: 'unconfirmed' } as const;
const unproven = { verified: false } as const;

describe('an answer', () => {
  test.each<readonly [string, Partial<RefundRecord>, Partial<Refund>, object | undefined]>([
    ['PENDING', {}, {}, { stage: 'pending', status: 'PENDING' }],
    ['REFUNDED', {}, { status: 'REFUNDED' }, { stage: 'refunded', status: 'REFUNDED' }],
    ['FAILED', {}, { status: 'FAILED' }, { stage: 'failed', status: 'FAILED' }],
    ['of an unknown status', {}, { status: 'NEW' }, { stage: 'pending', status: 'NEW' }],
    ['REFUNDED without proof', {}, { status: 'REFUNDED', ...unproven }, { stage: 'unconfirmed' }],
    ['without proof after a proof', pending, { status: 'REFUNDED', ...unproven }, { stage: 'pending' }],
    ['with a fault of its proof', {}, { ...unproven, verifyFault: 'verify.issuer' }, { verifyFault: 'verify.issuer' }],
    ['without a signature', {}, unproven, { verifyFault: 'verify.no-signature' }],
    ['without news', pending, {}, undefined],
    ['with the first status', { stage: 'pending', refundId: REFUND }, {}, { status: 'PENDING' }],
    ['with the first proof', unconfirmed, {}, { stage: 'pending' }],
    ['with a new id', { ...pending, refundId: other }, {}, { refundId: REFUND }],
  ])('%s changes the refund or nothing', (_which, refund, change, event) => {
    expect(eventOfAnswer(record(refund), answer(change))).toEqual(event && expect.objectContaining(event));
  });

  const sibling = record({ refundKey: 'key-0', refundId: REFUND, stage: 'refunded' });
  test.each<[string, boolean, Partial<Refund>, Partial<RefundRecord>?, RefundRecord?]>([
    ['its payment and amount', false, {}],
    ['another payment', true, { paymentId: 'Q'.padStart(24, '0') as PaymentId }],
    ['another amount', true, { amount: 499 }],
    ['the id of a sibling', true, {}, {}, sibling],
    ['no id of a sibling', false, { refundId: other }, {}, sibling],
    ['another id than proven', true, { refundId: other }, pending],
    ['another id than unproven', false, { refundId: other }, unconfirmed],
    ['another id without proof', true, { refundId: other, ...unproven }, unconfirmed],
  ])('with %s is about another refund: %s', (_which, is, change, refund, others) => {
    expect(isAboutAnotherRefund(record(refund), answer(change), others ? [others] : [])).toBe(is);
  });
});

const lost = new TillError('network.reset', 'lost', { retryable: true, acted: 'maybe' });
const unsent = new TillError('network.refused', 'unsent', { retryable: true, acted: 'no' });
const busy = new TillError('service.busy', 'busy', { status: 429, retryable: true, acted: 'no' });
const proxied = new TillError('network.proxy-auth', 'no way through', { acted: 'no' });
const refused = new TillError('refund.refused', 'no', { status: 422, acted: 'no' });
const first = { sentBefore: false };
const again = { sentBefore: true };

type Failure = [string, TillError, Parameters<typeof eventOfFailure>[2], string | undefined, Partial<RefundRecord>?];

test.each<Failure>([
  ['refused at first', refused, first, 'refund.refused refund.refused'],
  ['unsent at first', unsent, first, undefined],
  ['not served at first', busy, first, undefined],
  ['lost at first', lost, first, 'refund.unanswered network.reset'],
  ...[refused, unsent, lost].flatMap((error): Failure[] => [
    [`that fails (${error.code}) after a possible effect`, error, first, undefined, { maybeActed: true }],
    [`that fails (${error.code}) after an unproven answer`, error, first, undefined, unconfirmed],
  ]),
  ['refused after an earlier process', refused, again, 'refund.unanswered refund.question-refused'],
  ['unsent after an earlier process', unsent, again, 'refund.unanswered network.refused'],
  ['stopped by a proxy after an earlier process', proxied, again, 'refund.unanswered network.proxy-auth'],
  ['lost after an earlier process', lost, again, 'refund.unanswered network.reset'],
])('a sending %s is journaled as %s', (_what, error, how, event, refund) => {
  const journaled = eventOfFailure(record(refund), error, how);
  const problem = journaled && 'problem' in journaled ? journaled.problem?.code : undefined;
  expect(journaled && `${journaled.type} ${problem}`).toBe(event);
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
