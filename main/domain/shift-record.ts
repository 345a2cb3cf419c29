import type { Actor, JournalShift, RecordedEvent } from './events.ts';

export interface ShiftRecord {
  /** Counts from 1 without a gap, apart from the shifts of a lost journal. */
  readonly number: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** ms since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly by: Actor;
  /** JSON text, as made at the closing. */
  readonly report: string;
  /** Event that closed the shift, and its time (ms since the epoch). */
  readonly seq: number;
  readonly at: number;
}

export function shiftRecord(event: JournalShift, { seq, at }: Pick<RecordedEvent, 'seq' | 'at'>): ShiftRecord {
  const { type: _type, ...shift } = event;
  return { ...shift, seq, at };
}
