import type { TillError } from '../../../main/base/till-error.ts';
import { serviceError } from '../../../main/service/service-error.ts';
import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { TillWatch } from '../watches/till-watch.ts';
import type { World } from '../world/simulated-world.ts';
import { outageOf } from '../world/write-outages.ts';
import { broken, denial, foreign, lies, retryAfter } from './bad-answers.ts';
import { type FaultKind, fits, type RequestedOperation } from './request-faults.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 4_000;
const HOUR_MS = 3_600_000;
/** Longest travel time of a request after its till has given up. The till waits longer. */
export const LATEST_ACT_MS = 18_000;

const TROUBLE = { code: 'TROUBLE', message: 'in trouble', traceId: 'trace', spanId: 'span' };

export interface SimulatedExchangeParts {
  readonly world: World;
  readonly service: SimulatedService;
  /** The process that sends the request. */
  readonly user: TillProcess;
  readonly watch: TillWatch;
  readonly request: HttpRequest;
  readonly requested: RequestedOperation;
  readonly resolve: (answer: HttpResponse) => void;
  readonly reject: (error: TillError) => void;
}

/** A request and its outcome. */
export class SimulatedExchange {
  readonly #parts: SimulatedExchangeParts;
  readonly #world: World;
  readonly #service: SimulatedService;
  readonly #user: TillProcess;
  readonly #request: HttpRequest;
  readonly #requested: RequestedOperation;
  #kind: FaultKind | 'none' | 'outage' = 'none';
  #over = false;

  constructor(parts: SimulatedExchangeParts) {
    this.#parts = parts;
    this.#world = parts.world;
    this.#service = parts.service;
    this.#user = parts.user;
    this.#request = parts.request;
    this.#requested = parts.requested;
  }

  readonly #brokenOff = () => this.#fail(serviceError('aborted', 'broken off', { acted: 'maybe' }));

  begin(): void {
    const { signal } = this.#request;
    signal?.addEventListener('abort', this.#brokenOff);
    const kind = this.#user.offline ? 'outage' : this.#drawFault();
    this.#kind = kind;
    this.#parts.watch.sent(this.#user, this.#request, this.#requested, kind);
    this.#world.say(this.#user.name, () => `→ ${describe(this.#request)}${kind === 'none' ? '' : ` [${kind}]`}`);
    this.#world.count('requests');
    if (kind !== 'none') this.#world.count(`fault ${kind}`);
    this.#courses(this.#travels())[kind]();
  }

  #travels(): number {
    const { draw, conditions } = this.#world;
    return draw.between(5, conditions.travelMs);
  }

