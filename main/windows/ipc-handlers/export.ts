import { basename } from 'node:path';
import type { ExportDraft } from '../../../preload/contract/export.ts';
import { localDays } from '../../base/days.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { TillError } from '../../base/till-error.ts';
import type { ExportPlace } from '../../export/export-in-thread.ts';
import { ALWAYS, type ExportRequest } from '../../export/export-request.ts';
import { journalKinds } from '../../export/open-table.ts';
import type { Reconciliation } from '../../reconcile/reconciliation.ts';
import type { Till } from '../../till/switchable-till.ts';
import { requireRole } from '../required-role.ts';
import { type CommonParts, type HandlersOf, prolonging, type SystemParts } from './handler.ts';
import type { PaymentsParts } from './payments.ts';

type Parts = Pick<CommonParts, 'till' | 'acts' | 'clock'> &
  Pick<SystemParts, 'chooseFile'> &
  Pick<PaymentsParts, 'exports'>;

export function exportHandlers(parts: Parts): HandlersOf<'export'> {
  const { till, acts, exports } = parts;
  const active = prolonging(till);
  return {
    'export.start': active(async (draft) => {
      const request = requestOf(draft, parts.clock.now());
      let by = till.roles.actor();
      // Read first: the till may be closed and opened again while the file is written.
      const environment = environmentOf(till);
      const outcome = await exports.run(request, async () => {
        const place = await placeFor(draft, request, environment, parts);
        // Another person may be at the till after the dialog, which can be open for long.
        by = till.roles.actor();
        return place;
      });
      if (outcome === undefined) return { saved: false };
      const { rows, path } = outcome;
      const values = { rows, format: draft.format, ...spanValues(draft), environment };
      acts.record({ act: 'exported', by, about: draft.kind, values });
      return { saved: true, rows, file: basename(path) };
    }),
    'export.progress': () => ({ progress: exports.progress() }),
    'export.cancel': active(() => exports.cancel()),
  };
}

function requestOf({ from, before, ...draft }: ExportDraft, now: number): ExportRequest {
  const span = { from: from ?? ALWAYS.from, before: before ?? ALWAYS.before };
  if (span.from > now) throw new TillError('export.future', 'First day in the future', { field: 'from' });
  if (span.before <= span.from) throw new TillError('export.range', 'Last day before the first', { field: 'before' });
  // Users of CSV in this dialog open the file in Excel.
  return { ...draft, span, byteOrderMark: true };
}

async function placeFor(
  draft: ExportDraft,
  request: ExportRequest,
  environment: ExportPlace['environment'],
  parts: Parts,
): Promise<ExportPlace | undefined> {
  const { till, chooseFile, clock } = parts;
  const { journal, reconciliation } = till.requireOpen();
  if (!journalKinds.includes(draft.kind)) requireFetched(reconciliation);
  // The export reads from the disk and would miss pending events.
  if (!journal.flush()) throw new TillError('export.unwritten', 'Newest payments not written to disk yet');
  const name = fileName(draft, request, environment, clock.now());
  const path = await chooseFile({ name, filters: [draft.format] });
  if (path === undefined) return undefined;
  requireRole('export.start', till.roles.current());
  return { path, environment, files: { journal: journal.file, payouts: reconciliation.file } };
}

/** Refuses incomplete payouts, which would look complete in a file. */
function requireFetched(reconciliation: Pick<Reconciliation, 'overview'>): void {
  const { stage } = reconciliation.overview();
  if (stage === 'none') throw new TillError('export.not-fetched', 'No fetched payouts');
  if (stage !== 'complete') throw new TillError('export.unfinished', 'Fetching the payouts incomplete');
}

function environmentOf(till: Till): ExportPlace['environment'] {
  return till.mode === 'training' ? 'TRAINING' : till.requireOpen().settings.service.environment;
}

/** Marks files without real money in the name too. */
function fileName(
  { kind, from, before, format }: ExportDraft,
  { span }: ExportRequest,
  environment: ExportPlace['environment'],
  now: number,
): string {
  const last = Math.min(before === undefined ? now : span.before - 1, now);
  const { dayOf } = localDays();
  const days = [...(from === undefined ? [] : [dayOf(from)]), dayOf(last)];
  const mark = environment === 'PROD' ? [] : [environment.toLowerCase()];
  return `${[...mark, kind, ...new Set(days)].join('-')}.${format}`;
}

/** Absent without a chosen start or end: from the first payment, until now. */
function spanValues({ from, before }: ExportDraft) {
  const text = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
  return omitUndefined({ from: text(from), before: text(before) });
}
