import { isDeepStrictEqual } from 'node:util';
import { utcDayOf } from '../../../main/base/days.ts';
import { paymentsTable, refundsTable } from '../../../main/export/journal-tables.ts';
import type { ExportTable } from '../../../main/export/table.ts';
import { openRecordStream, type Span } from '../../../main/journal/record-stream.ts';
import { readFigures } from '../../../main/reports/figures.ts';
import type { ShiftReport } from '../../../main/reports/shift-report.ts';
import { type Item, itemsOf, shiftFigures, tallyOf } from '../model/journal-books.ts';
import { refundedUnder } from '../model/service-books.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';
import { isTakenBackUnheard } from './final-check.ts';
import type { WatchName } from './watch-names.ts';

const ALL: Span = { from: Number.MIN_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER };
const EVERY_SHIFT = 1_000;

/** Holds the reports, figures and exports of one till against the model. */
export class BooksCheck {
  readonly #world: World;
  readonly #service: SimulatedService;
  readonly #till: SimulatedTill;
  readonly #running: TillProcess;
  readonly #items: readonly Item[];

  constructor(world: World, service: SimulatedService, till: SimulatedTill, running: TillProcess) {
    this.#world = world;
    this.#service = service;
    this.#till = till;
    this.#running = running;
    const database = till.disk.peek(till.journalFile);
    this.#items = database === undefined ? [] : itemsOf(database);
  }

