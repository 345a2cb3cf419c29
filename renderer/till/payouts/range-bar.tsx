import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { id24Field } from '../../../preload/contract/fields.ts';
import { type DayRange, dayRange, type PayoutsOverview } from '../../../preload/contract/payouts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { FilterDay } from '../../ui/form/day-box.tsx';
import { fault, faultOf, issueView } from '../../ui/form/field-fault.ts';
import textFieldStyles from '../../ui/form/text-field.module.css';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './payouts-screen.module.css';
import { daysFrom } from './service-time.ts';

interface Props {
  readonly overview: PayoutsOverview;
  changed(): void;
  openPayout(number: number): void;
}

export function RangeBar({ overview, changed, openPayout }: Props) {
  const { t, error } = useWords();
  const id = useId();
  const { range, today } = overview;
  const [from, setFrom] = useState(range?.from ?? daysFrom(today, -6));
  const [to, setTo] = useState(range?.to ?? today);
  const load = useCall('payouts.load');
  const fault = rangeFault(from, to, today) ?? load.problem;
  const faultAt = fault?.field === 'from' ? 'from' : 'to';
  const fetchDays = async (days: DayRange) => {
    setFrom(days.from);
    setTo(days.to);
    const outcome = await load.run(days);
    if (outcome?.ok) changed();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rangeFault(from, to, today) === undefined) void fetchDays({ from, to });
  };
  useFirstFetch(overview.due, fetchDays);
  return (
    <>
      <form className={styles.days} onSubmit={submit}>
        {(['from', 'to'] as const).map((field) => (
          <FilterDay
            key={field}
            name={t(`payouts.${field}`)}
            value={field === 'from' ? from : to}
            wrong={fault !== undefined && faultAt === field}
            describedBy={id}
            choose={field === 'from' ? setFrom : setTo}
          />
        ))}
        <Button kind="main" type="submit" aria-disabled={load.pending}>
          {t('payouts.fetch')}
        </Button>
        {fault !== undefined && (
          <p className={styles.fault} id={id} role="alert">
            {error(fault)}
          </p>
        )}
      </form>
      <FindPayout openPayout={openPayout} />
    </>
  );
}

/** Not in training, where the user makes a payout first. */
function useFirstFetch(due: DayRange | undefined, fetchDays: (days: DayRange) => Promise<void>): void {
  // A fetch discards the previous data, which would be pointless while the service is unreachable.
  const mayFetch = useTill(({ terminal, service }) => terminal.mode === 'live' && service.state !== 'offline');
  const opened = useRef(false);
  useEffect(() => {
    if (!opened.current && mayFetch && due !== undefined) void fetchDays(due);
    opened.current = true;
  });
}

/** Opens a payout by its id, for example from a bank statement. */
function FindPayout({ openPayout }: Pick<Props, 'openPayout'>) {
  const { t, error } = useWords();
  const id = useId();
  const find = useCall('payouts.find');
  const [text, setText] = useState('');
  const [looked, setLooked] = useState(false);
  const payoutId = text.trim();
  const fault = (looked && payoutId !== '' ? faultOf(id24Field, payoutId) : undefined) ?? find.problem;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLooked(true);
    if (faultOf(id24Field, payoutId) !== undefined) return;
    const outcome = await find.run({ payoutId });
    if (outcome?.ok) openPayout(outcome.value.number);
  };
  return (
    <form className={styles.find} onSubmit={submit}>
      <input
        type="text"
        className={textFieldStyles.input}
        aria-label={t('payouts.id')}
        placeholder={t('payouts.id')}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={id}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          find.clear();
        }}
      />
      <Button type="submit" aria-disabled={find.pending}>
        {t('payouts.find')}
      </Button>
      {fault !== undefined && (
        <p className={styles.fault} id={id} role="alert">
          {error(fault)}
        </p>
      )}
    </form>
  );
}

/** The contract's rules, and no future days; main checks again. */
function rangeFault(from: string, to: string, today: string): ErrorView | undefined {
  // A future day is the clearer fault, so it comes before the order of the days.
  const field = from > today ? 'from' : to > today ? 'to' : undefined;
  if (field !== undefined) return { ...fault('range.future'), field };
  const issue = dayRange.safeParse({ from, to }).error?.issues[0];
  return issue && { ...issueView(issue), field: String(issue.path[0] ?? 'to') };
}
