import type { ServiceErrorCode } from '../base/service-error-codes.ts';
import type { TillError } from '../base/till-error.ts';
import { bodyOf, errorBody, traceOf } from './answer.ts';
import { type Api, type Operation, rowFor } from './error-table.ts';
import { fault } from './fault.ts';
import { httpDate } from './link.ts';
import { retryAfterMs } from './retry.ts';
import type { WireAnswer } from './transport.ts';

export interface Asked {
  readonly api: Api;
  readonly operation: Operation;
  /** The time that the request was signed with, ms since the epoch. */
  readonly signedAt: number;
  /** Now, in the service's clock. */
  readonly serviceNow: number;
  /** A call that changes nothing: nothing can have been acted on. */
  readonly read: boolean;
}

/** What an answer outside 2xx means for the till: the row of the table, with what else the answer says. */
export function errorOf(answer: WireAnswer, asked: Asked): TillError {
  const body = bodyOf(answer);
  const told = body.kind === 'json' ? errorBody.safeParse(body.value).data : undefined;
  const serviceCode = told?.code ?? undefined;
  const row = rowFor(asked.api, asked.operation, answer.status, serviceCode);
  const facts = {
    ...traceOf(answer),
    acted: asked.read ? ('no' as const) : row.acted,
    status: answer.status,
    serviceCode,
    retryAfterMs: retryAfterMs(answer.headers['retry-after'], asked.serviceNow),
  };
  const detail = [`status ${answer.status}`, serviceCode, told?.message?.slice(0, 300)].filter(Boolean).join(', ');
  // A page that some proxy made says nothing about the payment: a 404 in HTML is not "no such payment".
  if (isForeign(answer.status, body.kind, told === undefined)) {
    const acted = asked.read ? 'no' : 'maybe';
    return fault('answer.unreadable', `status ${answer.status}`, { ...facts, acted });
  }
  if (row.till !== 'auth') return fault(row.till, detail, facts);
  const code = authCode(answer, asked, `${serviceCode ?? ''} ${told?.message ?? ''}`);
  return fault(code, detail, { ...facts, values: { clocksDifferMs: clocksDifferMs(answer, asked) ?? 0 } });
}

function isForeign(status: number, kind: 'empty' | 'json' | 'unreadable', notAnError: boolean): boolean {
  if (status < 400 || status >= 500 || status === 429 || status === 408) return false;
  return kind === 'unreadable' || (kind === 'json' && notAnError);
}

/** A service that refuses a signature for its time has its own clock at least this far away. */
const CLOCKS_DIFFER_MS = 30_000;

/** Tells a wrong clock, a wrong key and a missing authority apart, as far as the answer allows. */
function authCode(answer: WireAnswer, asked: Asked, words: string): ServiceErrorCode {
  const challenge = answer.headers['www-authenticate'] ?? '';
  const said = `${words} ${challenge}`;
  const apart = clocksDifferMs(answer, asked);
  if (answer.status === 401 && apart !== undefined && Math.abs(apart) > CLOCKS_DIFFER_MS) return 'auth.clock';
  if (/insufficient_scope/i.test(challenge)) return 'auth.authority';
  if (/\b(iat|clock|too old|in the future|not yet valid|timestamp|stale)\b/i.test(said)) return 'auth.clock';
  if (answer.status === 401) return 'auth.key';
  const aboutKey = /\b(signature|jws|kid|invalid_token|jwk|api.?key)\b/i.test(said);
  const aboutAuthority = /authorit|participant|permission|scope|ACCESS_DENIED/i.test(said);
  return aboutKey && !aboutAuthority ? 'auth.key' : 'auth.authority';
}

/** The service's clock minus the time that the request was signed with, ms. */
function clocksDifferMs(answer: WireAnswer, asked: Asked): number | undefined {
  const date = httpDate(answer.headers['date']);
  return date === undefined ? undefined : date - asked.signedAt;
}
