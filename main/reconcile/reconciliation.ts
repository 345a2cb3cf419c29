import type {
  DayRange,
  MatchState,
  PayoutsOverview,
  PayoutView,
  TransactionGroup,
  TransactionView,
} from '../../preload/contract/payouts.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { ReconciliationLists } from '../service/reconciliation-lists.ts';
import type { OwnTill } from './charged-where.ts';
import { type Days, dayOf } from './days.ts';
import {
  daySums,
  otherDays,
  outstanding,
  payoutCount,
  payoutOf,
  payoutPage,
  shiftSums,
  stateSums,
  transactionCount,
  transactionPage,
} from './figures.ts';
import type { JournalToMatch } from './journal-side.ts';
import { load } from './load.ts';
import type { LoadInThread } from './load-in-thread.ts';
import type { PaymentLookUp } from './look-ups.ts';
import { openPayoutStore, type PayoutStore } from './payout-store.ts';
import { nextPiece, planDays, progressOf } from './pieces.ts';
import { type ClosedShift, shiftFinder } from './shifts.ts';
import { createTurns } from './turns.ts';

export interface ReconciliationParts {
  /** Where the fetched lists are kept. */
  readonly file: string;
  readonly service: ReconciliationLists & PaymentLookUp;
  readonly journal: JournalToMatch;
  readonly own: OwnTill;
  readonly clock: Clock;
  /** The service's clock minus ours, ms, as far as it is known. */
  readonly skewMs: () => number;
  readonly isSelling: () => boolean;
  /** The shifts that were closed so far. */
  readonly closedShifts: () => readonly ClosedShift[];
  readonly pause: () => Promise<void>;
  /** Keeps the work away from everything else of the till; absent: it is done between that. */
  readonly inThread?: LoadInThread;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

interface TransactionsAsked {
  readonly group: TransactionGroup;
  readonly states?: readonly MatchState[] | undefined;
}

/** The service's payouts against this till's journal. One range of days at a time; it is kept until another is asked for. */
export interface Reconciliation {
  overview(): PayoutsOverview;
  /**
   * Begins to fetch these days, and forgets the others. What is being fetched is given up first. Throws TillError
   * `invalid.range.future` with the field, and `payouts.disk`.
   */
  load(days: DayRange): Promise<void>;
  /** Goes on with what is left; it goes on by itself until the end, or a fault. Throws TillError `payouts.nothing`. */
  resume(): void;
  /** Stops fetching; what is there stays. */
  cancel(): Promise<void>;
  /** Payouts of the range, newest first. */
  payouts(offset: number, limit: number): { readonly total: number; readonly rows: PayoutView[] };
  /** Throws TillError `invalid.payout.not-fetched`. */
  payout(number: number): PayoutView;
  /** The number of the payout with this id. Throws TillError `invalid.payout.not-fetched` with the field. */
  find(payoutId: string): number;
  transactions(
    asked: TransactionsAsked,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly rows: TransactionView[] };
  /** Where it is kept, for who writes it out. */
  readonly file: string;
  close(): Promise<void>;
}

export function createReconciliation(parts: ReconciliationParts): Reconciliation {
  const { clock, log } = parts;
  let opened: PayoutStore | undefined;
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  let problem: TillError | undefined;
  let closed = false;
  let turn: Promise<void> = Promise.resolve();

  /** Opened when somebody looks for the first time: most days nobody does. */
  function store(): PayoutStore {
    if (closed) throw new TillError('aborted', 'The till is closing');
    opened ??= openPayoutStore(parts.file);
    return opened;
  }

  const serviceNow = () => clock.now() + parts.skewMs();

  function rangeOf(): Days | null {
    const from = store().fact('from');
    const to = store().fact('to');
    return from === undefined || to === undefined ? null : { from, to };
  }

  function start(days: Days): void {
    const stop = new AbortController();
    problem = undefined;
    const mine = {
      stop,
      ended: work(days, stop.signal)
        .then(() => log.info('The payouts were fetched'))
        .catch((thrown: unknown) => {
          const error = toTillError(thrown);
          if (stop.signal.aborted) return;
          problem = error;
          log.warn(error);
        })
        .finally(() => {
          if (running === mine) running = undefined;
        }),
    };
    running = mine;
  }

  function work(days: Days, signal: AbortSignal): Promise<void> {
    const { own, file, inThread } = parts;
    const kept = store();
    const shifts = parts.closedShifts().map(({ number, from, to }) => ({ number, from, to }));
    const here = () =>
      load({ ...parts, store: kept, days, shiftOf: shiftFinder(shifts), turn: createTurns(parts, signal), signal });
    if (inThread === undefined) return here();
    return inThread({ storeFile: file, days, own, shifts }, signal).then((done) => {
      if (done) return;
      log.warn('The payouts are fetched without a thread');
      return here();
    });
  }

  /** One after another: two that wait for the same fetch to end would both begin in the one store. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    const done = turn.then(task);
    turn = done.catch(() => undefined);
    return done;
  }

  async function stopRunning(): Promise<void> {
    running?.stop.abort();
    await running?.ended;
  }

  async function begin(days: Days): Promise<void> {
    await stopRunning();
    const kept = store();
    kept.empty();
    kept.setFact('from', days.from);
    kept.setFact('to', days.to);
    kept.setFact('at', String(clock.now()));
    kept.setFact('asked-at', String(serviceNow()));
    planDays(kept, days);
    start(days);
  }

  function stageOf(range: Days | null): PayoutsOverview['stage'] {
    if (range === null) return 'none';
    if (running !== undefined) return 'loading';
    return nextPiece(store()) === undefined ? 'complete' : 'stopped';
  }

  return {
    overview() {
      const range = rangeOf();
      const { done, of, rows, unverifiedAnswers, notListed } = progressOf(store());
      const at = store().fact('at');
      return {
        range,
        stage: stageOf(range),
        progress: { done, of, rows },
        ...(problem === undefined ? {} : { problem: problem.toView() }),
        ...(at === undefined ? {} : { at: Number(at) }),
        today: dayOf(serviceNow()),
        payouts: payoutCount(store()),
        sums: stateSums(store(), 'all'),
        outstanding: outstanding(store()),
        otherDays: otherDays(store()),
        shifts: shiftSums(store()),
        days: daySums(store()),
        unverifiedAnswers,
        notListed,
      };
    },
    async load(days) {
      refuseFuture(days, dayOf(serviceNow()));
      await inTurn(() => begin(days));
    },
    resume() {
      const range = rangeOf();
      if (range === null) throw new TillError('payouts.nothing', 'No days were fetched');
      if (running === undefined && nextPiece(store()) !== undefined) start(range);
    },
    cancel: () => inTurn(stopRunning),
    payouts: (offset, limit) => ({ total: payoutCount(store()), rows: payoutPage(store(), offset, limit) }),
    payout(number) {
      const found = payoutOf(store(), number);
      if (found !== undefined) return found;
      throw new TillError('invalid.payout.not-fetched', 'There is no such payout', { field: 'number' });
    },
    find(payoutId) {
      const row = store().get('SELECT number FROM payouts WHERE told = 1 AND payout_id = ?', payoutId);
      if (row !== undefined) return Number(row['number']);
      throw new TillError('invalid.payout.not-fetched', 'No payout of the fetched days has this id', {
        field: 'payoutId',
      });
    },
    transactions: (asked, offset, limit) => ({
      total: transactionCount(store(), asked),
      rows: transactionPage(store(), asked, offset, limit),
    }),
    file: parts.file,
    async close() {
      closed = true;
      await stopRunning();
      opened?.close();
    },
  };
}

function refuseFuture({ from, to }: Days, today: string): void {
  for (const [field, day] of Object.entries({ from, to }))
    if (day > today) throw new TillError('invalid.range.future', `${day} has not come yet`, { field });
}
