import { type Clock, type Random, sleep } from '../base/clock.ts';
import type { ServiceLog } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import type { CallOptions } from '../domain/payment-service.ts';
import { type Operation, operations, pathOf } from './operations.ts';
import { AWAY, type Reachability } from './reachability.ts';
import { createReplayGuard } from './replayed-responses.ts';
import { RequestScheduler } from './request-scheduler.ts';
import type { Signer } from './request-signer.ts';
import { excerptOf, traceOfHeaders } from './response-body.ts';
import { responseError } from './response-error.ts';
import { acceptedPath, type PathDeviation, pathDeviation } from './response-path.ts';
import { afterMaybe, mayRepeat, waitAfter } from './retry-policy.ts';
import { serviceError } from './service-error.ts';
import type { SignedMessage, Verifier } from './signature-verifier.ts';
import type { TimeQuestion } from './time-question.ts';
import type { HttpResponse, Transport } from './transport.ts';

export interface Call<T> {
  readonly operation: Operation;
  /** The ids in the path, and other ids by which support finds the lines of the log. */
  readonly about?: Readonly<Partial<Record<'paymentId' | 'reference' | 'refundKey' | 'refundId', string>>>;
  readonly query?: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
  readonly parse: (response: HttpResponse, verifySignature: VerifySignature) => T | Promise<T>;
}

/** Verifies the response's signature. Throws `TillError` `verify.*`. */
export type VerifySignature = () => Promise<void>;

/** Signs a request, sends it, checks the response and repeats the request where safe. */
export type Exchange = Pick<SignedExchange, 'run'>;

export interface ExchangeOptions {
  readonly baseUrl: string;
  readonly issuer: string;
  readonly merchantId: string;
  readonly pathClaim: 'path' | 'path-and-query';
  /** The `path` claim begins with the path of the base URL by default. */
  readonly pathClaimPrefix?: 'with-prefix' | 'without-prefix' | undefined;
  readonly reconciliationIssuer?: string | undefined;
  /** Authentication of the Payment API's requests; both by default. Requests of the other APIs are always signed. */
  readonly paymentAuthentication?: PaymentAuthentication | undefined;
  /** The `iss` claim of refund requests: the issuer's name by default. */
  readonly refundRequestIssuer?: 'issuer-name' | 'merchant-id' | undefined;
  /** Other `path` claims of responses that a manager accepted (`response-path.ts`). */
  readonly responsePaths?: readonly string[] | undefined;
  /** Reports each genuine response: undefined for the expected `path`. */
  readonly pathSeen?: ((operation: Operation, deviation: PathDeviation | undefined) => void) | undefined;
  readonly apiKey: () => string | undefined;
  readonly signer: Signer;
  readonly verifier: Verifier;
  readonly transport: Transport;
  /** Connection state shown by the app; shared with the callback listener. */
  readonly reachability: Reachability;
  readonly time: TimeQuestion;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: ServiceLog;
}

export type PaymentAuthentication = 'both' | 'key' | 'signature';

export class SignedExchange {
  readonly #options: ExchangeOptions;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #replays = createReplayGuard();
  readonly #scheduler: RequestScheduler;

  constructor(options: ExchangeOptions) {
    const { origin, pathname } = new URL(options.baseUrl);
    this.#options = options;
    this.#origin = origin;
    this.#prefix = pathname.replace(/\/+$/, '');
    this.#scheduler = new RequestScheduler(options.clock);
  }

  /** Throws the last attempt's TillError. `acted` is `maybe` if any attempt of a write may have acted. */
  async run<T>(call: Call<T>, options: CallOptions = {}): Promise<T> {
    const { read } = operations[call.operation];
    const isRepeated = mayRepeat({ read, idempotencyKey: call.idempotencyKey }, options);
    let maybeActed = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (this.#isSigned(call.operation)) await this.#checkClock();
        return await this.#scheduler.run(call, options, () => this.#once(call, options));
      } catch (thrown) {
        if (!(thrown instanceof TillError)) throw thrown;
        maybeActed ||= !read && thrown.acted === 'maybe';
        const error = maybeActed ? afterMaybe(thrown) : thrown;
        const waitMs = isRepeated ? waitAfter(error, attempt, options, this.#options.random) : undefined;
        if (waitMs === undefined) throw error;
        this.#options.log.info('Retry scheduled', { ...factsOf(call), code: error.code, attempt, waitMs });
        await this.#pause(waitMs, error, options.signal);
      }
    }
  }

