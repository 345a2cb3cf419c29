/** `cents`: an integer of cents. `time`: ms since the epoch. `text`: as people, the service or a payer wrote it. */
export type ColumnType = 'text' | 'cents' | 'time' | 'integer';

export interface Column {
  /** Stable and English: programs hold on to it. */
  readonly name: string;
  readonly type: ColumnType;
}

/** Undefined where a record does not have it. The number of a cell is in the unit of its column. */
export type Cell = string | number | undefined;
export type ExportRow = readonly Cell[];

export type ColumnOf<Of> = Column & { of(record: Of): Cell };

export interface ExportTable {
  readonly columns: readonly Column[];
  /** May be read once. No promise for each of a million rows. Undefined where others may have their turn. */
  readonly rows: Iterable<ExportRow | undefined>;
  /** About how many there are, for the progress; undefined where nobody knows. */
  readonly about: number | undefined;
}

export type Batches = AsyncIterable<readonly ExportRow[]>;

export type Format = (columns: readonly Column[], batches: Batches) => AsyncIterable<string | Uint8Array>;

/** Minutes that the machine's own time is ahead of UTC at a moment, ms since the epoch. */
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
