import { expect, test } from 'vitest';
import { serviceErrorCodes } from '../../main/base/service-error-codes.ts';
import { type Cell, type CellResult, playCell } from './cell.ts';
import { operations, wireFaults } from './faults.ts';

const CELLS_AT_ONCE = 10;

const cells: readonly Cell[] = (['first try', 'retry'] as const).flatMap((on) =>
  wireFaults.flatMap((fault) => operations.map((operation) => ({ fault, operation, on }))),
);

test('whatever happens on the wire to whichever operation, the service acts once and the till agrees with it', async () => {
  const results = new Map<Cell, CellResult>();
  const left = [...cells];
  const work = async () => {
    for (let cell = left.shift(); cell !== undefined; cell = left.shift()) results.set(cell, await playCell(cell));
  };
  await Promise.all(Array.from({ length: CELLS_AT_ONCE }, work));
  console.log(`${matrix('first try', results)}\n\n${matrix('retry', results)}`);

  const wrong = [...results].flatMap(([cell, result]) =>
    faultsOf(cell, result).map((what) => `${nameOf(cell)}: ${what}`),
  );
  expect(wrong).toEqual([]);
});

function faultsOf(cell: Cell, result: CellResult): readonly string[] {
  const expected = expectedEnd(cell);
  return [
    ...result.disagreements,
    ...(expected.includes(result.end) ? [] : [`ended ${result.end} instead of ${expected.join(' or ')}`]),
    ...result.codes.filter((code) => !(code in serviceErrorCodes)).map((code) => `${code} is no code of the table`),
    ...(needsAnswer(cell) && !result.codes.some((code) => cell.fault.code.test(code))
      ? [`no ${cell.fault.code}, only ${result.codes.join(', ')}`]
      : []),
    ...(cell.operation === 'create' && result.tries !== (cell.on === 'retry' ? 2 : 1)
      ? [`${result.tries} creations went out`]
      : []),
  ];
}

/**
 * The answer to a cancellation is its status, and that to an acknowledgement nearly so: a broken body breaks nothing. And
 * of one that acted and whose answer is lost, a reading may tell before its own failure shows.
 */
function needsAnswer({ operation, fault }: Cell): boolean {
  const needless = ['body stalled', 'truncated', 'broken JSON', 'acted, then dropped', 'headers stalled'];
  return !(needless.includes(fault.name) && (operation === 'cancel' || operation === 'acknowledge'));
}

/** What a sale must come to: everything that may help is tried until it does, and a clear no is taken for one. */
function expectedEnd({ operation, fault, on }: Cell): readonly string[] {
  switch (operation) {
    case 'create':
      return creationReachedService(fault.name) ? ['paid'] : ['failed'];
    case 'cancel':
      return fault.name === '409' || fault.name === '422' ? ['waiting'] : ['cancelled'];
    case 'refund':
      // A repeat that is refused says nothing about the first try, which may have acted.
      return fault.name === '422' && on === 'first try' ? ['refused'] : ['refunded'];
    case 'acknowledge':
      return fault.name === '422' && on === 'first try' ? ['voided'] : ['paid'];
    case 'read':
    case 'search':
      return ['paid'];
  }
}

function creationReachedService(fault: string): boolean {
  return !['name not found', 'refused', 'reset before acting', '409', '422', '429', '500', '503'].includes(fault);
}

function nameOf({ fault, operation, on }: Cell): string {
  return `${operation}, ${fault.name}, ${on}`;
}

function matrix(on: Cell['on'], results: ReadonlyMap<Cell, CellResult>): string {
  const rows = wireFaults.map((fault) => [
    fault.name,
    ...operations.map((operation) => {
      const found = [...results].find(
        ([cell]) => cell.on === on && cell.fault === fault && cell.operation === operation,
      )?.[1];
      return found === undefined ? 'did not end' : `${found.end}, ${found.tries} sent`;
    }),
  ]);
  const table = [[`fault on the ${on}`, ...operations], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
