import type { Actor, JournalShift, RecordedEvent } from './events.ts';

export interface ShiftRecord {
  /** From 1 on, without a gap but for those of a journal that was lost. */
  readonly number: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** ms since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly by: Actor;
  /** JSON text, as it was made then. */
  readonly report: string;
  /** The event that closed it, and when (ms since the epoch). */
  readonly seq: number;
  readonly at: number;
}

export function shiftRecord(event: JournalShift, { seq, at }: Pick<RecordedEvent, 'seq' | 'at'>): ShiftRecord {
  const { type: _type, ...shift } = event;
  return { ...shift, seq, at };
}
