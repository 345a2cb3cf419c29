import { type Clock, type Random, sleep } from '../base/clock.ts';
import type { ServiceLog } from '../base/log.ts';
import { TillError } from '../base/till-error.ts';
import type { CallOptions } from '../domain/payment-service.ts';
import type { ReachabilityFeed } from './reachability.ts';
import { createReplayGuard } from './replay-guard.ts';
import { RequestBudget } from './request-budget.ts';
import type { Signer } from './request-signer.ts';
import { excerptOf, traceOfHeaders } from './response-body.ts';
import { responseError } from './response-error.ts';
import type { Api, Operation } from './response-status-to-error.ts';
import { waitBeforeNext } from './retry-policy.ts';
import { serviceError } from './service-error.ts';
import type { Verifier } from './signature-verifier.ts';
import type { TimeQuestion } from './time-question.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

/** One call of an operation, before it is signed. */
export interface Call<T> {
  readonly api: Api;
  readonly operation: Operation;
  readonly method: HttpRequest['method'];
  /** Path below the base URL, such as `/v3/payments`. */
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
  /** The call changes nothing at the service, whatever its method. */
  readonly read: boolean;
  readonly maxBytes?: number;
  /** What the call is about, for the log: by these ids support finds its lines. */
  readonly about?: Readonly<Partial<Record<'paymentId' | 'reference' | 'refundKey' | 'refundId', string>>>;
  /** Makes the value of a 2xx response, or throws a TillError. */
  readonly parse: (response: HttpResponse, verifySignature: VerifySignature) => T | Promise<T>;
}

/** Verifies the response's signature; rejects with a TillError `verify.*`. */
export type VerifySignature = () => Promise<void>;

/** Signs a request, sends it, checks the response and, where that is safe, repeats it. */
export interface Exchange {
  /**
   * Rejects with the TillError of the last attempt. Its `acted` is that of all attempts: `maybe` if any attempt of a
   * write may have acted, even where a later one was refused.
   */
  run<T>(call: Call<T>, options?: CallOptions): Promise<T>;
}

export interface ExchangeOptions {
  readonly baseUrl: string;
  readonly issuer: string;
  readonly merchantId: string;
  readonly pathClaim: 'path' | 'path-and-query';
  /** Whether the `path` claim begins with the path of the base URL; it does by default. */
  readonly pathClaimPrefix?: 'with-prefix' | 'without-prefix' | undefined;
  readonly reconciliationIssuer?: string | undefined;
  readonly apiKey: () => string | undefined;
  readonly signer: Signer;
  readonly verifier: Verifier;
  readonly transport: Transport;
  readonly reachability: ReachabilityFeed;
  /** Asked where the clock seems too wrong to sign with. */
  readonly time: TimeQuestion;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: ServiceLog;
}

const MAX_BYTES = 1 << 20;

/** Errors of responses that came from something before the service, or from a service that is down. */
const AWAY: ReadonlySet<string> = new Set([
  'answer.unreadable',
  'answer.redirect',
  'answer.status',
  'service.unavailable',
]);

