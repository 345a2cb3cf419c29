import type { Notice, Role } from '../../preload/contract/views.ts';
import { localDays } from '../base/days.ts';
import type { KeyRenewal } from '../identity/sealed-record.ts';

const DAY_MS = 86_400_000;

/**
 * That the key in use is to be replaced, from so many days before the day that somebody has set and until it is. Only for
 * those who can do it: a cashier has nothing to do about it. Days are those of the calendar on the wall.
 */
export function keyNotices(renewal: KeyRenewal | undefined, role: Role, now: number): readonly Notice[] {
  if (renewal === undefined || role === 'cashier') return [];
  const { dayOf, stretchOf } = localDays();
  const today = dayOf(now);
  const days = Math.round((utc(renewal.day) - utc(today)) / DAY_MS);
  if (days > renewal.daysBefore) return [];
  const dayMs = stretchOf(renewal.day).from;
  const code = days < 0 ? 'key.overdue' : 'key.renewal';
  return [{ id: 'key.renewal', code, severity: 'warning', values: { dayMs, days } }];
}

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
