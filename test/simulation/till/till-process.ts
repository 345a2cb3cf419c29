import type { Clock } from '../../../main/base/clock.ts';
import { TillError } from '../../../main/base/till-error.ts';
import { paymentOf } from '../../../main/callback/callback-payload.ts';
import { createDeduplicator } from '../../../main/callback/seen-callbacks.ts';
import type { PaymentService } from '../../../main/domain/payment-service.ts';
import type { Journal, JournalOptions } from '../../../main/journal/journal.ts';
import { Reconciliation } from '../../../main/reconcile/reconciliation.ts';
import { Refunds } from '../../../main/refund/refunds.ts';
import { Shifts } from '../../../main/reports/shifts.ts';
import { SaleLedger } from '../../../main/sale/sale-ledger.ts';
import { Sales } from '../../../main/sale/sales.ts';
import { createPaymentApi } from '../../../main/service/payment-api.ts';
import { Reachability } from '../../../main/service/reachability.ts';
import { createReconciliationApi, createReconciliationLists } from '../../../main/service/reconciliation-lists.ts';
import { createRefundApi } from '../../../main/service/refund-api.ts';
import { SignedExchange } from '../../../main/service/signed-exchange.ts';
import { createSpecDeviations } from '../../../main/service/spec-deviations.ts';
import { createTimeQuestion } from '../../../main/service/time-question.ts';
import { probeService, type ServiceProbe } from '../../../main/till/service-probe.ts';
import { isUnderWay } from '../../../main/till/under-way.ts';
import { notingLog } from '../../base/noting-log.ts';
import { SimulatedNetwork, TIME_URL } from '../network/simulated-network.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import { standInSigner, standInVerifier } from '../service/stand-in-signatures.ts';
import type { World } from '../world/simulated-world.ts';
import type { SimulatedTill } from './simulated-till.ts';

const quiet = { info: () => undefined, warn: () => undefined };
/** An idle till sends requests no more often over days: each request costs as much simulation time as during a sale. */
const QUIET_MS = 6 * 60 * 60 * 1_000;
/** The service repeats a callback for a day, with the time of the first attempt. */
const CALLBACKS_FRESH_MS = 25 * 60 * 60 * 1_000;

interface CallbackVerdict {
  readonly known: boolean;
  readonly refused: boolean;
}

/**
 * A process of a till, wired like `main/till/open-till.ts`. May die at each of its writes, requests and responses. A
 * death in between looks the same from outside as a death at the next such point, so no other moments are drawn. Code
 * of a dead process that still runs has no effect.
 */
export class TillProcess {
  readonly name: string;
  #account: string;
  readonly #world: World;
  readonly #service: SimulatedService;
  readonly #till: SimulatedTill;
  #alive = true;
  actions = 0;
  #parts:
    | {
        journal: Journal;
        sales: Sales;
        refunds: Refunds;
        shifts: Shifts;
        reconciliation: Reconciliation;
        watch: ServiceProbe;
        once: ReturnType<typeof createDeduplicator<CallbackVerdict>>;
        clockWrong: () => boolean;
      }
    | undefined;

