import type { ShiftRecord } from '../domain/shift-record.ts';
import { parseReport, type ShiftReport } from '../reports/shift-report.ts';
import type { Cell, Column, ExportRow } from './table.ts';

/** A closed shift; its report is absent where a later Tillmate made it, in a form that this one cannot read. */
interface Closed {
  readonly shift: ShiftRecord;
  readonly report: ShiftReport | undefined;
}

/** A column with what it holds of a shift. */
type ShiftColumn = Column & { of(closed: Closed): Cell };

const columns: readonly ShiftColumn[] = [
  { name: 'number', type: 'integer', of: ({ shift }) => shift.number },
  { name: 'from', type: 'time', of: ({ shift }) => shift.from },
  { name: 'to', type: 'time', of: ({ shift }) => shift.to },
  { name: 'closedBy', type: 'text', of: ({ shift }) => shift.by.name ?? shift.by.role },
  { name: 'net', type: 'cents', of: ({ report }) => report?.net },
  { name: 'paid', type: 'cents', of: ({ report }) => report?.payments.paid.sum },
  { name: 'paidCount', type: 'integer', of: ({ report }) => report?.payments.paid.count },
  { name: 'refunded', type: 'cents', of: ({ report }) => report?.refunds.refunded.sum },
  { name: 'refundedCount', type: 'integer', of: ({ report }) => report?.refunds.refunded.count },
  { name: 'cancelledCount', type: 'integer', of: ({ report }) => report?.payments.cancelled.count },
  { name: 'expiredCount', type: 'integer', of: ({ report }) => report?.payments.expired.count },
  { name: 'failedCount', type: 'integer', of: ({ report }) => report?.payments.failed.count },
  { name: 'openCount', type: 'integer', of: ({ report }) => report?.open.length },
  { name: 'correctionCount', type: 'integer', of: ({ report }) => report?.corrections.length },
  { name: 'counted', type: 'text', of: ({ report }) => report?.counted.state },
  { name: 'differenceCount', type: 'integer', of: ({ report }) => differencesOf(report) },
  { name: 'shopId', type: 'text', of: ({ report }) => report?.shopId },
  { name: 'posId', type: 'text', of: ({ report }) => report?.posId },
];

export const shiftColumns: readonly Column[] = columns.map(({ name, type }) => ({ name, type }));

export function shiftRow(shift: ShiftRecord): ExportRow {
  const closed = { shift, report: parseReport(shift.report) };
  return columns.map(({ of }) => of(closed));
}

/** Undefined where nobody counted: none found is another thing. */
function differencesOf(report: ShiftReport | undefined): number | undefined {
  return report?.counted.state === 'counted' ? report.counted.differences.length : undefined;
}
