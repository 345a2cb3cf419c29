import { isDeepStrictEqual } from 'node:util';
import { utcDayOf } from '../../../main/base/days.ts';
import { paymentsTable, refundsTable } from '../../../main/export/journal-tables.ts';
import type { ExportTable } from '../../../main/export/table.ts';
import { openRecordStream } from '../../../main/journal/record-stream.ts';
import { readFigures } from '../../../main/reports/figures.ts';
import type { ShiftReport } from '../../../main/reports/shift-report.ts';
import type { Sum, TransactionView } from '../../../preload/contract/payouts.ts';
import {
  endOf,
  entriesOf,
  type Item,
  itemsOf,
  type Kind,
  shiftFigures,
  shownFigures,
  sumOf,
} from '../model/journal-books.ts';
import { matchesOf } from '../model/payout-matches.ts';
import { payoutsOf, providerDay, refundedUnder } from '../model/service-books.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';
import { isTakenBackUnheard } from './final-check.ts';

const DAY_MS = 86_400_000;
const ALL = { from: Number.MIN_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER };
const EVERY_SHIFT = 1_000;
/** Fewer than there are rows, so that lists have several pages. */
const PAGE = 3;
/** The form of a reference that a till makes. */
const MADE = /^POS\d-\d{6}-\d{8,}$/;
const IN_NO_LIST = ['missing-at-service', 'paid-out-again'];
const OF_THIS_TILL = ['matched', 'amount-differs', 'outcome-differs', 'missing-at-service', 'not-listed-yet'];

