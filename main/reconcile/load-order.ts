import type { OwnTill } from './charged-where.ts';
import type { Days } from './days.ts';
import type { ClosedShift } from './shifts.ts';

/** What a thread is told to load: data alone. */
export interface LoadOrder {
  readonly storeFile: string;
  readonly journalFile: string;
  readonly days: Days;
  readonly own: OwnTill;
  readonly shifts: readonly ClosedShift[];
}
