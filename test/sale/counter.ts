import { beforeEach } from 'vitest';
import type { JournalSaleEvent } from '../../main/domain/events.ts';
import type { PaymentId, PaymentStatus, Transaction } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import type { JournalSeal } from '../../main/journal/sealing.ts';
import type { Permission } from '../../main/refund/manager-permission.ts';
import type { RefundBegun } from '../../main/refund/one-refund-at-a-time.ts';
import type { RefundAsk } from '../../main/refund/refund-requests.ts';
import { Refunds } from '../../main/refund/refunds.ts';
import { SaleLedger } from '../../main/sale/sale-ledger.ts';
import { Sales } from '../../main/sale/sales.ts';
import type { SaleDraft } from '../../preload/contract/contract.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import type { SaleSummary, SaleView } from '../../preload/contract/views.ts';
import { notingLog } from '../base/noting-log.ts';
import { ProcessClock } from '../base/process-clock.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { MemoryDisk } from '../journal/disks.ts';
import { ScriptedService } from './scripted-service.ts';

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A till at its counter: the real journal, sales and refunds on a virtual clock, against a scripted service. */
export class Counter {
  readonly clock: VirtualClock;
  readonly service: ScriptedService;
  readonly disk: MemoryDisk;
  readonly logged: { readonly code: string; readonly facts: object }[] = [];
  /** Ended parked sales, in the order of their notifications. */
  readonly parkedEnded: SaleSummary[] = [];
  /** Refunds made after a manager had closed them as not made. */
  readonly madeAfterAll: RefundRecord[] = [];
  readonly random: SeededRandom;
  readonly #seal: JournalSeal | undefined;
  readonly #chargeWith: 'static-qr' | 'payment';
  journal: Journal;
  ledger: SaleLedger;
  sales: Sales;
  refunds: Refunds;
  skewMs = 0;
  timeKnown = false;
  /** `timeKnown` of the refunds. */
  refundTimeKnown = true;
  #process: ProcessClock;

