/** `cents`: an integer of cents. `time`: ms since the epoch. `text`: as written by staff, service or payer. */
export type ColumnType = 'text' | 'cents' | 'time' | 'integer';

export interface Column {
  /** Stable and English: other programs depend on the name. */
  readonly name: string;
  readonly type: ColumnType;
}

/** Undefined if the record has no value. Numbers are in the unit of the column. */
export type Cell = string | number | undefined;
export type ExportRow = readonly Cell[];

export type ColumnOf<Of> = Column & { of(record: Of): Cell };

export interface ExportTable {
  readonly columns: readonly Column[];
  /** Readable once. Synchronous, as a million promises are slow. Undefined entries let other work run. */
  readonly rows: Iterable<ExportRow | undefined>;
  /** Approximate number of rows, for the progress; undefined if unknown. */
  readonly about: number | undefined;
}

export type Batches = AsyncIterable<readonly ExportRow[]>;

export type Format = (columns: readonly Column[], batches: Batches) => AsyncIterable<string | Uint8Array>;

/** Returns the minutes that local time is ahead of UTC at a time in ms since the epoch. */
export type Zone = (ms: number) => number;

export const systemZone: Zone = (ms) => -new Date(ms).getTimezoneOffset();

export function tableOf<Of>(
  columns: readonly ColumnOf<Of>[],
  records: Iterable<Of | undefined>,
  about?: number,
): ExportTable {
  function* rows(): Generator<ExportRow | undefined> {
    for (const record of records) yield record && columns.map(({ of }) => of(record));
  }
  return { columns: columns.map(({ name, type }) => ({ name, type })), rows: rows(), about };
}