  constructor(world: World, service: SimulatedService, till: SimulatedTill) {
    this.#world = world;
    this.#service = service;
    this.#till = till;
    this.name = till.name;
    this.#account = till.account;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Whether the network is down. */
  get offline(): boolean {
    return this.#till.offline;
  }

  /** The account of its requests. */
  get account(): string {
    return this.#account;
  }

  get isOpen(): boolean {
    return this.#parts !== undefined;
  }

  get journal(): Journal {
    return this.#open.journal;
  }

  get sales(): Sales {
    return this.#open.sales;
  }

  get refunds(): Refunds {
    return this.#open.refunds;
  }

  get shifts(): Shifts {
    return this.#open.shifts;
  }

  get reconciliation(): Reconciliation {
    return this.#open.reconciliation;
  }

  /**
   * Whether a response's `Date` shows that the clock is too wrong for signing: the till sends nothing until the next
   * time check.
   */
  get signsNothing(): boolean {
    return this.#open.clockWrong();
  }

  end(): void {
    this.#alive = false;
  }

  open(openJournal: (options: Omit<JournalOptions, 'disk'>) => Journal): void {
    const { draw } = this.#world;
    const { name, account } = this.#till;
    this.#account = account;
    const { posId, chargeWith, callbacks } = this.#till.settings;
    const clock = this.#clock();
    const random = draw.stream();
    const log = this.#log();
    const identity = { terminalId: name, shopId: 'shop-1', posId };
    const journal = openJournal({ file: this.#till.journalFile, clock, random, terminal: identity });
    const reachability = new Reachability('https://pay.example', clock);
    const transport = new SimulatedNetwork({
      world: this.#world,
      service: this.#service,
      user: this,
      watch: this.#till.watch,
    });
    const { merchantId, profileId } = this.#service.account(account);
    const exchange = new SignedExchange({
      baseUrl: 'https://pay.example',
      issuer: 'simulation',
      merchantId,
      pathClaim: 'path',
      apiKey: () => undefined,
      signer: standInSigner,
      verifier: standInVerifier,
      transport,
      reachability,
      time: createTimeQuestion({ url: TIME_URL, transport, reachability, clock, log: quiet }),
      clock,
      random,
      log: quiet,
    });
    const service: PaymentService = {
      ...createPaymentApi(exchange, createSpecDeviations('payment', undefined), { merchantId, profileId }),
      ...createRefundApi(exchange, createSpecDeviations('refund', undefined)),
      ...createReconciliationApi(exchange, createSpecDeviations('reconciliation', undefined)),
    };
    const callbackUrl = callbacks ? `https://${name}.example/callback` : undefined;
    const ledger = new SaleLedger({ journal, clock, log, skewMs: reachability.believedSkewMs });
    const sales = new Sales({
      service,
      journal,
      ledger,
      clock,
      random,
      log,
      terminal: {
        ...identity,
        shopName: 'Bakkerij',
        chargeWith,
        callbackUrl,
        identifyCallbackUrl: callbackUrl,
      },
      timing: { skewMs: reachability.believedSkewMs, timeKnown: reachability.timeKnown },
      importRefunds: (since, signal) => refunds.importSince(since, signal),
    });
    const refunds = new Refunds({
      service,
      journal,
      clock,
      random,
      log,
      ledger,
      skewMs: reachability.measuredSkewMs,
      timeKnown: reachability.timeKnown,
    });
    const office = { journal, service, clock, skewMs: reachability.believedSkewMs, isSelling: () => isUnderWay(sales) };
    const shifts = new Shifts({ ...office, terminal: { ...identity, environment: 'PROD', shopName: 'Bakkerij' } });
    const reconciliation = new Reconciliation({
      ...office,
      service: {
        ...service,
        ...createReconciliationLists(exchange, createSpecDeviations('reconciliation', undefined)),
      },
      file: ':memory:',
      own: { posId, profileId: this.#service.account(account).profileId },
      closedShifts: () => journal.shifts(undefined, 1_000),
      pause: async () => undefined,
      log: quiet,
    });
    let wasOffline = false;
    reachability.onChange(() => {
      if (wasOffline && reachability.state === 'online') {
        sales.networkReturned();
        refunds.networkReturned();
      }
      wasOffline = reachability.state === 'offline';
    });
    const watch = probeService({ service, reachability, clock, quietMs: QUIET_MS }, () => undefined);
    const once = createDeduplicator<CallbackVerdict>(journal);
    for (const { onChange } of [sales, refunds]) onChange(this.#till.news.notify);
    journal.onHealth(this.#till.news.notify);
    this.#parts = { journal, sales, refunds, shifts, reconciliation, watch, once, clockWrong: reachability.clockWrong };
    Promise.all([sales.recover(), refunds.recover()]).catch((thrown: unknown) => this.#fault('recovery', thrown));
  }

  /** Handles a verified callback; resolves with the status of the response. */
  async callback(body: string, jti: string): Promise<number> {
    const { once, sales } = this.#open;
    const payment = paymentOf(new TextEncoder().encode(body), createSpecDeviations('callback', undefined));
    try {
      const verdict = await once.run(jti, this.#till.now() + CALLBACKS_FRESH_MS, async () => {
        const outcome = await sales.onCallback(payment);
        return { known: outcome === 'known', refused: outcome === 'refused' };
      });
      return verdict !== 'done' && verdict.refused ? 422 : 200;
    } catch (thrown) {
      if (thrown instanceof TillError && thrown.code.startsWith('journal.')) return 503;
      this.#fault('a callback', thrown);
      return 503;
    }
  }

  async close(): Promise<void> {
    const { sales, refunds, shifts, reconciliation, journal, watch } = this.#open;
    watch.close();
    await Promise.all([sales.close(), refunds.close(), shifts.end(), reconciliation.close()]);
    journal.close();
    await journal.anchored();
  }

  /** Returns SQLite's result code if writing fails now, otherwise undefined. */
  fault(): number | undefined {
    return this.#till.diskFault;
  }

  /** A point of a write at which the process may die; throws on a death. */
  moment(name: string): void {
    if (this.died(name)) throw new Error('this process is gone');
  }

  /** A point at which the process may die; returns whether the process is dead. */
  died(moment: string): boolean {
    return !this.#alive || this.#dies(moment);
  }

  committed(): void {
    this.#world.count('writes');
  }

  /** Runs `task` when the machine is awake, if the process is still alive. */
  whenAwake(task: () => void): void {
    this.#till.awake(() => {
      if (this.#alive) task();
    });
  }

  get #open() {
    if (this.#parts === undefined) throw new Error('the journal is not open');
    return this.#parts;
  }

  #dies(moment: string): boolean {
    const { draw, conditions, rough } = this.#world;
    if (!rough || !draw.chance(conditions.crashRate)) return false;
    this.#world.say(this.name, `dies ${moment}`);
    this.#world.count(`died ${moment}`);
    this.#till.crash(this);
    return true;
  }

  #clock(): Clock {
    return {
      now: () => this.#till.now(),
      monotonic: () => this.#till.monotonic(),
      after: (ms, task) => this.#world.timeline.after(ms, () => this.whenAwake(task)),
    };
  }

  #log() {
    return notingLog((code, facts, level) => {
      if (!this.#alive) return;
      this.#world.say(this.name, () => `log: ${code} ${JSON.stringify(facts)}`);
      if (level === 'error') this.#world.fail('broken', `${this.name} logged ${code} ${JSON.stringify(facts)}`);
    });
  }

  #fault(where: string, thrown: unknown): void {
    if (!this.#alive) return;
    const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    this.#world.fail('broken', `${this.name}: ${where} failed: ${what}`);
  }
}