  async run(): Promise<void> {
    // A journal that took the place of another one does not know what that had counted.
    if (this.#till.replacements === 0) await this.#checkShifts();
    await this.#checkFigures();
    this.#checkExports();
  }

  /** Shifts follow on each other without a gap, and each has the figures of the model. */
  async #checkShifts(): Promise<void> {
    const { shifts } = this.#running;
    const closed = shifts.list(undefined, EVERY_SHIFT).flatMap(({ report }) => report ?? []);
    const reports = [...closed.toReversed(), await shifts.soFar()];
    let before: Pick<ShiftReport, 'number' | 'toSeq' | 'to'> | undefined;
    for (const report of reports) {
      const { number, fromSeq, from } = report;
      const place = { number, fromSeq, from };
      if (before !== undefined)
        this.#compare('shift-report', 'the place of a shift', place, {
          number: before.number + 1,
          fromSeq: before.toSeq + 2,
          from: before.to,
        });
      this.#compare('shift-report', `shift ${number}`, told(report), shiftFigures(this.#items, report));
      before = report;
    }
    this.#checkCounted(reports.at(-1)?.counted);
    const turnover = this.#turnover();
    const net = reports.reduce((sum, report) => sum + report.net, 0);
    if (turnover !== undefined) this.#compare('shift-report', 'the net of all shifts', net, turnover);
  }

  /** The service was asked by a search that is out of date: what it tells otherwise is read before the report says so. */
  #checkCounted(counted: ShiftReport['counted'] | undefined): void {
    // A service that lets few requests through may refuse the question.
    const isRefused = counted?.state !== 'counted' && (this.#world.conditions.openPoints.rateLimitPerSecond ?? 0) > 0;
    if (!isRefused) this.#compare('shift-report', 'the count', counted?.state, 'counted');
    if (counted?.state !== 'counted') return;
    const { sales } = this.#till.journalOnDisk;
    const isWrong = ({ kind, saleId = '' }: (typeof counted.differences)[number]) => {
      const sale = sales.get(saleId);
      const isUnheard = sale !== undefined && isTakenBackUnheard(this.#service, this.#till, sale);
      return kind !== 'missing-here' && kind !== 'unclear-here' && !isUnheard;
    };
    this.#compare('shift-report', 'differences', counted.differences.filter(isWrong), []);
  }

  /** Cents by the service's books; undefined where the till cannot know what became of one of its refunds. */
  #turnover(): number | undefined {
    const refunds = this.#items.filter(({ kind, owner }) => kind === 'refund' && owner === 'own');
    const isKnown = refunds.every(({ id, refundId, standings }) => {
      const [made, ...others] = this.#service.refundsUnder(id);
      return standings.at(-1)?.standing !== 'open' && others.length === 0 && made?.refundId === refundId;
    });
    if (!isKnown) return undefined;
    const { name, journalOnDisk } = this.#till;
    const paid = this.#service.creations.filter(({ payment, till }) => {
      const sale = till === name ? journalOnDisk.saleOfPayment(payment.paymentId) : undefined;
      if (sale === undefined) return false;
      const isShownPaid = sale.stages.at(-1) === 'paid' && isTakenBackUnheard(this.#service, this.#till, sale);
      return payment.status === 'SUCCEEDED' || isShownPaid;
    });
    return tallyOf(paid.map(({ payment }) => payment)).sum - refundedUnder(this.#service, refunds).sum;
  }

  /** Two weeks hold all that happened. */
  async #checkFigures(): Promise<void> {
    const day = utcDayOf(this.#service.now());
    const { days, before, hours } = await readFigures(this.#running.journal, day, {
      timeZone: 'UTC',
      pause: async () => undefined,
    });
    const mine = this.#items.filter(({ owner }) => owner !== 'other-till');
    const paid = mine.filter(({ standings }) => standings.at(-1)?.standing === 'paid');
    // A callback may not tell the time, and the till's own clock may be wrong.
    if (paid.some(({ succeededAt }) => succeededAt === undefined)) return;
    const dayOf = ({ succeededAt = 0 }: Item) => utcDayOf(succeededAt);
    for (const { day: date, paid: sum } of [...before, ...days])
      this.#compare('day-figures', date, sum, cents(paid.filter((item) => dayOf(item) === date)));
    const today = paid.filter((item) => dayOf(item) === day);
    const ofHours = hours.map(({ count, cents: sum }) => ({ amount: sum, count }));
    this.#compare('day-figures', `the hours of ${day}`, tallyOf(ofHours).sum, cents(today).cents);
    const refunded = mine.filter(({ standings }) => standings.at(-1)?.standing === 'refunded');
    const back = [...before, ...days].reduce((sum, each) => sum + each.refunded.cents, 0);
    this.#compare('day-figures', 'refunds', back, cents(refunded).cents);
  }

  /** Read from a copy, as a journal is exported beside the till. Each end is in the export of all ends, once. */
  #checkExports(): void {
    const { disk, journalFile } = this.#till;
    const copy = `${journalFile} copy`;
    disk.put(copy, disk.copy(journalFile) ?? new Uint8Array());
    const records = openRecordStream(copy, disk.mount(this.#running));
    const of = (kind: Item['kind']) => this.#items.filter((item) => item.kind === kind);
    const ended = (kind: Item['kind']) => of(kind).filter(({ standings }) => standings.at(-1)?.standing !== 'open');
    const ids = (items: readonly Item[]) => items.map(({ id }) => id).toSorted();
    for (const [by, wanted] of [
      ['begun', of],
      ['ended', ended],
    ] as const) {
      const payments = rowsOf(paymentsTable(records, ALL, {}, by));
      this.#compare('export', `payments by ${by}`, payments.map(idOf('saleId')).toSorted(), ids(wanted('payment')));
      const refunds = rowsOf(refundsTable(records, ALL, by));
      this.#compare('export', `refunds by ${by}`, refunds.map(idOf('refundKey')).toSorted(), ids(wanted('refund')));
      const moved = (kind: Item['kind'], end: string) =>
        cents(of(kind).filter(({ standings }) => standings.at(-1)?.standing === end)).cents;
      this.#compare('export', 'the sum of paid', sumOf(payments, 'paid'), moved('payment', 'paid'));
      this.#compare('export', 'the sum of refunded', sumOf(refunds, 'refunded'), moved('refund', 'refunded'));
    }
    disk.remove(copy);
  }

  #compare(watch: WatchName, what: string, shown: unknown, wanted: unknown): void {
    if (isDeepStrictEqual(shown, wanted)) return;
    this.#world.fail(watch, `${this.#till.name}, ${what}: ${JSON.stringify(shown)}, not ${JSON.stringify(wanted)}`);
  }
}

function told(report: ShiftReport): ReturnType<typeof shiftFigures> {
  const { begun, payments, refunds, net, corrections, open, people, apart } = report;
  return {
    begun,
    payments,
    refunds,
    net,
    corrections: corrections
      .map(({ what, saleId, refundKey, was, is }) => `${what === 'refund' ? refundKey : saleId} ${was} ${is}`)
      .toSorted(),
    open: open.map(({ what, saleId, refundKey }) => (what === 'refund' ? (refundKey ?? '') : saleId)).toSorted(),
    people: people
      .map(({ person, ...sums }) => ({ id: person?.id ?? person?.role ?? '', ...sums }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    apart,
  };
}

type NamedRow = Readonly<Record<string, unknown>>;

function rowsOf({ columns, rows }: ExportTable): readonly NamedRow[] {
  return [...rows].flatMap((row) =>
    row === undefined ? [] : [Object.fromEntries(columns.map(({ name }, index) => [name, row[index]]))],
  );
}

const idOf = (name: string) => (row: NamedRow) => String(row[name]);

function sumOf(rows: readonly NamedRow[], column: string): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}

function cents(items: readonly Item[]): { readonly count: number; readonly cents: number } {
  const { count, sum } = tallyOf(items);
  return { count, cents: sum };
}
