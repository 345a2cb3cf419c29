import { isDeepStrictEqual } from 'node:util';
import { utcDayOf } from '../../../main/base/days.ts';
import { TillError } from '../../../main/base/till-error.ts';
import { stateOf } from '../../../main/sale/find-sales.ts';
import type { Sales } from '../../../main/sale/sales.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import { BooksCheck } from '../watches/books-check.ts';
import { SeededDraw } from '../world/seeded-draw.ts';
import { EPOCH, type World } from '../world/simulated-world.ts';

const SALT = 0x1f83d9ab;
const DAY_MS = 86_400_000;
const ANSWERED_WITHIN_MS = 30 * 60_000;
const FETCH_TRIES = 5;
const MOST_CLOSINGS = 3;
const LOOKS = 4;

/** Selected by seed instead of a draw, so that the other worlds stay unchanged. */
export function hasBookkeeper(seed: number): boolean {
  return seed % 8 === 1;
}

/** The manager who closes shifts at any moment, and reads reports, figures, exports and payouts at the end. */
export class Bookkeeper {
  readonly #world: World;
  readonly #till: SimulatedTill;
  readonly #service: SimulatedService;
  readonly #draw: SeededDraw;

  constructor(world: World, till: SimulatedTill, service: SimulatedService, seed: number) {
    this.#world = world;
    this.#till = till;
    this.#service = service;
    // A separate random source leaves all other times unchanged.
    this.#draw = new SeededDraw(seed ^ SALT);
  }

  begin(): void {
    const { timeline, conditions } = this.#world;
    const plan = (times: number, act: () => void) => {
      for (let time = 0; time < times; time += 1) timeline.after(this.#draw.between(0, conditions.roughMs), act);
    };
    plan(LOOKS, () => this.#lookThroughPayments());
    plan(this.#draw.between(0, MOST_CLOSINGS), () => this.#closeShift());
    plan(this.#draw.between(0, 1), () => this.#payOut());
  }

  /** After the rough time: reads all of a manager's views, restarts the till and reads the views again. */
  async checkFinally(): Promise<void> {
    const { running } = this.#till;
    if (running === undefined) return;
    if (this.#draw.chance(0.5)) this.#closeShift();
    if (this.#draw.chance(0.7)) this.#payOut();
    await this.#pass(this.#draw.of([0, 0, this.#draw.between(0, 2 * DAY_MS)]), () => false);
    await this.#countShift(running);
    const books = new BooksCheck(this.#world, this.#service, this.#till, running);
    await books.shifts();
    await books.figures();
    books.exports();
    await this.#fetchPayouts(running);
    books.payouts();
    this.#lookThroughPayments();
    await this.#restart(running);
  }

  #pass(ms: number, over: () => boolean): Promise<void> {
    const { timeline } = this.#world;
    return timeline.run(timeline.now + ms, over);
  }

  /** The search index is out of date meanwhile. */
  async #countShift({ shifts }: TillProcess): Promise<void> {
    let isAsking = true;
    this.#service.isIndexOld = true;
    void shifts.ask().finally(() => {
      isAsking = false;
    });
    await this.#pass(ANSWERED_WITHIN_MS, () => !isAsking);
    this.#service.isIndexOld = false;
  }

  /** Fetches every day with a charge. Resumes a fetch that the service stopped with a 429. */
  async #fetchPayouts({ reconciliation }: TillProcess): Promise<void> {
    const { fetches } = reconciliation;
    await reconciliation.load({ from: utcDayOf(EPOCH - 3 * DAY_MS), to: utcDayOf(this.#service.now()) });
    for (let tries = 0; tries < FETCH_TRIES; tries += 1) {
      await this.#pass(ANSWERED_WITHIN_MS, () => reconciliation.fetches > fetches);
      if (reconciliation.fetches > fetches) return;
      reconciliation.resume();
    }
  }

  /** The next process must show the same as the previous process. */
  async #restart(running: TillProcess): Promise<void> {
    const before = shownBy(running);
    void running.close().then(() => this.#till.stop(running, 0));
    await this.#pass(ANSWERED_WITHIN_MS, () => ![undefined, running].includes(this.#till.running));
    const after = this.#till.running === undefined ? 'nothing' : shownBy(this.#till.running);
    if (after !== before) this.#world.fail('after-restart', `${this.#till.name} shows ${after}, and before ${before}`);
  }

  /** Reads pages and states in any order: each payment on the disk must be listed exactly once. */
  #lookThroughPayments(): void {
    this.#till.look();
    const { running, journalOnDisk } = this.#till;
    if (running === undefined || !running.isOpen) return;
    const limit = this.#draw.between(1, 3);
    const states = this.#draw.of([undefined, ['paid'] as const, ['cancelled', 'expired', 'failed'] as const]);
    const found: string[] = [];
    for (let place: Parameters<Sales['find']>[1], isFirst = true; isFirst || place !== undefined; isFirst = false) {
      const page = running.sales.find({ text: '', states }, place, limit);
      found.push(...page.rows.map(({ saleId }) => saleId));
      place = page.next;
    }
    const known = [...journalOnDisk.sales.keys()].flatMap((saleId) => running.sales.get(saleId) ?? []);
    const wanted = known.filter((sale) => states === undefined || states.some((state) => state === stateOf(sale)));
    const ids = wanted.map(({ saleId }) => saleId);
    // A payment found while the disk is full is not yet on the disk.
    const held = new Set(running.journal.heldAbout());
    const written = found.filter((saleId) => journalOnDisk.sales.has(saleId) || !held.has(saleId));
    if (!isDeepStrictEqual(written.toSorted(), ids.toSorted()))
      this.#world.fail('list-of-payments', `${this.#till.name} lists ${found} in pages of ${limit}, and has ${ids}`);
  }

  #payOut(): void {
    this.#world.count('payouts');
    for (const { payoutId } of this.#service.engine.runPayout())
      if (this.#draw.chance(0.2)) this.#service.engine.failPayout(payoutId);
  }

  /** Closes the shift with the displayed number: a second try after a crash closes no further shift. */
  #closeShift(): void {
    const { running } = this.#till;
    if (running === undefined) return;
    this.#world.say(this.#till.name, 'the manager closes the shift');
    this.#close(running).catch((thrown: unknown) => {
      if (!running.alive || (thrown instanceof TillError && /^(journal|shift)\./.test(thrown.code))) return;
      this.#world.fail(
        'broken',
        `${this.#till.name}: a shift cannot be closed: ${thrown instanceof Error ? thrown.stack : thrown}`,
      );
    });
  }

  async #close(running: TillProcess): Promise<void> {
    const { number } = await running.shifts.soFar();
    await running.shifts.close(number, { role: 'manager', name: 'Mia' });
    this.#world.count('shifts closed');
  }
}

/** Returns everything that a person may read, without the state of the moment. */
function shownBy({ journal, sales, shifts }: TillProcess): string {
  const moment = {
    doing: undefined,
    verdict: undefined,
    trouble: undefined,
    timeLeftMs: undefined,
    leavable: undefined,
  };
  const all = sales.recent(1_000).map(({ saleId }) => ({ ...sales.get(saleId), ...moment }));
  return JSON.stringify([
    all,
    sales.current()?.saleId,
    sales.alarms().map(({ saleId }) => saleId),
    sales.parked(),
    shifts.list(undefined, 1_000),
    journal.nextReference(),
    journal.refundRequests(),
    journal.newestRefunds(0, 1_000),
  ]);
}