  async #once<T>(call: Call<T>, options: CallOptions): Promise<T> {
    const { reachability, clock } = this.#options;
    const to = this.#addressOf(call);
    const signedAt = reachability.serviceNow();
    const begun = clock.monotonic();
    const response = await this.#send(call, { ...to, signedAt }, options.signal);
    const verifySignature = () => this.#verify(call, response, to.claim);
    try {
      if (response.status < 200 || response.status >= 300)
        throw await this.#refusal(call, response, signedAt, verifySignature);
      const value = await call.parse(response, verifySignature);
      reachability.online();
      this.#logAnswer(call, response, clock.monotonic() - begun);
      return value;
    } catch (thrown) {
      this.#observe(call, response, thrown, options);
      throw thrown;
    }
  }

  #addressOf({ operation, about, query = '' }: Call<unknown>): Address {
    const { pathClaim, pathClaimPrefix } = this.#options;
    const own = pathOf(operation, about);
    const path = `${this.#prefix}${own}`;
    const signed = pathClaimPrefix === 'without-prefix' ? own : path;
    return { path, query, claim: query !== '' && pathClaim === 'path-and-query' ? `${signed}?${query}` : signed };
  }

  /**
   * Asks for the time before refusing. A single wrong `Date` must not stop a till for good, and a till that signs
   * nothing receives no further `Date`.
   */
  async #checkClock(): Promise<void> {
    const { reachability, time } = this.#options;
    if (!reachability.clockWrong()) return;
    await time.ask();
    if (!reachability.clockWrong()) return;
    const minutes = Math.round(Math.abs(reachability.skewMs) / 60_000);
    throw serviceError('auth.clock-wrong', `${minutes} minutes`, { acted: 'no', values: { minutes } });
  }

  async #send(call: Call<unknown>, to: Signed, signal: AbortSignal | undefined): Promise<HttpResponse> {
    const { reachability, transport, log } = this.#options;
    const { method, maxBytes } = operations[call.operation];
    const { path, query } = to;
    const headers = await this.#headersOf(call, to);
    const dated = reachability.sending();
    try {
      const { body } = call;
      const response = await transport.send({
        method,
        origin: this.#origin,
        path,
        query,
        headers,
        body,
        maxBytes,
        signal,
      });
      // A response from a cache carries the time at which it was cached.
      if (response.headers['age'] === undefined) dated(response.headers['date']);
      return response;
    } catch (thrown) {
      // A request aborted by the till says nothing about the service.
      if (thrown instanceof TillError && !signal?.aborted) {
        reachability.offline();
        log.warn(thrown, factsOf(call));
      }
      throw thrown;
    }
  }

  #isSigned(operation: Operation): boolean {
    return operations[operation].api !== 'payment' || this.#options.paymentAuthentication !== 'key';
  }

  async #headersOf(call: Call<unknown>, to: Signed): Promise<Record<string, string>> {
    const { apiKey, paymentAuthentication } = this.#options;
    const key = paymentAuthentication === 'signature' ? undefined : apiKey();
    const signature = this.#isSigned(call.operation) ? await this.#sign(call, to) : undefined;
    return {
      accept: 'application/json',
      // Signatures cover the bytes as sent, and a gateway may compress responses unless the request excludes it.
      'accept-encoding': 'identity',
      'user-agent': 'Tillmate',
      ...omitUndefined({
        'content-type': call.body === undefined ? undefined : 'application/json',
        'idempotency-key': call.idempotencyKey,
        authorization: key === undefined ? undefined : `Bearer ${key}`,
        signature,
      }),
    };
  }

  #sign({ operation, body = '' }: Call<unknown>, { signedAt, claim }: Signed): Promise<string> {
    const { merchantId, random, refundRequestIssuer, signer, ...options } = this.#options;
    const { api } = operations[operation];
    const asMerchant = api === 'reconciliation' || (api === 'refund' && refundRequestIssuer === 'merchant-id');
    const issuer = asMerchant ? merchantId : options.issuer;
    return signer.sign({ issuer, issuedAt: signedAt, jti: random.uuid(), path: claim }, body);
  }

  async #verify(call: Call<unknown>, response: HttpResponse, claim: string): Promise<void> {
    const { reachability, verifier, reconciliationIssuer, pathSeen, log } = this.#options;
    const { operation, about = {} } = call;
    const now = reachability.serviceNow();
    const isReconciliation = operations[operation].api === 'reconciliation';
    const other = acceptedPath(this.#options.responsePaths, operation, about);
    const asked: SignedMessage = {
      kind: 'response',
      signature: response.headers[isReconciliation ? 'signature' : 'signaturebank'],
      body: response.body,
      path: other === undefined ? claim : [claim, other],
      now,
      issuer: isReconciliation ? reconciliationIssuer : undefined,
    };
    const proof = await verifier.verify(asked).catch((thrown: unknown) => {
      const deviation = pathDeviation(thrown, about);
      if (deviation !== undefined) {
        log.warn('Response signed for another path', { ...factsOf(call), ...deviation });
        pathSeen?.(operation, deviation);
      }
      throw thrown;
    });
    pathSeen?.(operation, undefined);
    if (this.#replays.repeated(proof, now)) throw serviceError('verify.replayed', proof.jti);
  }

  /**
   * A Reconciliation API refusal must be signed. Any signed refusal must verify: a forged refusal of a refund would
   * make the cashier refund twice.
   */
  async #refusal(
    { operation }: Call<unknown>,
    response: HttpResponse,
    signedAt: number,
    verifySignature: VerifySignature,
  ): Promise<TillError> {
    const { api, read } = operations[operation];
    const serviceNow = this.#options.reachability.serviceNow();
    const error = responseError(response, { operation, signedAt, serviceNow });
    const isProofNeeded = api === 'reconciliation' || response.headers['signaturebank'] !== undefined;
    // Proxies before the service send 429 and 503 unsigned. A forged 429 or 503 costs only a wait.
    if (!isProofNeeded || error.code === 'service.busy' || error.code === 'service.unavailable') return error;
    try {
      await verifySignature();
      return error;
    } catch (thrown) {
      if (!(thrown instanceof TillError)) throw thrown;
      const { retryable, code, message, values } = thrown;
      const { status, serviceCode, traceId, spanId } = error;
      const acted = read ? 'no' : 'maybe';
      const facts = { retryable, status, serviceCode, traceId, spanId, values };
      return new TillError(code, message, { ...facts, acted, cause: error });
    }
  }

  #observe(call: Call<unknown>, response: HttpResponse, thrown: unknown, options: CallOptions): void {
    if (!(thrown instanceof TillError)) return;
    const { reachability, log } = this.#options;
    this.#scheduler.obey(call, thrown, options);
    if (AWAY.has(thrown.code)) reachability.offline();
    else reachability.online();
    const raw = thrown.code.startsWith('answer.') ? excerptOf(response) : undefined;
    log.warn(thrown, { ...factsOf(call), raw });
  }

  /** Writes are always logged, for later look-up. Reads are many and logged only at debug level. */
  #logAnswer(call: Call<unknown>, response: HttpResponse, ms: number): void {
    const { log } = this.#options;
    const { status } = response;
    const facts = { ...factsOf(call), status, ms: Math.round(ms), ...traceOfHeaders(response) };
    if (operations[call.operation].read) log.debug?.('Response received', facts);
    else log.info('Response received', facts);
  }

  async #pause(ms: number, before: TillError, signal: AbortSignal | undefined): Promise<void> {
    const { clock } = this.#options;
    const begun = clock.monotonic();
    try {
      await sleep(clock, ms, signal);
    } catch (cause) {
      // The caller may repeat the request at once, so the error carries the rest of the service's wait.
      const { acted, retryAfterMs } = before;
      const left = retryAfterMs === undefined ? undefined : Math.max(0, begun + retryAfterMs - clock.monotonic());
      throw serviceError('aborted', `after ${before.code}`, { acted, cause, retryAfterMs: left });
    }
  }
}

function factsOf({ operation, about }: Call<unknown>) {
  return { operation, ...about };
}

interface Address {
  readonly path: string;
  readonly query: string;
  readonly claim: string;
}

interface Signed extends Address {
  readonly signedAt: number;
}
