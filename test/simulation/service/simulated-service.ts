import type { Random } from '../../../main/base/clock.ts';
import { newProfile } from '../../../main/sandbox/accounts.ts';
import { createEngine, type Engine } from '../../../main/sandbox/engine/engine.ts';
import type { CallbackOrder, CallbackOutcome } from '../../../main/sandbox/engine/engine-context.ts';
import { type OperationName, operations, route } from '../../../main/sandbox/engine/operations.ts';
import type { Caller, PaymentRecord, RefundRecord } from '../../../main/sandbox/engine/records.ts';
import { inChosenForm, keptText } from '../../../main/sandbox/engine/response-form.ts';
import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import { EPOCH, type World } from '../world/simulated-world.ts';
import { asLongList } from './long-recovery.ts';
import { signatureOf } from './stand-in-signatures.ts';
import { StatusHistory } from './status-history.ts';

export interface Creation {
  readonly payment: PaymentRecord;
  readonly till: string;
  readonly body: string;
}

/** Appended to the engine's key each time the service forgets the key. */
const FORGOTTEN = '#';

export function keyOf(idempotencyKey: string): string {
  return idempotencyKey.replaceAll(FORGOTTEN, '');
}

function nameOf(till: string, request: HttpRequest): string {
  return [till, request.method, request.path, request.headers['idempotency-key']].join(' ');
}

export const FIRST_ACCOUNT = 'first';
const IAT_TOLERANCE_MS = 300_000;

/** The payment service behind the simulated network: the sandbox's engine, with a limited memory for keys. */
export class SimulatedService {
  readonly engine: Engine;
  readonly creations: Creation[] = [];
  readonly history: StatusHistory;
  /** Number of payments still to be paid after all: the world is not over before. */
  latePayments = 0;
  /** The search index has the previous status of each payment. */
  isIndexOld = false;
  readonly #world: World;
  readonly #random: Random;
  readonly #accounts = new Map<string, Caller>();
  readonly #created: (creation: Creation) => void;
  readonly #done = new Set<string>();
  readonly #callback: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  readonly #given = new Map<string, HttpResponse[]>();
  #signed = 0;

  constructor(
    world: World,
    hooks: {
      readonly created: (creation: Creation) => void;
      readonly callback: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
    },
  ) {
    const { timeline, draw, conditions } = world;
    this.#world = world;
    this.#created = hooks.created;
    this.#callback = hooks.callback;
    const random = draw.stream();
    this.#random = random;
    this.history = new StatusHistory(timeline);
    this.engine = createEngine({
      clock: { now: () => this.now(), after: (ms, task) => timeline.after(ms, task) },
      random,
      choices: conditions.openPoints,
      baseUrl: () => 'https://pay.example',
      send: hooks.callback,
      onChange: () => this.history.note(this.engine.store.payments.values()),
    });
    this.account(FIRST_ACCOUNT);
  }

