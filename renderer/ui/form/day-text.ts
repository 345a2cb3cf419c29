/** Days such as 2026-11-20, in local time, and in the form people write. `region` is a BCP 47 tag. */

export function dayOf(at: number): string {
  const day = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** A day may have 23 or 25 hours. */
export function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

/** "20/11/2026"; an empty text for an invalid day. */
export function shownDay(day: string, region: string): string {
  const date = dateOf(day);
  if (date === undefined) return '';
  return new Intl.DateTimeFormat(region, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(date);
}

/** Day first, as in the till's countries, or in ISO form. */
export function typedDay(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return '';
  const written = /^(\d{1,2})[./ -]+(\d{1,2})[./ -]+(\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  const [, date, month, year] = written ?? [];
  const day = written === null ? typed : `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`;
  return dateOf(day) === undefined ? undefined : day;
}

/** Undefined if the calendar has no such day. */
function dateOf(day: string): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  const made = new Date(year, month - 1, date);
  return made.getMonth() === month - 1 && made.getDate() === date && made.getFullYear() === year ? made : undefined;
}