  #drawFault(): FaultKind | 'none' {
    const { draw, conditions, rough } = this.#world;
    const { favourite } = conditions;
    if (!rough) return 'none';
    const trouble = outageOf(conditions.writeOutages, this.#requested.operation, this.#world.timeline.now);
    if (trouble !== undefined) return trouble;
    if (conditions.creationsAreLate && this.#requested.operation === 'create' && draw.chance(0.4)) return 'acted-late';
    if (favourite !== undefined && fits(favourite, this.#requested.operation) && draw.chance(0.4)) return favourite;
    if (!draw.chance(conditions.faultRate)) return 'none';
    if (Object.values(conditions.faults).every((weight) => weight === 0)) return 'none';
    const kind = draw.weighted(conditions.faults);
    return fits(kind, this.#requested.operation) ? kind : 'none';
  }

  /** Returns the course of each kind; `there` is the travel time of the request in ms. */
  #courses(there: number): Readonly<Record<FaultKind | 'none' | 'outage', () => void>> {
    const { draw } = this.#world;
    const answered = (ms: number) => this.#answered(ms, (answer) => answer);
    const timedOut = () => this.#fails('network.headers-timeout', HEADERS_TIMEOUT_MS, 'maybe');
    const actedAnd = (ms: number, then: () => void) => {
      this.#actIn(ms);
      then();
    };
    const spoilt = (kind: keyof typeof broken) => () => this.#answered(there, broken[kind]);
    const instead = (page: HttpResponse) => this.#given(there, () => page);
    const refused = (status: number) => this.#given(there, () => this.#trouble(status));
    const acted = (status: number) => this.#answered(there, () => this.#trouble(status));
    const lied = (kind: keyof typeof lies) => () => this.#given(there, () => this.#lie(kind));
    return {
      none: () => answered(there),
      slow: () => answered(draw.between(500, HEADERS_TIMEOUT_MS - 200)),
      outage: () => (draw.chance(0.5) ? this.#unreachable() : timedOut()),
      refused: () => this.#fails('network.refused', there, 'no'),
      dns: () => this.#fails('network.dns', there, 'no'),
      'connect-timeout': () => this.#fails('network.connect-timeout', CONNECT_TIMEOUT_MS, 'no'),
      lost: timedOut,
      'reset-unacted': () => this.#fails('network.reset', there, 'maybe'),
      'reset-acted': () => actedAnd(there, () => this.#fails('network.reset', there + draw.between(5, 3_000), 'maybe')),
      'answer-lost': () => actedAnd(there, timedOut),
      'acted-late': () => actedAnd(draw.between(HEADERS_TIMEOUT_MS / 2, LATEST_ACT_MS), timedOut),
      truncated: () => actedAnd(there, () => this.#fails('network.truncated', there * 2, 'maybe', 200)),
      'body-stalled': () =>
        actedAnd(there, () => this.#fails('network.body-timeout', there + HEADERS_TIMEOUT_MS, 'maybe', 200)),
      duplicated: () => actedAnd(there, () => answered(there + draw.between(1, 400))),
      stale: () => this.#given(there, () => this.#service.earlier(this.#user.name, this.#request) ?? this.#act()),
      'broken-json': spoilt('broken-json'),
      empty: spoilt('empty'),
      schema: spoilt('schema'),
      'html-acted': spoilt('html-acted'),
      'portal-page': () => instead(foreign(200)),
      'portal-redirect': () => instead(foreign(302, { location: 'https://portal.example/' })),
      'html-not-found': () => instead(foreign(404)),
      busy: () => refused(429),
      'unavailable-unacted': () => refused(503),
      'fault-unacted': () => refused(500),
      'unavailable-acted': () => acted(503),
      'fault-acted': () => acted(500),
      'gateway-timeout-acted': () => acted(504),
      'wrong-date': () => this.#answered(there, (answer) => this.#misdated(answer)),
      'other-payment': lied('other-payment'),
      'other-amount': lied('other-amount'),
      'search-unfiltered': lied('search-unfiltered'),
      'unknown-status': lied('unknown-status'),
      'ended-too-soon': lied('ended-too-soon'),
      // Travels longer, so that the payer's bank may be faster.
      'hollow-cancel': () => this.#given(there + draw.between(0, 4_000), () => this.#lie('hollow-cancel')),
      'busy-bare': () => this.#given(there, () => this.#service.answer(this.#request, 429, TROUBLE)),
      'unavailable-bare': () => this.#given(there, () => this.#service.answer(this.#request, 503, TROUBLE)),
      denied: () => this.#given(there, () => this.#denial('denied')),
      'denied-page': () => this.#given(there, () => this.#denial('denied-page')),
      'denied-again': () => this.#courses(there)[this.#again()](),
      unsigned: lied('unsigned'),
      forged: lied('forged'),
      'other-refund': lied('other-refund'),
    };
  }

  /** Immediate failures of a machine without network. */
  #unreachable(): void {
    const { draw } = this.#world;
    this.#fails(draw.of(['network.dns', 'network.refused', 'network.unreachable']), draw.between(1, 50), 'no');
  }

  #trouble(status: number): HttpResponse {
    const wait = status === 429 || status === 503 ? retryAfter(this.#world.draw, this.#service.now()) : undefined;
    return this.#service.answer(this.#request, status, TROUBLE, wait === undefined ? {} : { 'retry-after': wait });
  }

  #denial(kind: 'denied' | 'denied-page'): HttpResponse {
    return denial(this.#world.draw, this.#service, this.#request, kind);
  }

  /** Acts without a response the first time, and refuses every repeat. */
  #again(): FaultKind {
    const { draw } = this.#world;
    if (this.#service.hasDone(this.#user.name, this.#request)) return draw.chance(0.75) ? 'denied' : 'denied-page';
    return draw.of(['answer-lost', 'reset-acted', 'fault-acted', 'unavailable-acted', 'truncated', 'html-acted']);
  }

  #misdated(answer: HttpResponse): HttpResponse {
    const off = this.#world.draw.of([HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS]);
    return { ...answer, headers: { ...answer.headers, date: new Date(this.#service.now() + off).toUTCString() } };
  }

  #lie(kind: keyof typeof lies): HttpResponse {
    return lies[kind]({ ...this.#parts, act: this.#act });
  }

  readonly #act = (): HttpResponse => this.#service.act(this.#request, this.#user.name, this.#user.account);

  #actIn(ms: number): void {
    this.#world.timeline.after(ms, () => {
      const { status } = this.#act();
      this.#world.say('service', `acted on ${describe(this.#request)}: ${status}`);
    });
  }

  /** The service acts when the request arrives; the response, modified by `change`, travels back. */
  #answered(there: number, change: (answer: HttpResponse) => HttpResponse): void {
    this.#given(there, () => change(this.#act()));
  }

  #given(there: number, make: () => HttpResponse): void {
    const { timeline } = this.#world;
    timeline.after(there, () => {
      const answer = make();
      timeline.after(this.#travels(), () => this.#arrive(answer));
    });
  }

  #arrive(answer: HttpResponse): void {
    this.#user.whenAwake(() => {
      if (this.#over || this.#user.died('before an answer')) return;
      this.#world.say(this.#user.name, () => `← ${describe(this.#request)}: ${tell(answer)}`);
      this.#end(answer);
      this.#parts.resolve(answer);
    });
  }

  #fails(code: Parameters<typeof serviceError>[0], ms: number, acted: 'no' | 'maybe', status?: number): void {
    this.#world.timeline.after(ms, () =>
      this.#user.whenAwake(() => this.#fail(serviceError(code, 'simulated', { acted, status }))),
    );
  }

  #fail(error: TillError): void {
    if (this.#over || !this.#user.alive) return;
    this.#world.say(this.#user.name, `← ${describe(this.#request)}: ${error.code}`);
    this.#end(undefined);
    this.#parts.reject(error);
  }

  #end(answer: HttpResponse | undefined): void {
    this.#over = true;
    // Node keeps a combined signal alive as long as a listener exists.
    this.#request.signal?.removeEventListener('abort', this.#brokenOff);
    this.#parts.watch.ended(this.#user, this.#request, this.#requested, answer, this.#kind);
  }
}

function describe(request: HttpRequest): string {
  return [request.method, request.path, request.body ?? ''].join(' ').trim();
}

function tell(answer: HttpResponse): string {
  const wait = answer.headers['retry-after'];
  const text = new TextDecoder().decode(answer.body).slice(0, 400);
  return [answer.status, wait === undefined ? '' : `(Retry-After: ${wait})`, text]
    .filter((part) => part !== '')
    .join(' ');
}
