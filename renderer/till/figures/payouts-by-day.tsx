import { Figure } from '../../ui/figure.tsx';
import { useWords } from '../../ui/use-words.ts';

/** Payments less refunds, in cents. */
export interface PayoutDay {
  /** Any moment of the day, ms since the epoch. */
  readonly at: number;
  readonly paidOut: number;
  readonly outstanding: number;
  /** In payouts with an unknown outcome. */
  readonly unknown: number;
}

/** More bars would be unreadable. */
const MOST_DAYS = 31;

/** Oldest first, with the outstanding part at the end of each bar. */
export function PayoutsByDay({ days }: { readonly days: readonly PayoutDay[] }) {
  const { t, money, shortDay } = useWords();
  const shown = days.slice(-MOST_DAYS);
  const total = (of: (day: PayoutDay) => number) => shown.reduce((sum, day) => sum + of(day), 0);
  const inAll = {
    paidOut: total((day) => day.paidOut),
    outstanding: total((day) => day.outstanding),
    unknown: total((day) => day.unknown),
  };
  const hasUnknown = shown.some(({ unknown }) => unknown !== 0);
  const amountsOf = ({ paidOut, outstanding, unknown }: Omit<PayoutDay, 'at'>) =>
    [paidOut, outstanding, ...(hasUnknown ? [unknown] : [])].map(money);
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
        second: { value: outstanding, text: t('figures.outstanding', { amount: money(outstanding) }) },
      }))}
      table={{
        columns: [
          t('figures.column.day'),
          t('figures.column.paid-out'),
          t('payouts.outstanding'),
          ...(hasUnknown ? [t('figures.column.unknown')] : []),
        ],
        rows: shown.map((day) => ({ key: String(day.at), cells: [shortDay(day.at), ...amountsOf(day)] })),
        total: { key: 'total', cells: [t('figures.total'), ...amountsOf(inAll)] },
      }}
      empty={t('figures.payouts.empty')}
    />
  );
}
