import type { LogFields } from '../../main/base/log.ts';
import { TillError } from '../../main/base/till-error.ts';
import { Reachability } from '../../main/service/reachability.ts';
import type { RequestClaims } from '../../main/service/request-signer.ts';
import { serviceError } from '../../main/service/service-error.ts';
import type { SignedMessage } from '../../main/service/signature-verifier.ts';
import { type Call, type ExchangeOptions, SignedExchange } from '../../main/service/signed-exchange.ts';
import type { HttpRequest, HttpResponse } from '../../main/service/transport.ts';
import { createCountingRandom } from '../base/counting-random.ts';
import { ImpatientClock } from '../base/impatient-clock.ts';
import { notingLog } from '../base/noting-log.ts';
import { paymentId } from './sample-responses.ts';

export type Next = HttpResponse | TillError | (() => HttpResponse | Promise<HttpResponse>);

/** Creates an exchange whose requests get the next of `answers`, then always the last. Every signature is accepted. */
export function exchangeWith(answers: readonly Next[], change: Partial<ExchangeOptions> = {}) {
  const clock = new ImpatientClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const reachability = new Reachability('https://service.test', clock);
  const sent: HttpRequest[] = [];
  const signed: RequestClaims[] = [];
  const verified: SignedMessage[] = [];
  const logged: { readonly level: string; readonly facts: LogFields }[] = [];
  let count = 0;
  const exchange = new SignedExchange({
    baseUrl: 'https://service.test/',
    issuer: 'shop',
    merchantId: 'merchant',
    pathClaim: 'path',
    apiKey: () => undefined,
    signer: {
      kid: 'k',
      sign: async (claims) => {
        signed.push(claims);
        return `signed for ${claims.path}`;
      },
    },
    verifier: {
      verify: async (ask) => {
        verified.push(ask);
        if (ask.signature === undefined) throw serviceError('verify.no-signature', '');
        return { kid: 'k', jti: ask.signature, issuedAt: ask.now, rememberUntil: ask.now + 60_000 };
      },
    },
    transport: {
      send: async (request) => {
        sent.push(request);
        const next = answers[Math.min(count, answers.length - 1)];
        count += 1;
        if (next === undefined) throw new Error('no answer was given');
        if (next instanceof TillError) throw next;
        return typeof next === 'function' ? next() : next;
      },
      close: async () => undefined,
    },
    reachability,
    time: { ask: async () => undefined },
    clock,
    random: createCountingRandom(),
    log: notingLog((_message, facts, level) => level !== 'debug' && logged.push({ level, facts })),
    ...change,
  });
  return { exchange, clock, reachability, sent, signed, verified, logged };
}

export function call(change: Partial<Call<unknown>> = {}): Call<unknown> {
  return {
    operation: 'readPayment',
    about: { paymentId },
    parse: (answer) => answer.status,
    ...change,
  };
}

export const keyed = call({ operation: 'createRefund', body: '{}', idempotencyKey: 'key-1' });
export const refusal = { code: 'NO', message: 'no', traceId: 'trace', spanId: 'span' };
export const reset = serviceError('network.reset', 'test', { acted: 'maybe' });