/** Holds the reports, figures, exports and payouts of one till against the model. */
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
    this.#items = database === undefined ? [] : itemsOf(entriesOf(database));
  }

  /** Shifts follow on each other without a gap, and all of them have the money of the service's books. */
  async shifts(): Promise<void> {
    const { shifts } = this.#running;
    const closed = shifts.list(undefined, EVERY_SHIFT).flatMap(({ report }) => report ?? []);
    const reports = [...closed.toReversed(), await shifts.soFar()];
    for (const [index, report] of reports.entries()) {
      const before = reports[index - 1];
      const place = [report.number, report.fromSeq, report.from];
      if (before !== undefined) this.#compare('the place', place, [before.number + 1, before.toSeq + 2, before.to]);
      this.#compare(`shift ${report.number}`, shownFigures(report), shiftFigures(this.#items, report));
    }
    this.#checkCounted(reports.at(-1)?.counted);
    const turnover = this.#turnover();
    const net = reports.reduce((sum, report) => sum + report.net, 0);
    if (turnover !== undefined) this.#compare('all shifts', net, turnover);
  }

  /** The service was asked by a search that is out of date: what it tells otherwise is read before the report says so. */
  #checkCounted(counted: ShiftReport['counted'] | undefined): void {
    // A service that lets few requests through may refuse the question, or it asked earlier searches to wait for longer.
    const isLimited = (this.#world.conditions.openPoints.rateLimitPerSecond ?? 0) > 0;
    const code = counted?.state === 'not-counted' ? counted.code : undefined;
    const isPutOff = code === 'service.busy' || code === 'service.unavailable';
    if (!isPutOff && (!isLimited || counted?.state === 'counted'))
      this.#compare('the count', counted?.state, 'counted');
    if (counted?.state !== 'counted') return;
    // Without money it does not matter by which end: a service in trouble may have told of another one.
    const isOfMoney = ({ here, there }: (typeof counted.differences)[number]) =>
      here?.standing === 'paid' || there?.standing === 'paid';
    const wrong = counted.differences.filter(isOfMoney).filter(({ kind, saleId = '' }) => {
      const sale = this.#till.journalOnDisk.sales.get(saleId);
      const isUnheard = sale !== undefined && isTakenBackUnheard(this.#service, this.#till, sale);
      return kind !== 'missing-here' && kind !== 'unclear-here' && !isUnheard;
    });
    this.#compare('differences', wrong, []);
  }

  /** Cents by the service's books; undefined where the till cannot know what became of one of its refunds. */
  #turnover(): number | undefined {
    const refunds = this.#items.filter(({ kind, owner }) => kind === 'refund' && owner === 'own');
    const isKnown = refunds.every((item) => {
      const [made, ...others] = this.#service.refundsUnder(item.id);
      return endOf(item) !== 'open' && others.length === 0 && made?.refundId === item.refundId;
    });
    if (!isKnown) return undefined;
    // A payment that was recovered as paid may be in a shift of the lost journal.
    const payments = this.#items.filter(({ kind }) => kind === 'payment');
    const found = payments.filter(({ owner, saleId }) => owner === 'restored' || this.#isTyped(saleId));
    const restored = new Set(found.map(({ paymentId }) => paymentId));
    const paid = this.#service.creations.filter(({ payment, till }) => {
      const sale = this.#till.journalOnDisk.saleOfPayment(payment.paymentId);
      if (sale === undefined || till !== this.#till.name || restored.has(payment.paymentId)) return false;
      const isShownPaid = sale.stages.at(-1) === 'paid' && isTakenBackUnheard(this.#service, this.#till, sale);
      return payment.status === 'SUCCEEDED' || isShownPaid;
    });
    return sumOf(paid.map(({ payment }) => payment)) - refundedUnder(this.#service, refunds);
  }

  /** Found again under a typed reference, which proves no till. */
  #isTyped(saleId: string): boolean {
    const sale = this.#till.journalOnDisk.sales.get(saleId);
    return sale?.imported === true && !MADE.test(sale.reference);
  }

  /** Two weeks hold all that happened. */
  async figures(): Promise<void> {
    const mine = this.#items.filter(({ owner }) => owner !== 'other-till');
    const paid = mine.filter((item) => endOf(item) === 'paid');
    // A callback may not tell the time, and the till's own clock may be wrong.
    if (paid.some(({ succeededAt }) => succeededAt === undefined)) return;
    const on = (day: string) => paid.filter(({ succeededAt = 0 }) => utcDayOf(succeededAt) === day);
    const today = utcDayOf(this.#service.now());
    const options = { timeZone: 'UTC', pause: async () => undefined };
    const { days, before, hours } = await readFigures(this.#running.journal, today, options);
    const all = [...before, ...days];
    this.#compare(
      'days',
      all.map((one) => `${one.day} ${sumText(one.paid)}`),
      all.map(({ day }) => `${day} ${textOf(on(day))}`),
    );
    this.#compare('hours', centsOf(hours), sumOf(on(today)));
    const refunded = mine.filter((item) => endOf(item) === 'refunded');
    this.#compare('refunds', centsOf(all.map((one) => one.refunded)), sumOf(refunded));
  }

  /** Read from a copy, as a journal is exported beside the till. Each end is in the export of all ends, once. */
  exports(): void {
    const { disk, journalFile } = this.#till;
    const copy = `${journalFile} copy`;
    disk.put(copy, disk.copy(journalFile) ?? new Uint8Array());
    const records = openRecordStream(copy, disk.mount(this.#running));
    for (const by of ['begun', 'ended'] as const) {
      const lines = (kind: Kind, end: string) =>
        this.#items
          .filter((item) => item.kind === kind && (by === 'begun' || endOf(item) !== 'open'))
          .map((item) => `${item.id} ${endOf(item) === end ? item.amount : 0}`);
      const payments = rowsOf(paymentsTable(records, ALL, {}, by), 'saleId', 'paid');
      this.#compareLines(`payments by ${by}`, payments, lines('payment', 'paid'));
      const refunds = rowsOf(refundsTable(records, ALL, by), 'refundKey', 'refunded');
      this.#compareLines(`refunds by ${by}`, refunds, lines('refund', 'refunded'));
    }
    disk.remove(copy);
  }

  /** The Payouts view, once all days were fetched: states by the model, and each sum by the rows that it stands for. */
  payouts(): void {
    const { reconciliation, account } = this.#running;
    const [world, service, items] = [this.#world, this.#service, this.#items];
    const caller = service.account(account);
    const rowsIn = (group: 'all' | 'outstanding') =>
      pagesOf((offset) => reconciliation.transactions({ group }, offset, PAGE));
    const overview = reconciliation.overview();
    const { stage, problem, unverifiedAnswers, notListed } = overview;
    this.#compare('the fetch', [stage, problem?.code, unverifiedAnswers, notListed], ['complete', undefined, 0, 0]);
    const rows = rowsIn('all');
    const lines = rows.map((row) => `${row.kind} ${row.id} ${row.state} ${row.cents} ${row.payoutId}`);
    const { posId } = this.#till.settings;
    this.#compareLines('matches', lines, matchesOf({ world, service, caller, posId, items }));
    if (world.conditions.clockJumps === 0)
      for (const row of rows.filter(({ state }) => state === 'matched')) this.#checkShift(row);

    const payouts = payoutsOf(world, service, caller);
    const statusOf = (row: TransactionView) => payouts.find(({ payoutId }) => payoutId === row.payoutId)?.status;
    const listed = rows.filter(({ state }) => !IN_NO_LIST.includes(state));
    const outstanding = listed.filter((row) => row.payoutId === undefined || statusOf(row) === 'FAILED');
    const elsewhere = listed.filter((row) => row.payoutId !== undefined && statusOf(row) === undefined);
    const paidOut = listed.filter((row) => statusOf(row) === 'SUCCEEDED');
    const ids = (of: readonly TransactionView[]) => of.map(({ id }) => id);
    this.#compareLines('all sums', overview.sums.map(sumLine), grouped(byState(rows), countAndCents));
    this.#compare('outstanding', both(overview.outstanding), bothOf(outstanding));
    const states = overview.outstanding.sums.map(sumLine);
    this.#compareLines('outstanding states', states, grouped(byState(outstanding), countAndCents));
    this.#compareLines('outstanding rows', ids(rowsIn('outstanding')), ids(outstanding));
    this.#compare('other days', both(overview.otherDays), bothOf(elsewhere));
    const mine = rows.filter(({ state }) => OF_THIS_TILL.includes(state));
    const ofShifts = Object.groupBy(mine, ({ shift = 0 }) => shift);
    const shifts = overview.shifts.map((one) => `${one.number} ${both(one)}`);
    this.#compareLines('shifts', shifts, grouped(ofShifts, bothOf));
    const days = overview.days.map((one) => [Math.floor(one.at / DAY_MS), one.paidOut, one.outstanding, one.unknown]);
    const inDays = Object.groupBy(listed, ({ date }) => providerDay(date));
    const parts = (of: readonly TransactionView[]) =>
      [paidOut, outstanding, elsewhere].map((part) => signed(of.filter((row) => part.includes(row)))).join(' ');
    this.#compareLines(
      'days',
      days.map((one) => one.join(' ')),
      grouped(inDays, parts),
    );
    const views = pagesOf((offset) => reconciliation.payouts(offset, PAGE)).map(
      ({ payoutId, status, told, listed: of, offCents }) =>
        `${payoutId} ${status} ${both(told)} ${told.payoutCents} ${both(of)} ${offCents}`,
    );
    const wanted = payouts.map(({ payoutId, status, ...told }) => {
      const sums = `${told.totalPayments} ${told.totalPaymentAmount} ${told.totalRefunds} ${told.totalRefundAmount}`;
      const own = bothOf(rows.filter((row) => row.payoutId === payoutId));
      return `${payoutId} ${status} ${sums} ${told.totalPaymentAmount - told.totalRefundAmount} ${own} 0`;
    });
    this.#compareLines('payouts', views, wanted);
  }

  /** The closed shift that holds the event of the end. A restored item may be in a shift of the lost journal. */
  #checkShift({ kind, id, shift }: TransactionView): void {
    const item = this.#items.find(
      (one) => one.kind === kind && id === (kind === 'payment' ? one.paymentId : one.refundId),
    );
    if (item?.owner !== 'own') return;
    const { seq = 0 } = item.standings.at(-1) ?? {};
    const shifts = this.#running.shifts.list(undefined, EVERY_SHIFT);
    const holds = shifts.find(({ report }) => report !== undefined && report.fromSeq <= seq && seq <= report.toSeq);
    this.#compare(`the shift of ${id}`, shift, holds?.number);
  }

  #compareLines(what: string, shown: readonly string[], wanted: readonly string[]): void {
    this.#compare(what, shown.toSorted(), wanted.toSorted());
  }

  #compare(what: string, shown: unknown, wanted: unknown): void {
    if (isDeepStrictEqual(shown, wanted)) return;
    this.#world.fail('books', `${this.#till.name}, ${what}: ${JSON.stringify(shown)}, not ${JSON.stringify(wanted)}`);
  }
}

