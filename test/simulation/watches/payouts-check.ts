import { isDeepStrictEqual } from 'node:util';
import type { BothKinds, StateSum, TransactionGroup, TransactionView } from '../../../preload/contract/payouts.ts';
import { type Item, itemsOf, tallyOf } from '../model/journal-books.ts';
import { matchesOf } from '../model/payout-matches.ts';
import { payoutsOf, providerDay } from '../model/service-books.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';

const DAY_MS = 86_400_000;
/** Fewer than there are, so that lists have several pages. */
const PAGE = 3;
const IN_NO_LIST = ['missing-at-service', 'paid-out-again'];
const OF_THIS_TILL = ['matched', 'amount-differs', 'outcome-differs', 'missing-at-service', 'not-listed-yet'];

/** Holds the Payouts view of one till, once it has fetched all days, against the service's books. */
export function checkPayouts(world: World, service: SimulatedService, till: SimulatedTill, running: TillProcess): void {
  const { reconciliation } = running;
  const compare = (what: string, shown: unknown, wanted: unknown) => {
    if (isDeepStrictEqual(shown, wanted)) return;
    world.fail('payouts', `${till.name}, ${what}: ${JSON.stringify(shown)}, not ${JSON.stringify(wanted)}`);
  };
  const rowsOf = (group: TransactionGroup) =>
    pagesOf((offset) => reconciliation.transactions({ group }, offset, PAGE)).flat();
  const caller = service.account(running.account);
  const overview = reconciliation.overview();
  const { stage, problem = null, unverifiedAnswers, notListed } = overview;
  compare('the fetch', [stage, problem, unverifiedAnswers, notListed], ['complete', null, 0, 0]);

  const rows = rowsOf('all');
  const database = till.disk.peek(till.journalFile);
  const items = database === undefined ? [] : itemsOf(database);
  const wanted = matchesOf({ world, service, caller, posId: till.settings.posId, items });
  const line = ([id, { state, cents, payoutId = 'none' }]: [
    string,
    Pick<TransactionView, 'cents' | 'payoutId'> & { state: string },
  ]) => `${id} ${state} ${cents} ${payoutId}`;
  compare(
    'the matches',
    rows.map((row) => line([`${row.kind} ${row.id}`, row])).toSorted(),
    [...wanted].map(line).toSorted(),
  );
  for (const row of rows)
    if (row.state === 'matched' && world.conditions.clockJumps === 0)
      compare(`the shift of ${row.id}`, row.shift, shiftOf(row, items, running));

  const payouts = new Map(payoutsOf(world, service, caller).map((payout) => [payout.payoutId, payout]));
  const statusOf = ({ payoutId = '' }: TransactionView) => payouts.get(payoutId)?.status;
  const isOutstanding = (row: TransactionView) => row.payoutId === undefined || statusOf(row) === 'FAILED';
  const outstanding = rows.filter((row) => isOutstanding(row));
  const otherDays = rows.filter((row) => row.payoutId !== undefined && statusOf(row) === undefined);
  const listedHere = outstanding.filter(({ state }) => !IN_NO_LIST.includes(state));
  compare('all sums', overview.sums.map(sumLine).toSorted(), stateSums(rows));
  compare('what is outstanding', bothKinds(overview.outstanding), bothSums(listedHere));
  compare('its states', overview.outstanding.sums.map(sumLine).toSorted(), stateSums(listedHere));
  compare(
    'its rows',
    rowsOf('outstanding')
      .map(({ id }) => id)
      .toSorted(),
    listedHere.map(({ id }) => id).toSorted(),
  );
  compare(
    'the oldest of it',
    overview.outstanding.since,
    listedHere.map(({ date }) => date).toSorted((a, b) => a - b)[0],
  );
  compare('payouts of other days', bothKinds(overview.otherDays), bothSums(otherDays));

  const ofShifts = Object.entries(
    Object.groupBy(
      rows.filter(({ state }) => OF_THIS_TILL.includes(state)),
      ({ shift = 0 }) => shift,
    ),
  );
  compare(
    'the sums of shifts',
    overview.shifts.map(({ number, ...sums }) => `${number} ${bothKinds(sums)}`).toSorted(),
    ofShifts.map(([number, of = []]) => `${number} ${bothSums(of)}`).toSorted(),
  );
  const ofDays = Object.entries(
    Object.groupBy(
      rows.filter(({ state }) => !IN_NO_LIST.includes(state)),
      ({ date }) => providerDay(date),
    ),
  );
  compare(
    'the sums of days',
    overview.days.map(({ at, paidOut, outstanding: open, unknown }) => [
      Math.floor(at / DAY_MS),
      paidOut,
      open,
      unknown,
    ]),
    ofDays.map(([day, of = []]) => [
      Number(day),
      signed(of.filter((row) => statusOf(row) === 'SUCCEEDED')),
      signed(of.filter(isOutstanding)),
      signed(of.filter((row) => otherDays.includes(row))),
    ]),
  );

  const views = pagesOf((offset) => reconciliation.payouts(offset, PAGE)).flat();
  compare(
    'the payouts',
    views.map(({ payoutId, status, told, listed, offCents }) => [
      payoutId,
      status,
      bothKinds(told),
      told.payoutCents,
      bothKinds(listed),
      offCents,
    ]),
    [...payouts.values()]
      .toSorted((one, other) => other.createdAt - one.createdAt)
      .map((payout) => [
        payout.payoutId,
        payout.status,
        `${payout.totalPayments} ${payout.totalPaymentAmount} ${payout.totalRefunds} ${payout.totalRefundAmount}`,
        payout.totalPaymentAmount - payout.totalRefundAmount,
        bothSums(rows.filter(({ payoutId }) => payoutId === payout.payoutId)),
        0,
      ]),
  );
}

