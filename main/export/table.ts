/**
 * Content of a column. `cents`: an integer of cents. `time`: ms since the epoch. `text`: anything that people, the service
 * or a payer wrote, as it came.
 */
export type ColumnType = 'text' | 'cents' | 'time' | 'integer';

export interface Column {
  /** Stable and English: programs hold on to it. */
  readonly name: string;
  readonly type: ColumnType;
}

/** Undefined where a record does not have it. The number of a cell is in the unit of its column. */
export type Cell = string | number | undefined;
export type ExportRow = readonly Cell[];

/** A column with its cell of a record. */
export type ColumnOf<Of> = Column & { of(record: Of): Cell };

/** One kind of records as a table, read while it is written. */
export interface ExportTable {
  readonly columns: readonly Column[];
  /**
   * Each row has a cell for each column. May be read once. Throws what reading throws. Not asynchronous: a promise for each
   * of a million rows would take as long as the rows. Undefined where it reads on without a row: others may have their turn.
   */
  readonly rows: Iterable<ExportRow | undefined>;
  /** About how many there are, for the progress; undefined where nobody knows. */
  readonly about: number | undefined;
}

/** Rows that are formatted and written together. */
export type Batches = AsyncIterable<readonly ExportRow[]>;

/** A form of file: the bytes of a table. */
export type Format = (columns: readonly Column[], batches: Batches) => AsyncIterable<string | Uint8Array>;

/** Minutes that the machine's own time is ahead of UTC at a moment, ms since the epoch. */
export type Zone = (ms: number) => number;

export const systemZone: Zone = (ms) => -new Date(ms).getTimezoneOffset();

/** Records as a table, in order; `about` says how many there are. */
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