export function createExchange(options: ExchangeOptions): Exchange {
  const { reachability, clock, random, log } = options;
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const replays = createReplayGuard();
  const budget = new RequestBudget(clock);

  return {
    async run(call, given = {}) {
      const { signal, retry } = given;
      const mayRepeat = retry !== 'never' && (call.read || call.idempotencyKey !== undefined);
      let maybeActed = false;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await inTurn(call, given);
        } catch (thrown) {
          if (!(thrown instanceof TillError)) throw thrown;
          maybeActed ||= !call.read && thrown.acted === 'maybe';
          const error = maybeActed ? afterMaybe(thrown) : thrown;
          const waitMs =
            mayRepeat && repeatable(error) ? waitBeforeNext(attempt, error.retryAfterMs, random) : undefined;
          if (waitMs === undefined) throw error;
          log.info('Trying again', { operation: call.operation, ...call.about, code: error.code, attempt, waitMs });
          await pause(waitMs, error, signal);
        }
      }
    },
  };

  function inTurn<T>(call: Call<T>, given: CallOptions): Promise<T> {
    const { paymentId } = call.about ?? {};
    if (call.operation !== 'readPayment' || paymentId === undefined) return once(call, given);
    return budget.inTurn(paymentId, given.signal, () => once(call, given));
  }

  async function once<T>(call: Call<T>, given: CallOptions): Promise<T> {
    await checkClock();
    await budget.admit(call, given);
    const signedAt = reachability.serviceNow();
    const begun = clock.monotonic();
    const query = call.query ?? '';
    const path = `${prefix}${call.path}`;
    const signedPath = options.pathClaimPrefix === 'without-prefix' ? call.path : path;
    const claim = query !== '' && options.pathClaim === 'path-and-query' ? `${signedPath}?${query}` : signedPath;
    const response = await send(call, { path, query, claim, signedAt }, given.signal);
    const verifySignature = () => verify(call, response, claim);
    try {
      if (response.status >= 200 && response.status < 300) {
        const value = await call.parse(response, verifySignature);
        reachability.online();
        tellAnswer(call, response, clock.monotonic() - begun);
        return value;
      }
      throw await refusal(call, response, signedAt, verifySignature);
    } catch (thrown) {
      observe(call, response, thrown);
      throw thrown;
    }
  }

  /** One wrong `Date` must not stop a till for good, and a till that signs nothing hears of no other: so it asks. */
  async function checkClock(): Promise<void> {
    if (!reachability.clockWrong()) return;
    await options.time.ask();
    if (!reachability.clockWrong()) return;
    const minutes = Math.round(Math.abs(reachability.skewMs) / 60_000);
    throw serviceError('auth.clock-wrong', `${minutes} minutes`, { acted: 'no', values: { minutes } });
  }

  async function send(call: Call<unknown>, to: Signed, signal: AbortSignal | undefined): Promise<HttpResponse> {
    const headers = await headersOf(call, to);
    const dated = reachability.sending();
    try {
      const response = await options.transport.send({
        method: call.method,
        origin: base.origin,
        path: to.path,
        query: to.query,
        headers,
        body: call.body,
        maxBytes: call.maxBytes ?? MAX_BYTES,
        signal,
      });
      // A response from a cache carries the time at which it was cached.
      if (response.headers['age'] === undefined) dated(response.headers['date']);
      return response;
    } catch (thrown) {
      // Broken off by the till itself, it says nothing about the service.
      if (thrown instanceof TillError && !signal?.aborted) {
        reachability.offline();
        log.warn(thrown, { operation: call.operation, ...call.about });
      }
      throw thrown;
    }
  }

  async function headersOf(call: Call<unknown>, to: Signed): Promise<Record<string, string>> {
    const apiKey = options.apiKey();
    const issuer = call.api === 'reconciliation' ? options.merchantId : options.issuer;
    const claims = { issuer, issuedAt: to.signedAt, jti: random.uuid(), path: to.claim };
    return {
      accept: 'application/json',
      'user-agent': 'Tillmate',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      signature: await options.signer.sign(claims, call.body ?? ''),
    };
  }

  async function verify(call: Call<unknown>, response: HttpResponse, claim: string): Promise<void> {
    const now = reachability.serviceNow();
    const reconciliation = call.api === 'reconciliation';
    const proof = await options.verifier.verify({
      kind: 'response',
      signature: response.headers[reconciliation ? 'signature' : 'signaturebank'],
      body: response.body,
      path: claim,
      now,
      issuer: reconciliation ? options.reconciliationIssuer : undefined,
    });
    if (replays.repeated(proof, now)) throw serviceError('verify.replayed', proof.jti);
  }

  /**
   * The error of a response outside 2xx. A refusal of the Reconciliation API must be signed. One of the Refund API must
   * verify if it is signed: a forged refusal would make somebody refund a second time.
   */
  async function refusal(
    call: Call<unknown>,
    response: HttpResponse,
    signedAt: number,
    verifySignature: VerifySignature,
  ): Promise<TillError> {
    const error = responseError(response, { ...call, signedAt, serviceNow: reachability.serviceNow() });
    const proofNeeded = call.api === 'reconciliation' || response.headers['signaturebank'] !== undefined;
    // Proxies before the service send 429 and 503 unsigned. A forged one costs a wait and nothing else.
    if (!proofNeeded || error.code === 'service.busy' || error.code === 'service.unavailable') return error;
    try {
      await verifySignature();
      return error;
    } catch (thrown) {
      if (!(thrown instanceof TillError)) throw thrown;
      const { retryable, code, message } = thrown;
      const { status, serviceCode, traceId, spanId } = error;
      const acted = call.read ? 'no' : 'maybe';
      return new TillError(code, message, { retryable, acted, status, serviceCode, traceId, spanId, cause: error });
    }
  }

  function observe(call: Call<unknown>, response: HttpResponse, thrown: unknown): void {
    if (!(thrown instanceof TillError)) return;
    budget.obey(call, thrown);
    if (AWAY.has(thrown.code)) reachability.offline();
    else reachability.online();
    const raw = thrown.code.startsWith('answer.') ? excerptOf(response) : undefined;
    log.warn(thrown, { operation: call.operation, ...call.about, raw });
  }

  /** What is written can be looked up later; reads are many, and told only while the log's level is raised. */
  function tellAnswer(call: Call<unknown>, response: HttpResponse, ms: number): void {
    const { status } = response;
    const facts = { operation: call.operation, ...call.about, status, ms: Math.round(ms), ...traceOfHeaders(response) };
    if (call.read) log.debug?.('The service answered', facts);
    else log.info('The service answered', facts);
  }

  async function pause(ms: number, before: TillError, signal: AbortSignal | undefined): Promise<void> {
    const begun = clock.monotonic();
    try {
      await sleep(clock, ms, signal);
    } catch (cause) {
      // The caller may ask again at once, so the error says how long the service still wants to be left alone.
      const { acted, retryAfterMs } = before;
      const left = retryAfterMs === undefined ? undefined : Math.max(0, begun + retryAfterMs - clock.monotonic());
      throw serviceError('aborted', `after ${before.code}`, { acted, cause, retryAfterMs: left });
    }
  }
}

interface Signed {
  readonly path: string;
  readonly query: string;
  readonly claim: string;
  readonly signedAt: number;
}

/**
 * The same error, where an earlier attempt may have acted: a refusal of the last attempt says nothing about the first.
 */
function afterMaybe(error: TillError): TillError {
  if (error.acted === 'maybe') return error;
  return new TillError(error.code, error.message, { ...error, acted: 'maybe', cause: error });
}

/**
 * Errors after which the same request may succeed. After `auth.clock` the next attempt is signed with corrected time.
 */
function repeatable(error: TillError): boolean {
  return error.retryable && error.code !== 'aborted' && error.code !== 'answer.mismatch';
}
