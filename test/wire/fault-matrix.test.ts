import { expect, test } from 'vitest';
import { serviceErrorCodes } from '../../main/base/service-error-codes.ts';
import { type MatrixCell, type MatrixCellResult, playMatrixCell } from './matrix-cell.ts';
import { operations, wireFaults } from './wire-faults.ts';

const CELLS_AT_ONCE = 10;

const cells: readonly MatrixCell[] = (['first try', 'retry'] as const).flatMap((on) =>
  wireFaults.flatMap((fault) => operations.map((operation) => ({ fault, operation, on }))),
);

test('whatever happens on the wire to whichever operation, the service acts once and the till agrees with it', async () => {
  const results = new Map<MatrixCell, MatrixCellResult>();
  const left = [...cells];
  const work = async () => {
    for (let cell = left.shift(); cell !== undefined; cell = left.shift())
      results.set(cell, await playMatrixCell(cell));
  };
  await Promise.all(Array.from({ length: CELLS_AT_ONCE }, work));
  console.log(`${matrix('first try', results)}\n\n${matrix('retry', results)}`);

  const wrong = [...results].flatMap(([cell, result]) =>
    faultsOf(cell, result).map((what) => `${nameOf(cell)}: ${what}`),
  );
  expect(wrong).toEqual([]);
});

function faultsOf(cell: MatrixCell, result: MatrixCellResult): readonly string[] {
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
 * Whether the fault must show as an error of the client. The bodies of cancellations and acknowledgements hold nothing,
 * so a broken one does no harm. Where one acted and its response is lost, a read may tell so before the failure shows.
 */
function needsAnswer({ operation, fault }: MatrixCell): boolean {
  const needless = ['body stalled', 'truncated', 'broken JSON', 'acted, then dropped', 'headers stalled'];
  return !(needless.includes(fault.name) && (operation === 'cancel' || operation === 'acknowledge'));
}

function expectedEnd({ operation, fault, on }: MatrixCell): readonly string[] {
  switch (operation) {
    case 'create':
      return creationReachedService(fault.name) ? ['paid'] : ['failed'];
    case 'cancel':
      return fault.name === '409' || fault.name === '422' ? ['waiting'] : ['cancelled'];
    case 'refund':
      // A refusal of the repeat says nothing about the first try, which may have acted.
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

function nameOf({ fault, operation, on }: MatrixCell): string {
  return `${operation}, ${fault.name}, ${on}`;
}

function matrix(on: MatrixCell['on'], results: ReadonlyMap<MatrixCell, MatrixCellResult>): string {
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
