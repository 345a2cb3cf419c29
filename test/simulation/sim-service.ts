import type { CallbackOrder, CallbackOutcome } from '../../main/sandbox/engine/callbacks.ts';
import { createEngine, type Engine } from '../../main/sandbox/engine/engine.ts';
import type { Caller, PaymentRecord } from '../../main/sandbox/engine/model.ts';
import { route } from '../../main/sandbox/engine/operations.ts';
import { newProfile } from '../../main/sandbox/profiles.ts';
import type { WireAnswer, WireRequest } from '../../main/service/transport.ts';
import { signatureOf } from './stand-in-signatures.ts';
import { EPOCH, type World } from './world.ts';

/** A payment that some till had the service create. */
export interface Creation {
  readonly payment: PaymentRecord;
  readonly till: string;
  readonly body: string;
}

const IAT_TOLERANCE_MS = 300_000;

/** The payment service behind the simulated network: the sandbox's engine, with a search that lags. */
export class SimService {
  readonly engine: Engine;
  readonly profileId: string;
  readonly merchantId: string;
  readonly creations: Creation[] = [];
  readonly #world: World;
  readonly #caller: Caller;
  readonly #created: (payment: PaymentRecord) => void;
  readonly #given = new Map<string, WireAnswer[]>();
  #signed = 0;

  constructor(
    world: World,
    hooks: {
      readonly created: (payment: PaymentRecord) => void;
      readonly callback: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
    },
  ) {
    const { timeline, draw, conditions } = world;
    this.#world = world;
    this.#created = hooks.created;
    const random = draw.stream();
    this.engine = createEngine({
      clock: { now: () => this.now(), after: (ms, task) => timeline.after(ms, task) },
      random,
      picks: conditions.picks,
      baseUrl: () => 'https://pay.example',
      send: hooks.callback,
    });
    const { acknowledgement, synchronous } = conditions;
    const profile = newProfile(random, { acknowledgement, synchronousCallback: synchronous });
    this.engine.putProfile(profile);
    this.profileId = profile.profileId;
    this.merchantId = profile.merchantId;
    const caller = this.engine.signer(profile.profileId);
    if (caller === undefined) throw new Error('the profile has no signer');
    this.#caller = caller;
  }

  /** The service's clock, ms since the epoch. */
  now(): number {
    return EPOCH + Math.floor(this.#world.timeline.now) + this.#world.conditions.serviceClockMs;
  }

  payment(paymentId: string): PaymentRecord | undefined {
    return this.engine.ledger.payments.get(paymentId);
  }

  /** Acts on a request, as its bytes have arrived. */
  act(request: WireRequest, till: string): WireAnswer {
    const target = route(request.method, request.path);
    if (target === undefined) throw new Error(`no operation for ${request.method} ${request.path}`);
    if (!this.#isTimely(request)) return this.answer(request, 401, { code: 'UNAUTHORIZED', message: 'iat is too old' });
    const key = request.headers['idempotency-key'];
    const { status, body, headers } = this.engine.handle({
      caller: this.#caller,
      ...target,
      query: Object.fromEntries(new URLSearchParams(request.query)),
      body: request.body === undefined ? undefined : JSON.parse(request.body),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    const isCreation = target.operation === 'createPayment' || target.operation === 'createStaticQrPayment';
    if (isCreation && status < 300 && body !== undefined) this.#note(body, request, till);
    const shown = target.operation === 'searchPayments' && status === 200 ? this.#lagging(body) : body;
    const answer = this.answer(request, status, shown, headers);
    if (request.method === 'GET' && status === 200) this.#keep(till, request.path, answer);
    return answer;
  }

  /** An answer that this till was given to the same question before. */
  earlier(till: string, request: WireRequest): WireAnswer | undefined {
    const given = this.#given.get(`${till} ${request.path}`) ?? [];
    return given[this.#world.draw.between(0, Math.max(0, given.length - 1))];
  }

  /** An answer in the service's form: dated, and signed where it signs. */
  answer(
    request: WireRequest,
    status: number,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): WireAnswer {
    const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.#signed += 1;
    return {
      status,
      headers: {
        date: new Date(this.now()).toUTCString(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.#signatureOf(request, bytes),
        ...lower,
      },
      body: bytes,
    };
  }

  #signatureOf(request: WireRequest, bytes: Uint8Array): Readonly<Record<string, string>> {
    const signature = signatureOf(String(this.#signed), bytes);
    if (request.path.startsWith('/v3/reconciliation')) return { signature };
    return request.path.includes('/refunds') ? { signaturebank: signature } : {};
  }

  #isTimely(request: WireRequest): boolean {
    const issuedAt = Number(request.headers['signature']?.split(' ')[1]);
    return Math.abs(issuedAt - this.now()) <= IAT_TOLERANCE_MS;
  }

  #keep(till: string, path: string, answer: WireAnswer): void {
    const given = this.#given.get(`${till} ${path}`) ?? [];
    this.#given.set(`${till} ${path}`, [...given.slice(-5), answer]);
  }

  #note(body: object, request: WireRequest, till: string): void {
    const payment = this.payment(String(Reflect.get(body, 'paymentId')));
    if (payment === undefined) return;
    this.creations.push({ payment, till, body: request.body ?? '' });
    this.#created(payment);
  }

  /** The index behind the search has not seen the newest payments yet. */
  #lagging(body: object | undefined): object {
    const page = body as { readonly details: readonly { readonly createdAt: string }[] };
    const indexed = this.now() - (this.#world.rough ? this.#world.conditions.searchLagMs : 0);
    const details = page.details.filter(({ createdAt }) => Date.parse(createdAt) <= indexed);
    return { ...page, details, size: details.length, totalElements: details.length };
  }
}
