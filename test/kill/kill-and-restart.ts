import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFiles } from '../../main/base/data-files.ts';
import { isRefundEnd } from '../../main/domain/refund-record.ts';
import { isEnd } from '../../main/domain/sale-record.ts';
import { journalFolder } from '../../main/journal/account-folders.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import type { SaleView } from '../../preload/contract/views.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { HeadlessApp } from './headless-app.ts';
import { type HeldService, startHeldService } from './held-service.ts';
import { disagreements } from './journal-against-service.ts';
import type { KillPoint, Point } from './points-of-each-operation.ts';

export interface RunResult {
  /** Final state shown by the restarted till, such as `paid` or `failed (never-created)`. */
  readonly found: string;
  readonly restarts: number;
  /** Empty when journal and service agree and no operation ran twice. */
  readonly faults: readonly string[];
}

interface Chances {
  readonly amount: Cents;
  readonly refund: Cents;
  /** The customer pays a pending payment while the till is down. */
  readonly paysMeanwhile: boolean;
  /** A delayed request reaches the service before the till restarts; otherwise after. */
  readonly actsBeforeRestart: boolean;
  /** The restarted till is killed again at this commit of its recovery, if the recovery gets there. */
  readonly again: KillPoint | undefined;
}

/** An unknown creation takes about 85 s to resolve; a run of this length is stuck. */
const STUCK_MS = 180_000;

/**
 * Kills one sale at `point`, restarts the app, follows the sale to its end and compares the journal with the service.
 */
