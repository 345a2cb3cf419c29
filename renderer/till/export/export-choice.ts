import type { Ask } from '../../../preload/contract/contract.ts';
import type { ExportBy, ExportDraft, ExportFormat, ExportKind } from '../../../preload/contract/export.ts';
import { startOf } from '../../ui/form/day-text.ts';

export interface ExportChoice {
  readonly kind: ExportKind;
  /** Days such as 2026-11-20, in local time; empty: from the beginning, until now. */
  readonly first: string;
  readonly last: string;
  readonly by: ExportBy;
  /** Only the payments listed behind the dialog. */
  readonly onlyListed: boolean;
  readonly format: ExportFormat;
  readonly separator: ExportDraft['separator'];
  readonly decimal: ExportDraft['decimal'];
  readonly translated: boolean;
}

export type Listed = Pick<ExportDraft, 'text' | 'states'>;

/** Fits spreadsheets in the till's countries. */
export const firstChoice: Omit<ExportChoice, 'kind'> = {
  first: '',
  last: '',
  by: 'begun',
  onlyListed: true,
  format: 'csv',
  separator: ';',
  decimal: ',',
  translated: true,
};

/** Payouts are exported as fetched: their days were chosen in the view. */
export function hasSpan(kind: ExportKind): boolean {
  return kind !== 'payouts' && kind !== 'matches';
}

/** A shift has only its closing day. */
export function hasBy(kind: ExportKind): boolean {
  return kind === 'payments' || kind === 'refunds';
}

export function faultOf(
  { kind, first, last }: ExportChoice,
  today: string,
): { readonly field: 'first' | 'last'; readonly code: string } | undefined {
  if (!hasSpan(kind)) return undefined;
  if (first !== '' && first > today) return { field: 'first', code: 'export.future' };
  if (first !== '' && last !== '' && last < first) return { field: 'last', code: 'export.range' };
  return undefined;
}

export function exportDraftOf(
  choice: ExportChoice,
  listed: Listed | undefined,
  headings: Readonly<Record<string, string>>,
): Ask<'export.start'> {
  const { kind, first, last, by, format, separator, decimal, translated, onlyListed } = choice;
  const begins = hasSpan(kind) && first !== '' ? startOf(first) : undefined;
  const ends = hasSpan(kind) && last !== '' ? startOf(last, 1) : undefined;
  return {
    kind,
    format,
    separator,
    decimal,
    from: begins,
    before: ends,
    by: hasBy(kind) ? by : undefined,
    ...(kind === 'payments' && onlyListed ? listed : {}),
    headings: translated && format !== 'jsonl' ? headings : undefined,
  };
}
