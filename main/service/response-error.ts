import type { ServiceErrorCode } from '../base/service-error-codes.ts';
import type { TillError } from '../base/till-error.ts';
import { httpDate } from './clock-skew.ts';
import { type Operation, operations, statusError } from './operations.ts';
import { bodyOf, errorBody, traceOf } from './response-body.ts';
import { retryAfterMs } from './retry-policy.ts';
import { serviceError } from './service-error.ts';
import type { HttpResponse } from './transport.ts';

interface RequestContext {
  readonly operation: Operation;
  /** Time of the request's signature, ms since the epoch. */
  readonly signedAt: number;
  readonly serviceNow: number;
}

/** Free text is rejected, because it may name a person. */
const CODE = /^[\w.-]{1,100}$/;

/** The service's message is left out: it may name the payer, and errors are logged. */
export function responseError(response: HttpResponse, asked: RequestContext): TillError {
  const body = bodyOf(response);
  const reported = body.kind === 'json' ? errorBody.safeParse(body.value).data : undefined;
  const serviceCode = CODE.test(reported?.code ?? '') ? (reported?.code ?? undefined) : undefined;
  const row = statusError(asked.operation, response.status, serviceCode);
  const { read } = operations[asked.operation];
  const field = creations.has(asked.operation) ? fieldNamedIn(reported?.message ?? '') : undefined;
  const facts = {
    ...traceOf(response),
    field: row.till === 'service.bad-request' ? field : undefined,
    acted: read ? ('no' as const) : row.acted,
    status: response.status,
    serviceCode,
    retryAfterMs: retryAfterMs(response.headers['retry-after'], dateOf(response) ?? asked.serviceNow),
  };
  const detail = [`status ${response.status}`, serviceCode].filter(Boolean).join(', ');
  // A page from a proxy says nothing about the payment: a 404 in HTML is not "no such payment".
  const isNoError = body.kind === 'unreadable' || (body.kind === 'json' && reported === undefined);
  if (isNoError && isAnswered(response.status)) {
    const acted = read ? 'no' : 'maybe';
    return serviceError('answer.unreadable', `status ${response.status}`, { ...facts, acted });
  }
  if (facts.field === 'reference') return serviceError('service.bad-reference', detail, facts);
  if (row.till !== 'auth') return serviceError(row.till, detail, facts);
  const code = authCode(response, asked, `${reported?.code ?? ''} ${reported?.message ?? ''}`);
  return serviceError(code, detail, { ...facts, values: { clocksDifferMs: clocksDifferMs(response, asked) ?? 0 } });
}

const creations: ReadonlySet<Operation> = new Set(['createPayment', 'createStaticQr']);

/** If both are named the reference counts: the till must not change it. */
function fieldNamedIn(message: string): 'reference' | 'description' | undefined {
  if (/\breference\b/i.test(message)) return 'reference';
  return /\bdescription\b/i.test(message) ? 'description' : undefined;
}

function isAnswered(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429 && status !== 408;
}

/** A smaller difference between the clocks is not the reason for a refused signature. */
const CLOCKS_DIFFER_MS = 30_000;

/** A wrong clock, a wrong key or a missing authority, as far as the response shows. */
function authCode(response: HttpResponse, asked: RequestContext, words: string): ServiceErrorCode {
  const challenge = response.headers['www-authenticate'] ?? '';
  const said = `${words} ${challenge}`;
  const apart = clocksDifferMs(response, asked);
  if (response.status === 401 && apart !== undefined && Math.abs(apart) > CLOCKS_DIFFER_MS) return 'auth.clock';
  if (/insufficient_scope/i.test(challenge)) return 'auth.authority';
  if (/\b(iat|clock|too old|in the future|not yet valid|timestamp|stale)\b/i.test(said)) return 'auth.clock';
  if (response.status === 401) return 'auth.key';
  const aboutKey = /\b(signature|jws|kid|invalid_token|jwk|api.?key)\b/i.test(said);
  const aboutAuthority = /authorit|participant|permission|scope|ACCESS_DENIED/i.test(said);
  return aboutKey && !aboutAuthority ? 'auth.key' : 'auth.authority';
}

/**
 * Returns the `Date` of the response rather than the till's estimate, which is wrong for a moment after the clock is
 * set. A response from a cache carries the time at which it was cached, so its `Date` is ignored.
 */
function dateOf({ headers }: HttpResponse): number | undefined {
  return headers['age'] === undefined ? httpDate(headers['date']) : undefined;
}

/** The service's clock minus the signing time of the request, ms. */
function clocksDifferMs(response: HttpResponse, asked: RequestContext): number | undefined {
  const date = httpDate(response.headers['date']);
  return date === undefined ? undefined : date - asked.signedAt;
}
