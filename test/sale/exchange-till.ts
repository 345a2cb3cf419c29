import { sleep } from '../../main/base/clock.ts';
import { progressOf } from '../../main/domain/sale-record.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { Sales } from '../../main/sale/sales.ts';
import { createPaymentService } from '../../main/service/client.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { createReachability } from '../../main/service/reachability.ts';
import { serviceError } from '../../main/service/service-error.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../main/service/transport.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import type { SaleView } from '../../preload/contract/views.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { MemoryDisk } from '../journal/disks.ts';
import { json, settingsFor } from '../service/client-under-test.ts';
import { creation, payment as paymentAnswer } from '../service/sample-responses.ts';
import { standInSigner } from '../simulation/service/stand-in-signatures.ts';
import { silent } from './counter.ts';

export type Asked = 'create' | 'read' | 'cancel' | 'search' | 'acknowledge';

/** What comes back instead of the service's own answer; `acts`: it has done what was asked all the same. */
export type Instead = {
  readonly status?: number;
  readonly retryAfter?: string;
  /** No answer at all: the connection was refused, or broke after the request had gone out. */
  readonly broken?: 'refused' | 'reset';
  /** How long until it shows, ms. */
  readonly takesMs?: number;
  readonly acts?: true;
  /** It acts, and its answer has the id of this payment in place of the right one. */
  readonly naming?: string;
};

interface Known {
  readonly paymentId: string;
  readonly amount: number;
  readonly reference: string;
  readonly createdAt: number;
  status: string;
  succeededAt?: number;
  posId?: string;
}

/** A payment service in the form of its answers on the wire, on the test's clock. */
class WireService implements Transport {
  readonly sent: { readonly asked: Asked; readonly at: number }[] = [];
  readonly payments = new Map<string, Known>();
  /** Asked for each request; the service answers by itself where it gives nothing. */
  instead: (asked: Asked, nth: number) => Instead | undefined = () => undefined;
  latencyMs = 20;
  lifetimeMs = 900_000;
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  count(asked: Asked): number {
    return this.sent.filter((request) => request.asked === asked).length;
  }

  /** The most requests that went out within any `ms`. */
  busiest(ms: number): number {
    const within = (from: number) => this.sent.filter(({ at }) => at >= from && at <= from + ms).length;
    return Math.max(0, ...this.sent.map(({ at }) => within(at)));
  }

