import type { KeyObject } from 'node:crypto';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { bodyOf } from '../service/response-body.ts';
import { retryAfterMs } from '../service/retry-policy.ts';
import type { HttpResponse, Transport } from '../service/transport.ts';
import {
  ANSWER_LIMIT,
  type Answer,
  answers,
  CALL_HEADER,
  callHeaderOf,
  SIGNATURE_HEADER,
  signatureOf,
} from './wire.ts';

export const COLLECTOR_TIMEOUTS = { connectTimeoutMs: 10_000, headersTimeoutMs: 30_000, bodyTimeoutMs: 30_000 };

export interface CollectorParts {
  readonly transport: Pick<Transport, 'send'>;
  /** https, or http on this machine. A path of the address precedes the path of each call. */
  readonly address: string;
  readonly privateKey: KeyObject;
  now(): number;
  readonly signal?: AbortSignal;
}

interface CollectorCall<Name> {
  readonly name: Name;
  readonly path: string;
  readonly body: string;
  /** Higher than the counter of every earlier call. Absent for an enrolment. */
  readonly counter?: number;
}

/** Sends once. Throws `TillError`: `head-office.*` (the collector's code in `serviceCode`), `aborted`. */
export async function askCollector<Name extends keyof typeof answers>(
  { transport, address, privateKey, now, signal }: CollectorParts,
  { name, path, body, counter }: CollectorCall<Name>,
): Promise<Answer<Name>> {
  const { origin, host, pathname } = new URL(address);
  const bytes = Buffer.from(body);
  const request = {
    method: 'POST',
    origin,
    path: pathname.replace(/\/$/, '') + path,
    query: '',
    headers: {
      'content-type': name === 'batches' ? 'text/plain; charset=utf-8' : 'application/json',
      [SIGNATURE_HEADER]: signatureOf(path, bytes, privateKey),
      ...(counter === undefined ? {} : { [CALL_HEADER]: callHeaderOf(path, bytes, counter, privateKey) }),
    },
    body,
    maxBytes: ANSWER_LIMIT,
    signal,
  } as const;
  const response = await transport.send(request).catch((thrown: unknown) => {
    throw notReached(toTillError(thrown), host);
  });
  const { status } = response;
  if (status >= 400) throw refusal(response, host, now());
  const answer = status < 300 ? answers[name].safeParse(jsonOf(response)) : undefined;
  if (answer?.success) return answer.data as Answer<Name>;
  throw noCollector(host, status);
}

function notReached(cause: TillError, host: string): TillError {
  if (cause.code === 'aborted') return cause;
  if (cause.code === 'answer.too-large') return noCollector(host, cause.status ?? 0);
  if (cause.code === 'network.tls')
    return new TillError('head-office.certificate', `${host}: ${cause.message}`, { values: { host }, cause });
  return unreachable(host, cause.code, cause);
}

function unreachable(host: string, why: string, cause?: unknown): TillError {
  const facts = { retryable: true, values: { host, why }, cause };
  return new TillError('head-office.unreachable', `${host}: ${why}`, facts);
}

function noCollector(host: string, status: number): TillError {
  return new TillError('head-office.answer', `${host} responded with status ${status}, not as a collector`, {
    values: { host, status },
  });
}

const CODES = {
  'enrol.code-unknown': 'head-office.code-unknown',
  'enrol.code-used': 'head-office.code-used',
  'enrol.code-expired': 'head-office.code-expired',
  'till.ended': 'head-office.ended',
  'call.replayed': 'head-office.counter',
} as const;

function refusal(response: HttpResponse, host: string, now: number): TillError {
  const { status, headers } = response;
  if (status === 429 || status === 503)
    return new TillError('head-office.busy', `${host} requested a wait`, {
      retryable: true,
      retryAfterMs: retryAfterMs(headers['retry-after'], now),
      values: { host },
    });
  const answer = answers.refused.safeParse(jsonOf(response)).data;
  if (answer === undefined) return status >= 500 ? unreachable(host, `status ${status}`) : noCollector(host, status);
  const { code, message, sentAt } = answer;
  const own = Object.entries(CODES).find(([theirs]) => theirs === code)?.[1] ?? 'head-office.refused';
  const values = { host, why: code, ...omitUndefined({ sentAt }) };
  return new TillError(own, `${host}: ${message}`, { status, serviceCode: code, values });
}

function jsonOf(response: HttpResponse): unknown {
  const body = bodyOf(response);
  return body.kind === 'json' ? body.value : undefined;
}