  constructor(given: { readonly seed?: number; readonly seal?: JournalSeal; readonly chargeWith?: 'payment' } = {}) {
    this.#seal = given.seal;
    this.#chargeWith = given.chargeWith ?? 'static-qr';
    this.clock = new VirtualClock();
    this.service = new ScriptedService(this.clock);
    this.disk = new MemoryDisk();
    this.random = new SeededRandom(given.seed ?? 1);
    this.#process = new ProcessClock(this.clock);
    this.journal = this.#open();
    ({ ledger: this.ledger, sales: this.sales, refunds: this.refunds } = this.#parts());
  }

  async charge(amount: number, more: Partial<SaleDraft> = {}): Promise<string> {
    const { saleId } = await this.sales.start({ amount: amount as Cents, ...more });
    return saleId;
  }

  async waiting(amount = 1250, more: Partial<SaleDraft> = {}): Promise<string> {
    const saleId = await this.charge(amount, more);
    await this.clock.advance(100);
    return saleId;
  }

  async paidSale(amount: number): Promise<string> {
    const saleId = await this.waiting(amount);
    this.service.set(this.service.last.paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë', iban: 'NL00****1234' } });
    await this.clock.advance(3_000);
    await this.sales.dismiss(saleId);
    return saleId;
  }

  /** Leaves `count` open sales of an earlier process with payments at `status`, by a crash. */
  leaveOpen(count: number, status: PaymentStatus): void {
    for (let index = 0; index < count; index += 1) {
      const saleId = this.random.uuid();
      const own = this.journal.nextReference();
      const paymentId = String(index).padStart(24, 'Q') as PaymentId;
      const times = { createdAt: this.clock.now(), expiresAt: this.clock.now() + 900_000 };
      this.journal.record(
        { type: 'sale.intent', saleId, ...own, amount: 100, operation: 'static-qr', body: '{}', skewMs: 0 },
        { type: 'sale.created', saleId, paymentId, ...times, via: 'create' },
        { type: 'sale.dismissed', saleId },
      );
      const { reference } = own;
      this.service.payments.set(paymentId, { paymentId, status, amount: 100, reference, ...times, links: {} });
    }
    this.crash();
  }

  /** Starts a refund, as a manager by default. Returns its outcome, or its refusal, after `ms`. */
  async refund(ask: RefundAsk, permission: Permission = { byManager: true }, ms = 100): Promise<RefundBegun> {
    const started = this.refunds.start(ask, permission);
    started.catch(() => undefined);
    await this.clock.advance(ms);
    return started;
  }

  listed(change: Partial<Transaction> = {}): Transaction {
    return {
      paymentId: this.service.last.paymentId,
      refundId: 'E'.padStart(24, '0'),
      paymentProfileId: 'F',
      merchantName: 'Bakkerij',
      paymentChannel: 'INSTORE',
      amount: 700,
      date: this.clock.now(),
      ...change,
    };
  }

  view(saleId: string): SaleView {
    const view = this.sales.get(saleId);
    if (view === undefined) throw new Error('no such sale');
    return view;
  }

  /** Counts the sale notifications to the windows from now on. */
  listening(): { calls: number; end: () => void } {
    const heard = { calls: 0, end: () => {} };
    heard.end = this.sales.onChange(() => {
      heard.calls += 1;
    });
    return heard;
  }

  /** Closes the process in good order and starts again on the same disk. */
  async restart(): Promise<void> {
    const closing = Promise.all([this.sales.close(), this.refunds.close()]);
    await this.clock.advance(100);
    await closing;
    this.journal.close();
    this.journal = this.#open();
    ({ ledger: this.ledger, sales: this.sales, refunds: this.refunds } = this.#parts());
  }

  /** Kills the process at any point and starts again on the same disk. */
  crash(): void {
    this.#process.kill();
    this.disk.crash();
    this.#process = new ProcessClock(this.clock);
    this.journal = this.#open();
    ({ ledger: this.ledger, sales: this.sales, refunds: this.refunds } = this.#parts());
  }

  /** Returns the journal events about a sale, oldest first. */
  facts(saleId: string): readonly JournalSaleEvent[] {
    const rows = this.disk.open('journal.db').prepare('SELECT type, payload FROM events ORDER BY seq').all();
    const facts = rows.map(({ type, payload }) => ({ type, ...JSON.parse(String(payload)) }) as JournalSaleEvent);
    return facts.filter((fact) => fact.saleId === saleId);
  }

  /** Runs a recovery; half a second is enough for a responding service. */
  async recover(of: { recover(): Promise<void> } = this.sales, ms = 500): Promise<void> {
    const recovering = of.recover();
    await this.clock.advance(ms);
    await recovering;
  }

  async close(): Promise<void> {
    const closing = Promise.all([this.sales.close(), this.refunds.close()]);
    await this.clock.advance(100);
    await closing;
    this.journal.close();
  }

  #open(): Journal {
    return openJournal({
      file: 'journal.db',
      disk: this.disk,
      clock: this.#process,
      random: this.random,
      terminal: { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' },
      seal: this.#seal,
    });
  }

  #parts(): Pick<Counter, 'ledger' | 'sales' | 'refunds'> {
    const { service, journal, random } = this;
    const log = notingLog((code, facts) => this.logged.push({ code, facts }));
    const ledger = new SaleLedger({ journal, clock: this.#process, log, skewMs: () => this.skewMs });
    const shared = { service, journal, ledger, clock: this.#process, random, skewMs: () => this.skewMs };
    const refunds = new Refunds({
      ...shared,
      log: silent,
      timeKnown: () => this.refundTimeKnown,
      madeAfterAll: (refund) => this.madeAfterAll.push(refund),
    });
    const sales = new Sales({
      ...shared,
      terminal: { posId: 'TILL42', shopId: 'shop-1', shopName: 'Bakkerij', chargeWith: this.#chargeWith },
      log,
      timing: { skewMs: () => this.skewMs, timeKnown: () => this.timeKnown },
      parkedEnded: (sale) => this.parkedEnded.push(sale),
      importRefunds: (since) => refunds.importSince(since),
    });
    return { ledger, sales, refunds };
  }
}

export let counter: Counter;

/** Gives each test of a file its own `counter`. */
export function givenCounter(): void {
  beforeEach(() => {
    counter = new Counter();
  });
}