  get last(): Known {
    const known = [...this.payments.values()].at(-1);
    if (known === undefined) throw new Error('no payment was made');
    return known;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const asked = askedBy(request);
    this.sent.push({ asked, at: this.#clock.monotonic() });
    const instead = this.instead(asked, this.count(asked));
    if (instead === undefined) {
      await this.#pass(this.latencyMs, request);
      return this.#answer(asked, request);
    }
    await this.#pass(instead.takesMs ?? this.latencyMs, request);
    if (instead.naming !== undefined) return naming(instead.naming, this.#answer(asked, request));
    if (instead.acts) this.#answer(asked, request);
    if (instead.broken === 'refused') throw serviceError('network.refused', '', { acted: 'no' });
    if (instead.broken === 'reset') throw serviceError('network.reset', '', { acted: 'maybe' });
    const answer = json(instead.status ?? 500, {
      code: 'SOMETHING',
      message: 'no',
      traceId: `t${this.sent.length}`,
      spanId: 's',
    });
    return instead.retryAfter === undefined
      ? answer
      : { ...answer, headers: { ...answer.headers, 'retry-after': instead.retryAfter } };
  }

  async close(): Promise<void> {
    this.payments.clear();
  }

  async #pass(ms: number, { signal }: HttpRequest): Promise<void> {
    try {
      await sleep(this.#clock, ms, signal);
    } catch (cause) {
      throw serviceError('aborted', '', { acted: 'maybe', cause });
    }
  }

  #answer(asked: Asked, request: HttpRequest): HttpResponse {
    const known = this.payments.get(request.path.split('/')[3] ?? '');
    switch (asked) {
      case 'create':
        return this.#create(request);
      case 'search': {
        const details = [...this.payments.values()].map((one) => this.#details(one));
        return json(200, { size: details.length, totalPages: 1, totalElements: details.length, number: 0, details });
      }
      case 'read':
        return known === undefined ? refusal(404) : json(200, this.#details(known));
      case 'cancel':
        if (known === undefined || (progressOf(known.status) ?? 0) > 1) return refusal(409);
        known.status = 'CANCELLED';
        return json(200, {});
      case 'acknowledge':
        if (known?.status !== 'PENDING_MERCHANT_ACKNOWLEDGEMENT') return refusal(422);
        known.status = 'SUCCEEDED';
        known.succeededAt = this.#clock.now();
        return json(202, {});
    }
  }

  #create(request: HttpRequest): HttpResponse {
    const { amount, reference } = JSON.parse(request.body ?? '{}') as { amount: number; reference: string };
    const paymentId = String(this.payments.size + 1).padStart(24, 'p');
    const known = { paymentId, amount, reference, createdAt: this.#clock.now(), status: 'PENDING' };
    this.payments.set(paymentId, known);
    const { expireAt: expiresAt, ...made } = this.#details(known);
    return json(201, { ...creation, ...made, expiresAt });
  }

  #details({ createdAt, succeededAt, ...known }: Known) {
    const { debtor: _debtor, ...common } = paymentAnswer;
    const iso = (ms: number) => new Date(ms).toISOString();
    const times = { createdAt: iso(createdAt), expireAt: iso(createdAt + this.lifetimeMs) };
    return { ...common, ...known, ...times, ...(succeededAt === undefined ? {} : { succeededAt: iso(succeededAt) }) };
  }
}

function naming(paymentId: string, { status, body }: HttpResponse): HttpResponse {
  return json(status, { ...JSON.parse(new TextDecoder().decode(body)), paymentId });
}

function askedBy({ method, path }: HttpRequest): Asked {
  if (path.endsWith('/search')) return 'search';
  if (path.endsWith('/acknowledge')) return 'acknowledge';
  if (method === 'DELETE') return 'cancel';
  return method === 'GET' ? 'read' : 'create';
}

function refusal(status: number): HttpResponse {
  return json(status, { code: 'REFUSED', message: 'no', traceId: 't', spanId: 's' });
}

/** A till with the client's own exchange, on a clock that the test moves. */
export class ExchangeTill {
  readonly clock = new VirtualClock();
  readonly service = new WireService(this.clock);
  readonly journal: Journal;
  readonly sales: Sales;
  /** How often the windows were told. */
  told = 0;

  constructor() {
    const { clock, service } = this;
    const random = new SeededRandom(5);
    const settings = settingsFor();
    const log = { info: () => undefined, warn: () => undefined };
    const reachability = createReachability(settings.service.baseUrl, clock);
    const terminal = { terminalId: 'till-1', shopId: 'shop-7', posId: 'TILL42' };
    this.journal = openJournal({ file: 'journal', disk: new MemoryDisk(), clock, random, terminal });
    this.sales = new Sales({
      service: createPaymentService({
        settings,
        signer: standInSigner,
        transport: service,
        jwks: new JwksCache({ url: settings.service.jwksUrl, transport: service, clock, log }),
        clock,
        random,
        log,
        reachability,
      }),
      journal: this.journal,
      clock,
      random,
      log: silent,
      terminal: { posId: 'TILL42', shopId: 'shop-7', shopName: 'Bakkerij', chargeWith: 'static-qr' },
      importRefunds: async () => undefined,
    });
    this.sales.onChange(() => {
      this.told += 1;
    });
    // As the running till does it: what waits is asked for whenever the service answers again.
    let wasOffline = false;
    reachability.onChange(() => {
      if (wasOffline && reachability.state === 'online') this.sales.networkReturned();
      wasOffline = reachability.state === 'offline';
    });
  }

  /** A sale that waits for its customer. */
  async waiting(): Promise<string> {
    const { saleId } = await this.sales.start({ amount: 1250 as Cents });
    await this.clock.advance(100);
    return saleId;
  }

  view(saleId: string): SaleView {
    const view = this.sales.get(saleId);
    if (view === undefined) throw new Error('no such sale');
    return view;
  }

  async close(): Promise<void> {
    const closing = this.sales.close();
    await this.clock.advance(100);
    await closing;
    this.journal.close();
  }
}
