import { expect, test } from 'vitest';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { ALWAYS } from '../../main/export/export-request.ts';
import { paymentsTable, refundsTable, shiftsTable } from '../../main/export/journal-tables.ts';
import { matchesTable, payoutsTable } from '../../main/export/payout-tables.ts';
import type { ExportTable } from '../../main/export/table.ts';
import type { RecordStream, SaleWithRefunds } from '../../main/journal/record-stream.ts';
import type { PayoutView, TransactionView } from '../../preload/contract/payouts.ts';
import { keysBelow } from '../../renderer/ui/language.ts';

/** Rows as objects keyed by column name, without absent cells. */
async function objects({ columns, rows }: ExportTable): Promise<readonly Record<string, unknown>[]> {
  const all = [];
  for (const row of rows) {
    if (row === undefined) continue;
    expect(row).toHaveLength(columns.length);
    const cells = columns.map(({ name }, index) => [name, row[index]] as const);
    all.push(Object.fromEntries(cells.filter(([, cell]) => cell !== undefined)));
  }
  return all;
}

const paid = {
  saleId: 's1',
  reference: 'ORDER-7',
  amount: 1_250,
  stage: 'paid',
  status: 'SUCCEEDED',
  startedAt: 1_000,
  succeededAt: 2_000,
  origin: 'here',
  shopId: 'SHOP7',
  posId: 'TILL42',
  paymentId: 'p1',
  debtor: { name: 'Zoë', iban: 'NL00XXXX0000001234' },
  by: { role: 'cashier', id: 'c1', name: 'Ava' },
  message: 'thanks',
} as unknown as SaleRecord;
const cancelled = { ...paid, saleId: 's2', reference: 'ORDER-8', stage: 'cancelled', startedAt: 3_000 } as SaleRecord;
const refund = { refundKey: 'k', saleId: 's1', amount: 500, stage: 'refunded', at: 5_000, body: '{}' } as RefundRecord;
const inDoubt = { ...refund, refundKey: 'l', amount: 250, stage: 'unconfirmed' } as RefundRecord;

function stream(more: Partial<RecordStream> = {}): RecordStream {
  const sales: readonly SaleWithRefunds[] = [
    { sale: paid, refunds: [refund, inDoubt] },
    { sale: cancelled, refunds: [] },
  ];
  return {
    sales: () => sales,
    refunds: () => [refund, inDoubt].map((one) => ({ refund: one, sale: paid })),
    endedSales: () => [undefined, sales[1]],
    *endedRefunds() {
      yield undefined;
      yield { refund, sale: paid };
    },
    shifts: () => [],
    aboutSales: () => 2,
    close: () => undefined,
    ...more,
  };
}

test('columns keep their names and order for other programs', () => {
  const namesOf = ({ columns }: ExportTable) => columns.map(({ name }) => name).join(' ');
  expect(namesOf(paymentsTable(stream(), ALWAYS))).toBe(
    'chargedAt reference amount currency stage status ending paidAt paid refunded description payerName payerIban ' +
      'message bulkId chargedBy paymentId shopId posId origin saleId register registerKey',
  );
  expect(namesOf(refundsTable(stream(), ALWAYS))).toBe(
    'begunAt amount currency stage status refunded reason reference paymentAmount chargedAt begunBy allowedBy origin ' +
      'refundId paymentId refundKey saleId register registerKey',
  );
  expect(namesOf(shiftsTable(stream(), ALWAYS))).toBe(
    'number from to closedBy net paid paidCount refunded refundedCount cancelledCount expiredCount failedCount ' +
      'openCount correctionCount counted differenceCount shopId posId',
  );
  expect(namesOf(payoutsTable(0, () => []))).toBe(
    'date payoutId status paidOut payments paymentCount refunds refundCount off listedPayments listedRefunds bulkId ' +
      'iban verified',
  );
  expect(namesOf(matchesTable(0, []))).toBe(
    'date match kind reference moved amount journalAmount payoutId shift paymentId id',
  );
});

test('every column has a translated name, unique in its table', () => {
  const names: ReadonlySet<string> = new Set(keysBelow('export.column.'));
  const ofJournal = [paymentsTable, refundsTable, shiftsTable].map((table) => table(stream(), ALWAYS));
  for (const { columns } of [...ofJournal, payoutsTable(0, () => []), matchesTable(0, [])]) {
    const own = columns.map(({ name }) => name);
    expect(own.filter((name) => !names.has(name))).toEqual([]);
    expect(new Set(own).size).toBe(own.length);
  }
});

test('payments list the amounts charged, paid and definitely refunded', async () => {
  const [first, second] = await objects(paymentsTable(stream(), ALWAYS));
  expect(first).toMatchObject({
    chargedAt: 1_000,
    amount: 1_250,
    paid: 1_250,
    refunded: 500,
    paidAt: 2_000,
    payerIban: 'NL00XXXX0000001234',
    chargedBy: 'Ava',
    message: 'thanks',
    origin: 'here',
    posId: 'TILL42',
  });
  expect(second).toMatchObject({ amount: 1_250, paid: 0, refunded: 0, stage: 'cancelled' });
  expect(second).not.toHaveProperty('paidAt');
});

test('names the cash register and its key', async () => {
  const register = { id: 'r', key: 'A-1', ask: '' };
  const by = { role: 'cashier', id: 'r', name: 'Counter 2' } as const;
  const sale = { ...paid, register, by } as SaleRecord;
  const told = { register: 'Counter 2', registerKey: 'A-1' };
  expect(await objects(paymentsTable(stream({ sales: () => [{ sale, refunds: [] }] }), ALWAYS))).toMatchObject([told]);
  const refunds = () => [{ refund: { ...refund, register, by } as RefundRecord, sale }];
  expect(await objects(refundsTable(stream({ refunds }), ALWAYS))).toMatchObject([told]);
});

