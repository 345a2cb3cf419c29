import { expect, test } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError } from '../../main/base/till-error.ts';
import { shownRefundError } from '../../main/refund/shown-error.ts';
import words from '../../preload/contract/language/en.json' with { type: 'json' };

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

test.each(failures)('what is told of %s while a refund is followed does not say that no money moved', (code, facts) => {
  const told = shownRefundError(new TillError(code, 'as it came', facts));
  const names = [`error.${told.code}`, `error.${told.code.split('.')[0]}.*`];
  const text = names.map((name) => Reflect.get(words, name)).find((found) => found !== undefined);
  expect(text).toBeTypeOf('string');
  expect(text).not.toMatch(/no money moved|nothing was sent/i);
});
