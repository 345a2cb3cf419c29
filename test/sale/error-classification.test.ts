import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError, type TillErrorDetails } from '../../main/base/till-error.ts';
import {
  activityAfter,
  isAboutCredentials,
  isRefusal,
  isUninformative,
  shownError,
} from '../../main/sale/error-classification.ts';

const failed = (code: ErrorCode, facts: TillErrorDetails = {}) => new TillError(code, 'no', facts);

describe('the meaning of a failure for the payment', () => {
  /** Columns: refusal by the service; no information about the payment; next activity of the till. */
  test.each<readonly [ErrorCode, TillErrorDetails, boolean, boolean, string]>([
    ['payment.not-cancellable', { status: 409 }, true, true, 'asking-again'],
    ['payment.not-found', { status: 404 }, true, true, 'asking-again'],
    ['auth.authority', { status: 403 }, true, false, 'asking-again'],
    ['auth.key', { status: 401 }, true, false, 'asking-again'],
    ['auth.clock-wrong', {}, false, false, 'asking-again'],
    ['service.busy', { status: 429, retryable: true }, false, false, 'asking-again'],
    ['service.busy', { status: 429, retryable: true, retryAfterMs: 1 }, false, false, 'asked-to-wait'],
    ['service.busy', { status: 429, retryable: true, retryAfterMs: 0 }, false, false, 'asking-again'],
    ['service.busy', { retryable: true, retryAfterMs: 1 }, false, false, 'asked-to-wait'],
    ['service.fault', { status: 500, retryable: true, acted: 'maybe' }, false, false, 'asking-again'],
    ['answer.status', { status: 418, acted: 'maybe' }, false, true, 'asking-again'],
    ['answer.schema', { status: 200, retryable: true }, false, true, 'asking-again'],
    ['network.refused', { retryable: true }, false, false, 'offline'],
    ['network.reset', { retryable: true, acted: 'maybe' }, false, false, 'offline'],
    ['internal', {}, false, false, 'offline'],
  ])('%s %o: a refusal %s, says nothing %s, then %s', (code, facts, refusal, nothing, doing) => {
    const error = failed(code, facts);
    expect({ refusal: isRefusal(error), nothing: isUninformative(error), doing: activityAfter(error) }).toEqual({
      refusal,
      nothing,
      doing,
    });
  });
});

test.each([
  ['auth.authority', true],
  ['payment.not-found', false],
] as const)('%s is about the credentials: %s', (code, is) => {
  expect(isAboutCredentials(failed(code))).toBe(is);
});

test('credential failures have their own message code', () => {
  const about = failed('auth.authority', { status: 403, traceId: 't' });
  expect(shownError(about)).toEqual({ code: 'sale.auth.authority', message: 'no', retryable: false, traceId: 't' });
  expect(shownError(failed('network.refused', { retryable: true })).code).toBe('network.refused');
});
