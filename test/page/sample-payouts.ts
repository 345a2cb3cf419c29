import type {
  MatchState,
  PayoutsOverview,
  PayoutView,
  StateSum,
  TransactionView,
} from '../../preload/contract/payouts.ts';

const day = (date: number, hour = 0) => Date.UTC(2026, 10, date, hour, 4);
const sum = (count: number, cents: number) => ({ count, cents });

const sums: readonly StateSum[] = [
  { kind: 'payment', state: 'matched', ...sum(94, 119_240) },
  { kind: 'payment', state: 'amount-differs', ...sum(1, 1_260) },
  { kind: 'payment', state: 'missing-in-journal', ...sum(1, 2_600) },
  { kind: 'payment', state: 'other-till', ...sum(40, 51_000) },
  { kind: 'refund', state: 'matched', ...sum(2, 2_650) },
];

export const payout = (number: number, change: Partial<PayoutView> = {}): PayoutView => ({
  number,
  payoutId: `c0ffee${String(number).padStart(18, '0')}`,
  date: day(22 - number),
  status: 'SUCCEEDED',
  bulkId: 'NONE',
  iban: 'NL91**********4300',
  verified: true,
  stated: { payments: sum(96, 123_100), refunds: sum(2, 2_650), payoutCents: 120_450 },
  listed: { payments: sum(96, 123_100), refunds: sum(2, 2_650) },
  offCents: 0,
  sums: [{ kind: 'payment', state: 'matched', ...sum(96, 123_100) }],
  ...change,
});

const payouts = [
  payout(1, { sums: [...sums] }),
  payout(2, { stated: { payments: sum(80, 101_460), refunds: sum(2, 2_650), payoutCents: 98_810 } }),
  payout(3, { status: 'FAILED' }),
  payout(4),
  payout(5, { offCents: -1 }),
  payout(6, { verified: false }),
];

const states: readonly MatchState[] = ['amount-differs', 'missing-in-journal', 'outcome-differs', 'missing-at-service'];

export const transactions = (count: number): TransactionView[] =>
  Array.from({ length: count }, (_, index) => {
    const state = states[index] ?? (index % 5 === 0 ? 'other-till' : 'matched');
    const id = `fccd268a${String(index).padStart(16, '0')}`;
    return {
      kind: index % 19 === 18 ? 'refund' : 'payment',
      id,
      paymentId: id,
      cents: 1_250 + index * 15,
      ...(state === 'amount-differs' ? { journalCents: 1_240 } : {}),
      date: day(20, 8) + index * 60_000,
      reference: `TILL42-261120-4711${String(index + 1).padStart(4, '0')}`,
      state,
      shift: 41,
    };
  });

export const overview: PayoutsOverview = {
  range: { from: '2026-11-16', to: '2026-11-22' },
  stage: 'complete',
  progress: { done: 12, of: 12, rows: 698 },
  at: day(22, 11),
  today: '2026-11-22',
  payouts: payouts.length,
  sums: [...sums],
  outstanding: {
    payments: sum(30, 32_240),
    refunds: sum(1, 1_000),
    sums: [{ kind: 'payment', state: 'matched', ...sum(30, 32_240) }],
    since: day(20, 9),
  },
  otherDays: { payments: sum(3, 4_250), refunds: sum(0, 0), sums: [] },
  shifts: [
    { number: 42, payments: sum(37, 41_280), refunds: sum(2, 1_420) },
    { number: 41, payments: sum(57, 77_960), refunds: sum(0, 0) },
  ],
  days: [],
  unverifiedAnswers: 0,
  notListed: 0,
};

const answer = (value: unknown) => value;

/** Main's responses in the Payouts view, with the payout number 1 opened. */
export const payoutAnswers = (
  change: Partial<PayoutsOverview> = {},
  opened: PayoutView = payout(1, { sums: [...sums] }),
) => ({
  'payouts.read': answer({ ...overview, ...change }),
  'payouts.list': answer({ total: payouts.length, rows: payouts }),
  'payouts.payout': answer(opened),
  'payouts.transactions': answer({ total: 100, rows: transactions(100) }),
});