function pagesOf<Row>(
  read: (offset: number) => { readonly total: number; readonly rows: readonly Row[] },
): readonly Row[][] {
  const pages: Row[][] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { total, rows } = read(offset);
    pages.push([...rows]);
    if (offset + PAGE >= total) return pages;
  }
}

/** The shift that holds the event of the end; 0 for none, as for the one that runs. */
function shiftOf({ kind, id }: TransactionView, items: readonly Item[], { shifts }: TillProcess): number | undefined {
  const item = items.find((one) => one.kind === kind && id === (kind === 'payment' ? one.paymentId : one.refundId));
  const { seq = 0 } = item?.standings.at(-1) ?? {};
  return shifts
    .list(undefined, 1_000)
    .find(({ report }) => report !== undefined && report.fromSeq <= seq && seq <= report.toSeq)?.number;
}

function sumLine({ kind, state, count, cents }: StateSum): string {
  return `${kind} ${state} ${count} ${cents}`;
}

function stateSums(rows: readonly TransactionView[]): readonly string[] {
  const groups = Object.groupBy(rows, ({ kind, state }) => `${kind} ${state}`);
  return Object.entries(groups)
    .map(([name, of = []]) => `${name} ${sums(of)}`)
    .toSorted();
}

function bothKinds({ payments, refunds }: BothKinds): string {
  return `${payments.count} ${payments.cents} ${refunds.count} ${refunds.cents}`;
}

function bothSums(rows: readonly TransactionView[]): string {
  return `${sums(rows.filter(({ kind }) => kind === 'payment'))} ${sums(rows.filter(({ kind }) => kind === 'refund'))}`;
}

function sums(rows: readonly TransactionView[]): string {
  const { count, sum } = tallyOf(rows.map(({ cents }) => ({ amount: cents })));
  return `${count} ${sum}`;
}

function signed(rows: readonly TransactionView[]): number {
  return rows.reduce((total, { kind, cents }) => total + (kind === 'payment' ? cents : -cents), 0);
}