  /** Returns the caller of an account, created on first use. */
  account(name: string): Caller {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const { acknowledgement, synchronous } = this.#world.conditions;
    const profile = newProfile(this.#random, { acknowledgement, synchronousCallback: synchronous });
    this.engine.putProfile(profile);
    const caller = this.engine.signer(profile.profileId);
    if (caller === undefined) throw new Error('the profile has no signer');
    this.#accounts.set(name, caller);
    return caller;
  }

  /** The service's clock, ms since the epoch. */
  now(): number {
    return EPOCH + Math.floor(this.#world.timeline.now) + this.#world.conditions.serviceClockMs;
  }

  payment(paymentId: string): PaymentRecord | undefined {
    return this.engine.store.payments.get(paymentId);
  }

  /** Returns a reference as stored by the service. */
  kept(reference: string | undefined): string | undefined {
    return reference && keptText(this.engine.choices, reference);
  }

  /** Acts on a request whose bytes have arrived. */
  act(request: HttpRequest, till: string, account = FIRST_ACCOUNT): HttpResponse {
    const target = route(request.method, request.path);
    if (target === undefined) throw new Error(`no operation for ${request.method} ${request.path}`);
    if (!this.#isTimely(request, target.operation))
      return this.answer(request, 401, { code: 'UNAUTHORIZED', message: 'iat is too old' });
    const key = this.#keyAtService(request.headers['idempotency-key']);
    const { status, body, headers } = this.engine.handle({
      caller: this.account(account),
      ...target,
      query: Object.fromEntries(new URLSearchParams(request.query)),
      body: request.body === undefined ? undefined : JSON.parse(request.body),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    const isCreation = target.operation === 'createPayment' || target.operation === 'createStaticQrPayment';
    if (isCreation && status < 300 && body !== undefined) this.#note(body, request, till);
    if (status < 300) this.#done.add(nameOf(till, request));
    const isAged = this.isIndexOld && target.operation === 'searchPayments' && status === 200 && body !== undefined;
    if (isAged) this.#age(body);
    const told = body && status < 300 ? asLongList(body, request, this.#world.conditions) : body;
    const answer = this.answer(request, status, told, headers);
    if (request.method === 'GET' && status === 200) this.#keep(till, request.path, answer);
    return answer;
  }

  hasDone(till: string, request: HttpRequest): boolean {
    return this.#done.has(nameOf(till, request));
  }

  /** Returns the refunds made under a till's key: several if the service has forgotten the key in between. */
  refundsUnder(key: string): readonly RefundRecord[] {
    return [...this.engine.store.refunds.values()].filter(({ idempotencyKey }) => keyOf(idempotencyKey) === key);
  }

  /** Calls the engine without the network, for other tills and shops. */
  ask(operation: OperationName, body: object): PaymentRecord | undefined {
    const answer = this.engine.handle({ caller: this.account(FIRST_ACCOUNT), operation, body });
    return answer.status < 300 ? this.payment(String(Reflect.get(answer.body ?? {}, 'paymentId'))) : undefined;
  }

  /** Calls the merchant back about a payment changed outside of the engine. */
  tell(payment: PaymentRecord): void {
    const { paymentId, profileId, callbackUrl, status, amount, reference } = payment;
    this.history.note([payment]);
    if (callbackUrl === undefined) return;
    const iso = (at: number) => new Date(at).toISOString();
    const times = { createdAt: iso(payment.createdAt), expireAt: iso(payment.expireAt) };
    const debtor = { iban: 'NL00XXXX0000000000' };
    const told = { paymentId, currency: 'EUR', amount, reference, ...times, status, debtor };
    const body = JSON.stringify(inChosenForm(this.engine.choices, told));
    const order = { paymentId, profileId, status, body, url: callbackUrl } as const;
    this.#signed += 1;
    this.#callback({ ...order, callbackId: `told-${this.#signed}`, kind: 'payout' }, () => undefined);
  }

  /** Returns an earlier response to the same request of this till. */
  earlier(till: string, request: HttpRequest): HttpResponse | undefined {
    const given = this.#given.get(`${till} ${request.path}`) ?? [];
    return given[this.#world.draw.between(0, Math.max(0, given.length - 1))];
  }

  /** Creates a response in the service's form: dated, and signed where the service signs. */
  answer(
    request: HttpRequest,
    status: number,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): HttpResponse {
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

  #signatureOf(request: HttpRequest, bytes: Uint8Array): Readonly<Record<string, string>> {
    const signature = signatureOf(String(this.#signed), bytes);
    if (request.path.startsWith('/v3/reconciliation')) return { signature };
    return request.path.includes('/refunds') ? { signaturebank: signature } : {};
  }

  /** A key older than the service's memory counts as a new key. */
  #keyAtService(key: string | undefined): string | undefined {
    const last = key === undefined ? undefined : this.refundsUnder(key).at(-1);
    if (last === undefined || this.now() - last.createdAt <= this.#world.conditions.keyMemoryMs)
      return last?.idempotencyKey ?? key;
    return `${last.idempotencyKey}${FORGOTTEN}`;
  }

  #isTimely(request: HttpRequest, operation: OperationName): boolean {
    const { signature } = request.headers;
    if (signature === undefined) return operations[operation].api === 'payment';
    const issuedAt = Number(signature.split(' ')[1]);
    return Math.abs(issuedAt - this.now()) <= IAT_TOLERANCE_MS;
  }

  #keep(till: string, path: string, answer: HttpResponse): void {
    const given = this.#given.get(`${till} ${path}`) ?? [];
    this.#given.set(`${till} ${path}`, [...given.slice(-5), answer]);
  }

  #age(found: object): void {
    const payments = (Reflect.get(found, 'details') ?? []) as { paymentId: string; status: string }[];
    for (const payment of payments) payment.status = this.history.before(payment.paymentId) ?? payment.status;
  }

  #note(body: object, request: HttpRequest, till: string): void {
    const payment = this.payment(String(Reflect.get(body, 'paymentId')));
    if (payment === undefined) return;
    const creation = { payment, till, body: request.body ?? '' };
    this.creations.push(creation);
    this.#created(creation);
  }
}
