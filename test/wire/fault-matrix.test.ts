import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { serviceErrorCodes } from '../../main/base/service-error-codes.ts';
import { type MatrixCell, type MatrixCellResult, playMatrixCell } from './matrix-cell.ts';
import { operations, wireFaults } from './wire-faults.ts';

const CELLS_AT_ONCE = 10;

const cells: readonly MatrixCell[] = (['first try', 'retry'] as const).flatMap((on) =>
  wireFaults.flatMap((fault) => operations.map((operation) => ({ fault, operation, on }))),
);

test('each operation acts once despite each network fault', async () => {
  const someAtOnce = pLimit(CELLS_AT_ONCE);
  const results = await Promise.all(
    cells.map((cell) => someAtOnce(async () => [cell, await playMatrixCell(cell)] as const)),
  );

  const wrong = results.flatMap(([cell, result]) => faultsOf(cell, result).map((what) => `${nameOf(cell)}: ${what}`));
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
 * Whether the client must report the fault as an error. Responses to cancel and acknowledge have no content, so a
 * broken body does no harm. When the service acted and the response was lost, a read may show the outcome before the
 * failure.
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
      // A refused repeat says nothing about the first try, which may have acted.
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
