import type { RecordKind, RecordPlace, RecordRow } from '../../preload/contract/record.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { isOtherTills } from '../domain/refund-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { PlacedRefund, RecordedAct } from '../journal/journal-queries.ts';
import { recordKindOf, SHOWN_WITH_REFUND } from './entry-kinds.ts';

export interface RecordWanted {
  readonly kind?: RecordKind | undefined;
  /** Id of the person who acted or was changed. */
  readonly person?: string | undefined;
  /** Search text for names, references and values of acts; empty: all. */
  readonly text: string;
}

interface RecordPage {
  readonly rows: readonly RecordRow[];
  readonly next: RecordPlace | undefined;
}

type Source = Pick<Journal, 'acts' | 'refundsBefore' | 'refund' | 'sale'>;

/** Highest number of entries read per page, so that a journal of years does not block the till. */
const LOOKED_THROUGH = 1_000;
const AT_ONCE = 100;
const NEWEST: RecordPlace = { act: Number.MAX_SAFE_INTEGER, refund: Number.MAX_SAFE_INTEGER };

/** Returns a page of the audit log: the journal's acts and this till's refunds, newest first, without duplicates. */
export function findRecord(
  journal: Source,
  wanted: RecordWanted,
  after: RecordPlace = NEWEST,
  limit: number,
): RecordPage {
  const rows: RecordRow[] = [];
  let place = after;
  let looked = 0;
  for (const entry of newestFirst(journal, after)) {
    place = entry.place;
    looked += 1;
    const { row } = entry;
    if (row !== undefined && isWanted(row, wanted)) rows.push(row);
    if (rows.length === limit || looked === LOOKED_THROUGH) return { rows, next: place };
  }
  return { rows, next: undefined };
}

interface Entry {
  readonly place: RecordPlace;
  readonly row: RecordRow | undefined;
}

function* newestFirst(journal: Source, after: RecordPlace): Generator<Entry> {
  const acts = paged(
    (before, count) => journal.acts(before, count),
    ({ seq }) => seq,
    after.act,
  );
  const refunds = paged(
    (before, count) => journal.refundsBefore(before, count),
    ({ place }) => place,
    after.refund,
  );
  let place = after;
  let act = acts.next().value;
  let refund = refunds.next().value;
  while (act !== undefined || refund !== undefined) {
    if (act !== undefined && (refund === undefined || act.at >= refund.refund.at)) {
      place = { ...place, act: act.seq };
      yield { place, row: actRow(journal, act) };
      act = acts.next().value;
    } else if (refund !== undefined) {
      place = { ...place, refund: refund.place };
      yield { place, row: refundRow(journal, refund) };
      refund = refunds.next().value;
    }
  }
}

function* paged<T>(
  read: (before: number, count: number) => readonly T[],
  placeOf: (one: T) => number,
  first: number,
): Generator<T, undefined> {
  for (let before = first; ; ) {
    const page = read(before, AT_ONCE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < AT_ONCE) return undefined;
    before = placeOf(last);
  }
}

function actRow(journal: Source, { seq, at, act: { act, by, about, values, happenedAt } }: RecordedAct) {
  if (act === SHOWN_WITH_REFUND) return undefined;
  const reference = /^(refund|sale)-/.test(act) && about !== undefined ? referenceOf(journal, about) : undefined;
  const shown = reference === undefined ? values : { ...values, reference };
  return { id: `act ${seq}`, at: happenedAt ?? at, act, by, ...omitUndefined({ about, values: shown }) };
}

function referenceOf(journal: Source, about: string): string | undefined {
  const saleId = journal.refund(about)?.saleId ?? about;
  return journal.sale(saleId)?.reference;
}

function refundRow(journal: Source, { refund }: PlacedRefund): RecordRow | undefined {
  if (isOtherTills(refund)) return undefined;
  const { refundKey, saleId, amount, stage, reason, at, by, allowedBy } = refund;
  const reference = journal.sale(saleId)?.reference;
  return {
    id: refundKey,
    at,
    act: 'refund',
    // Without a sign-in, the person was a cashier.
    by: by ?? { role: 'cashier' },
    about: saleId,
    values: {
      amount,
      stage,
      ...omitUndefined({ reference, reason, allowedBy: allowedBy && (allowedBy.name ?? '') }),
      ...omitUndefined({ allowedById: allowedBy && (allowedBy.id ?? '') }),
    },
  };
}

function isWanted({ act, by, about, values }: RecordRow, { kind, person, text }: RecordWanted): boolean {
  if (kind !== undefined && recordKindOf(act) !== kind) return false;
  if (person !== undefined && by.id !== person && about !== person && values?.['allowedById'] !== person) return false;
  if (text === '') return true;
  const texts = [by.name ?? '', about ?? '', ...Object.values(values ?? {}).map(String)];
  return texts.some((one) => one.toLocaleLowerCase().includes(text.toLocaleLowerCase()));
}
