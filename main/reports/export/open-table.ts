import type { ExportKind } from '../../../preload/export.ts';
import { TillError } from '../../base/till-error.ts';
import type { Disk } from '../../journal/database.ts';
import { openRecordStream } from '../../journal/record-stream.ts';
import type { Reconciliation } from '../../reconcile/reconciliation.ts';
import type { ExportRequest } from './export-request.ts';
import { paymentsTable, refundsTable, shiftsTable } from './journal-tables.ts';
import { matchesTable, payoutsTable } from './payouts-table.ts';
import type { OpenTable } from './run-export.ts';

/** The kinds that the journal holds; the others are fetched from the service. */
export const journalKinds: readonly ExportKind[] = ['payments', 'refunds', 'shifts'];

/**
 * The table of a kind that the journal in `file` holds, read beside whoever has it open. Throws TillError
 * `export.no-journal`, `journal.*`.
 */
export function openJournalTable({ kind, span, by, ...filter }: ExportRequest, file: string, disk: Disk): OpenTable {
  const records = openRecordStream(file, disk);
  const { close } = records;
  switch (kind) {
    case 'payments':
      return { table: paymentsTable(records, span, filter, by), close };
    case 'refunds':
      return { table: refundsTable(records, span, by), close };
    case 'shifts':
      return { table: shiftsTable(records, span), close };
    case 'payouts':
    case 'matches':
      close();
      throw new TillError('export.not-here', 'The journal holds no payouts');
  }
}

/** The table of what was fetched from the service. Throws TillError `payouts.*`. */
export function openPayoutsTable(kind: 'payouts' | 'matches', reconciliation: Reconciliation): OpenTable {
  const table = kind === 'payouts' ? payoutsTable(reconciliation) : matchesTable(reconciliation);
  return { table, close: () => undefined };
}
