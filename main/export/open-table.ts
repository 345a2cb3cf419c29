import type { ExportKind } from '../../preload/contract/export.ts';
import { TillError } from '../base/till-error.ts';
import { type Disk, systemDisk } from '../journal/database.ts';
import { openRecordStream } from '../journal/record-stream.ts';
import { everyTransaction, payoutCount, payoutPage, transactionCount } from '../reconcile/payout-figures.ts';
import { joinPayoutStore } from '../reconcile/payout-store.ts';
import type { ExportRequest } from './export-request.ts';
import { paymentsTable, refundsTable, shiftsTable } from './journal-tables.ts';
import { matchesTable, payoutsTable } from './payout-tables.ts';
import type { OpenTable } from './run-export.ts';

/** Kinds read from the journal; the other kinds are fetched from the service. */
export const journalKinds: readonly ExportKind[] = ['payments', 'refunds', 'shifts'];

/** A till may have the journal open meanwhile. Throws `TillError` `export.no-journal`, `journal.*`. */
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
      throw new TillError('export.not-here', 'No payouts in the journal');
  }
}

function openPayoutsTable(kind: 'payouts' | 'matches', file: string): OpenTable {
  const store = joinPayoutStore(file);
  const all = { group: 'all' } as const;
  try {
    const table =
      kind === 'payouts'
        ? payoutsTable(payoutCount(store), (offset, limit) => payoutPage(store, offset, limit))
        : matchesTable(transactionCount(store, all), everyTransaction(store, all));
    return { table, close: () => store.close() };
  } catch (thrown) {
    store.close();
    throw thrown;
  }
}

export interface TableFiles {
  readonly journal: string;
  readonly payouts: string;
}

/** Throws `TillError` `export.no-journal`, `journal.*`, `payouts.*`. */
export function openTable(request: ExportRequest, { journal, payouts }: TableFiles): OpenTable {
  const { kind } = request;
  if (kind === 'payouts' || kind === 'matches') return openPayoutsTable(kind, payouts);
  return openJournalTable(request, journal, systemDisk);
}