test('by end date, exports only payments and refunds ended then', async () => {
  const payments = paymentsTable(stream(), ALWAYS, {}, 'ended');
  expect((await objects(payments)).map(({ reference }) => reference)).toEqual(['ORDER-8']);
  expect(payments.about).toBeUndefined();
  const refunds = await objects(refundsTable(stream(), ALWAYS, 'ended'));
  expect(refunds.map(({ refundKey }) => refundKey)).toEqual(['k']);
});

test('a rare search text yields pauses while skipping payments', () => {
  const many = Array.from({ length: 1_000 }, () => ({ sale: cancelled, refunds: [] }));
  const rows = [...paymentsTable(stream({ sales: () => many }), ALWAYS, { text: 'order-7' }).rows];
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(rows.every((row) => row === undefined)).toBe(true);
});

test.each([
  [{ text: 'order-8' }, ['ORDER-8']],
  [{ text: 'zoë' }, ['ORDER-7', 'ORDER-8']],
  [{ states: ['partly-refunded'] }, ['ORDER-7']],
  [{ states: ['paid'] }, []],
  [{ text: 'order-7', states: ['cancelled'] }, []],
] as const)('filter %j exports the same payments as the list', async (filter, references) => {
  const given = 'states' in filter ? { ...filter, states: [...filter.states] } : filter;
  const table = paymentsTable(stream(), ALWAYS, given);
  expect((await objects(table)).map(({ reference }) => reference)).toEqual(references);
  expect(table.about).toBeUndefined();
});

test('the refunded column counts a refund in doubt as zero', async () => {
  const rows = await objects(refundsTable(stream(), ALWAYS));
  expect(rows.map(({ amount, refunded, reference }) => [amount, refunded, reference])).toEqual([
    [500, 500, 'ORDER-7'],
    [250, 0, 'ORDER-7'],
  ]);
  expect(rows[0]).toMatchObject({
    begunAt: 5_000,
    paymentAmount: 1_250,
    chargedAt: 1_000,
    saleId: 's1',
    refundKey: 'k',
  });
});

test('keeps a shift with an unreadable report', async () => {
  const shift = { number: 4, from: 1, to: 2, by: { role: 'manager', name: 'Zoë' }, report: '{"version":99}' };
  const shifts = () => [{ ...shift, fromSeq: 1, toSeq: 2, seq: 3, at: 4 }] as never;
  expect(await objects(shiftsTable(stream({ shifts }), ALWAYS))).toEqual([
    { number: 4, from: 1, to: 2, closedBy: 'Zoë' },
  ]);
});

test('shows a payout difference below zero when underpaid', async () => {
  const sum = { count: 2, cents: 3_000 };
  const none = { count: 0, cents: 0 };
  const payout: PayoutView = {
    number: 1,
    payoutId: 'po',
    date: 9,
    status: 'SUCCEEDED',
    bulkId: 'b',
    iban: 'NL00XXXX0000001234',
    verified: true,
    stated: { payments: sum, refunds: none, payoutCents: 2_900 },
    listed: { payments: sum, refunds: none },
    offCents: -100,
    sums: [],
  };
  const many = Array.from({ length: 205 }, (_, number) => ({ ...payout, number }));
  const table = payoutsTable(205, (offset, limit) => many.slice(offset, offset + limit));
  expect(table.about).toBe(205);
  const rows = await objects(table);
  expect(rows).toHaveLength(205);
  expect(rows[0]).toMatchObject({ paidOut: 2_900, payments: 3_000, paymentCount: 2, off: -100, verified: 'true' });
});

test('the moved column adds up to the payout, refunds negative', async () => {
  const one: TransactionView = { kind: 'payment', id: 'p1', paymentId: 'p1', cents: 500, date: 1, state: 'matched' };
  const back: TransactionView = {
    ...one,
    kind: 'refund',
    id: 'r1',
    cents: 200,
    state: 'amount-differs',
    journalCents: 100,
  };
  const table = matchesTable(2, [[one], [back]]);
  const rows = await objects(table);
  expect(rows.map(({ moved, amount, journalAmount, match }) => [moved, amount, journalAmount, match])).toEqual([
    [500, 500, 500, 'matched'],
    [-200, 200, 100, 'amount-differs'],
  ]);
});

test.each([
  ['matched', 500, 500],
  ['outcome-differs', 500, 500],
  ['missing-at-service', undefined, 500],
  ['not-listed-yet', undefined, 500],
  ['missing-in-journal', 500, undefined],
  ['till-unknown', 500, undefined],
  ['unchecked', 500, undefined],
  ['unverified', 500, undefined],
  ['no-payment', 500, undefined],
  ['other-till', 500, undefined],
  ['paid-out-twice', 500, undefined],
  ['paid-out-again', 500, undefined],
  ['in-two-payouts', 500, undefined],
  ['amount-differs', 500, undefined],
] as const)('makes up no amount for a %s match', async (state, amount, journalAmount) => {
  const one: TransactionView = { kind: 'payment', id: 'p1', paymentId: 'p1', cents: 500, date: 1, state };
  const table = matchesTable(1, [[one]]);
  const [row] = await objects(table);
  expect([row?.['amount'], row?.['moved'], row?.['journalAmount']]).toEqual([amount, amount, journalAmount]);
});