export async function killAt(point: Point, seed: number, script: string): Promise<RunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tillmate-kill-'));
  const service = await startHeldService({ acknowledgement: point.operation === 'acknowledge' });
  try {
    return await new Run({ point, chances: chancesOf(seed), script, folder, service }).play();
  } finally {
    await service.sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function chancesOf(seed: number): Chances {
  const random = new SeededRandom(seed);
  const upTo = (most: number) => 1 + Math.floor(random.next() * most);
  const amount = upTo(100_000);
  return {
    amount: amount as Cents,
    refund: upTo(amount) as Cents,
    paysMeanwhile: random.next() < 0.4,
    actsBeforeRestart: random.next() < 0.5,
    again: random.next() < 0.3 ? { when: random.next() < 0.5 ? 'before' : 'after', commit: upTo(3) } : undefined,
  };
}

interface RunParts {
  readonly point: Point;
  readonly chances: Chances;
  readonly script: string;
  readonly folder: string;
  readonly service: HeldService;
}

class Run {
  readonly #parts: RunParts;
  readonly #apps: HeadlessApp[] = [];

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  async play(): Promise<RunResult> {
    const stuck = Promise.withResolvers<never>();
    const deadline = setTimeout(() => stuck.reject(new Error(`stuck: ${this.#where()}`)), STUCK_MS);
    try {
      return await Promise.race([this.#play(), stuck.promise]);
    } finally {
      clearTimeout(deadline);
      await Promise.all(this.#apps.map((app) => app.kill()));
    }
  }

  async #play(): Promise<RunResult> {
    const goOn = await this.#untilKilled();
    if (this.#parts.chances.actsBeforeRestart) goOn();
    if (this.#parts.chances.paysMeanwhile) this.#pay();
    const found = await this.#recover(goOn);
    await this.#apps.at(-1)?.kill();
    const { sandbox } = this.#parts.service;
    const folder = journalFolder(this.#parts.folder, { environment: 'PREPROD', ...sandbox.profile });
    const faults = disagreements(join(folder, dataFiles.journal), sandbox);
    return { found, restarts: this.#apps.length - 1, faults };
  }

  #where(): string {
    const sale = this.#apps.at(-1)?.last?.sale;
    const payments = [...this.#parts.service.sandbox.engine.store.payments.values()].map(({ status }) => status);
    return JSON.stringify({ chances: this.#parts.chances, starts: this.#apps.length, sale, payments });
  }

  async #untilKilled(): Promise<() => void> {
    const { at, operation } = this.#parts.point;
    const file = join(this.#parts.folder, 'provisioning.json');
    await writeFile(file, this.#parts.service.provisioning());
    if (typeof at === 'string') this.#parts.service.hold(operation, at);
    const app = this.#start([`--provision=${file}`], typeof at === 'string' ? undefined : at);
    const act = this.#act(app);
    // A call to a dying process gets no response. Only a rejected call is a fault of the run.
    if (typeof at !== 'string') {
      const ended = await Promise.race([app.ended, act.then(() => app.ended)]);
      if (ended !== 'SIGKILL') throw endedEarly(ended, app);
      return () => undefined;
    }
    const early = app.ended.then((ended) => Promise.reject(endedEarly(ended, app)));
    const goOn = await Promise.race([this.#parts.service.held, act.then(() => this.#parts.service.held), early]);
    // From here on the app is killed on purpose: ignore the early-end rejection.
    early.catch(() => undefined);
    await app.kill();
    return goOn;
  }

  /** Plays cashier and customer until the operation under test begins. */
  async #act(app: HeadlessApp): Promise<void> {
    const { amount, refund } = this.#parts.chances;
    await app.call('till.snapshot', {});
    const { saleId } = await app.call('sale.start', { amount });
    if (this.#parts.point.operation === 'create') return;
    await app.until('the payment waits', (till) => till.sale?.stage === 'waiting');
    if (this.#parts.point.operation === 'cancel') {
      await app.call('sale.cancel', { saleId });
      return;
    }
    this.#pay();
    if (this.#parts.point.operation === 'acknowledge') return;
    await app.until('the payment is paid', (till) => till.sale?.stage === 'paid');
    await app.call('refund.start', { wish: randomUUID(), saleId, amount: refund, seen: refund });
  }

  async #recover(goOn: () => void): Promise<string> {
    const app = this.#start([], this.#apps.length === 1 ? this.#parts.chances.again : undefined);
    // A process that is killed again shows no result; the next start does.
    const killed = app.ended.then((how) => how === 'SIGKILL');
    const end = this.#followToEnd(app, goOn).catch(async (thrown: unknown) => {
      if (await killed) return undefined;
      throw thrown;
    });
    const found = await Promise.race([end, killed.then(() => undefined)]);
    return found ?? (await this.#recover(goOn));
  }

  async #followToEnd(app: HeadlessApp, goOn: () => void): Promise<string> {
    const first = await app.call('till.snapshot', {});
    goOn();
    const { sale } = first.sale === null ? first : await app.until('the sale is told', (till) => isTold(till.sale));
    if (sale !== null && (sale.stage === 'waiting' || sale.stage === 'scanned')) this.#pay();
    const last = first.sale === null ? first : await app.until('the sale has ended', (till) => isOver(till.sale));
    return inWords(last.sale);
  }

  /** The customer scans and confirms every open payment; ended payments do not change. */
  #pay(): void {
    const { payer, engine } = this.#parts.service.sandbox;
    for (const { paymentId } of engine.store.payments.values()) {
      payer.scan(paymentId);
      payer.confirm(paymentId);
    }
    engine.runDue();
  }

  #start(args: readonly string[], dieAt: KillPoint | undefined): HeadlessApp {
    const app = new HeadlessApp({ script: this.#parts.script, userDataDir: this.#parts.folder, args, dieAt });
    this.#apps.push(app);
    return app;
  }
}

function endedEarly(ended: string, app: HeadlessApp): Error {
  return new Error(`The app ended with ${ended} instead of at the point.\n${app.output()}`);
}

function isTold(sale: SaleView | null): boolean {
  if (sale === null) return true;
  const waits = (sale.stage === 'waiting' || sale.stage === 'scanned') && sale.cancel !== 'asked';
  return waits || isOver(sale);
}

function isOver(sale: SaleView | null): boolean {
  return sale !== null && isEnd(sale.stage) && sale.refunds.every((refund) => isRefundEnd(refund.stage));
}

function inWords(sale: SaleView | null): string {
  if (sale === null) return 'nothing begun';
  const ending = sale.ending === undefined ? '' : ` (${sale.ending})`;
  const refunds = sale.refunds.map((refund) => `, ${refund.stage}`).join('');
  return `${sale.stage}${ending}${refunds}`;
}