function rowsOf({ columns, rows }: ExportTable, ...names: readonly string[]): readonly string[] {
  const places = names.map((name) => columns.findIndex((column) => column.name === name));
  return [...rows].flatMap((row) => (row === undefined ? [] : places.map((place) => row[place]).join(' ')));
}

function pagesOf<Row>(
  read: (offset: number) => { readonly total: number; readonly rows: readonly Row[] },
): readonly Row[] {
  const first = read(0);
  const offsets = Array.from({ length: Math.ceil(first.total / PAGE) - 1 }, (_, page) => (page + 1) * PAGE);
  return [...first.rows, ...offsets.flatMap((offset) => read(offset).rows)];
}

type Both = { readonly payments: Sum; readonly refunds: Sum };

const sumText = ({ count, cents }: Sum) => `${count} ${cents}`;
const both = ({ payments, refunds }: Both) => `${sumText(payments)} ${sumText(refunds)}`;
const centsOf = (sums: readonly Pick<Sum, 'cents'>[]) => sums.reduce((total, { cents }) => total + cents, 0);
const sumLine = ({ kind, state, ...sum }: Sum & { kind: string; state: string }) => `${kind} ${state} ${sumText(sum)}`;

const byState = (rows: readonly TransactionView[]) => Object.groupBy(rows, ({ kind, state }) => `${kind} ${state}`);
const countAndCents = (rows: readonly TransactionView[]) => `${rows.length} ${centsOf(rows)}`;
const textOf = (items: readonly Item[]) => `${items.length} ${sumOf(items)}`;

function bothOf(rows: readonly TransactionView[]): string {
  const { payment = [], refund = [] } = Object.groupBy(rows, ({ kind }) => kind);
  return `${payment.length} ${centsOf(payment)} ${refund.length} ${centsOf(refund)}`;
}

function grouped(groups: Groups, text: (rows: readonly TransactionView[]) => string): readonly string[] {
  return Object.entries(groups).map(([name, of = []]) => `${name} ${text(of)}`);
}

type Groups = Readonly<Record<string, readonly TransactionView[] | undefined>>;

function signed(rows: readonly TransactionView[]): number {
  return rows.reduce((total, { kind, cents }) => total + (kind === 'payment' ? cents : -cents), 0);
}
