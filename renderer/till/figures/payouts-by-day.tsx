import { useWords } from '../../ui/use-words.ts';
import { Figure } from './figure.tsx';

/** What the service paid out of one day's takings, and what it still owes of them: payments less refunds, in cents. */
export interface PayoutDay {
  /** Some moment of the day, ms since the epoch. */
  readonly at: number;
  readonly paidOut: number;
  readonly outstanding: number;
}

/** More bars than these are no picture any more. */
const MOST_DAYS = 31;

/**
 * Payouts by the day of the takings, the oldest first, and at the end of each what of that day is not paid out yet. Whoever
 * shows it says what it is.
 */
export function PayoutsByDay({ days }: { readonly days: readonly PayoutDay[] }) {
  const { t, money, shortDay } = useWords();
  const shown = days.slice(-MOST_DAYS);
  const total = (of: (day: PayoutDay) => number) => shown.reduce((sum, day) => sum + of(day), 0);
  return (
    <Figure
      name={t('figures.payouts')}
      named
      about={shown.length < days.length ? t('figures.payouts.newest', { days: MOST_DAYS }) : t('figures.payouts.text')}
      stacked
      bars={shown.map(({ at, paidOut, outstanding }) => ({
        key: String(at),
        label: shortDay(at),
        value: paidOut,
        text: money(paidOut),
        beside: { value: outstanding, text: t('figures.outstanding', { amount: money(outstanding) }) },
      }))}
      table={{
        columns: [t('figures.column.day'), t('figures.column.paid-out'), t('figures.column.outstanding')],
        rows: shown.map(({ at, paidOut, outstanding }) => ({
          key: String(at),
          cells: [shortDay(at), money(paidOut), money(outstanding)],
        })),
        total: {
          key: 'total',
          cells: [t('figures.total'), money(total((day) => day.paidOut)), money(total((day) => day.outstanding))],
        },
      }}
      empty={t('figures.payouts.empty')}
    />
  );
}
