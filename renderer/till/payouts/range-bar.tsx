import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { id24Field } from '../../../preload/contract/fields.ts';
import { type DayRange, dayRange, type PayoutsOverview } from '../../../preload/contract/payouts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { DayField } from '../form/day-box.tsx';
import { fault, faultOf, issueView } from '../form/field-fault.ts';
import textFieldStyles from '../form/text-field.module.css';
import { TextField } from '../form/text-field.tsx';
import { useTill } from '../till-store.ts';
import styles from './payouts-screen.module.css';
import { daysFrom } from './service-time.ts';

interface Props {
  readonly overview: PayoutsOverview;
  changed(): void;
  openPayout(number: number): void;
}

export function RangeBar({ overview, changed, openPayout }: Props) {
  const { t } = useWords();
  const { range, today } = overview;
  const [from, setFrom] = useState(range?.from ?? daysFrom(today, -6));
  const [to, setTo] = useState(range?.to ?? today);
  const load = useCall('payouts.load');
  const stop = useCall('payouts.cancel');
  const loading = overview.stage === 'loading';
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
  const stopNow = async () => {
    await stop.run({});
    changed();
  };
  return (
    <div className={styles.bar}>
      <form className={styles.days} onSubmit={submit}>
        <RangeDay
          label={t('payouts.from')}
          value={from}
          fault={faultAt === 'from' ? fault : undefined}
          change={setFrom}
        />
        <RangeDay label={t('payouts.to')} value={to} fault={faultAt === 'to' ? fault : undefined} change={setTo} />
        {loading ? (
          <Button onClick={stopNow}>{t('payouts.stop')}</Button>
        ) : (
          <Button kind="main" type="submit" className={styles.fetch} aria-disabled={load.pending}>
            {t('payouts.fetch')}
          </Button>
        )}
      </form>
      <FindPayout openPayout={openPayout} />
    </div>
  );
}

/** Whoever opens the view comes for the last days. In training there is a payout to practise first. */
function useFirstFetch(due: DayRange | undefined, fetchDays: (days: DayRange) => Promise<void>): void {
  // What was fetched would be given up for nothing while the service cannot be reached.
  const mayFetch = useTill(({ terminal, service }) => terminal.mode === 'live' && service.state !== 'offline');
  const opened = useRef(false);
  useEffect(() => {
    if (!opened.current && mayFetch && due !== undefined) void fetchDays(due);
    opened.current = true;
  });
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly fault: ErrorView | undefined;
  change(day: string): void;
}

function RangeDay({ label, value, fault, change }: DayProps) {
  const { error } = useWords();
  const id = useId();
  const wrong = fault && error(fault);
  useAnnounced(wrong);
  return (
    <DayField label={label} value={value} wrong={fault !== undefined} describedBy={id} choose={change}>
      <p className={textFieldStyles.message} id={id} title={wrong}>
        {wrong}
      </p>
    </DayField>
  );
}

/** A payout that somebody has the id of, such as from a bank statement. */
function FindPayout({ openPayout }: Pick<Props, 'openPayout'>) {
  const { t } = useWords();
  const find = useCall('payouts.find');
  const [text, setText] = useState('');
  const [looked, setLooked] = useState(false);
  const payoutId = text.trim();
  const fault = looked && payoutId !== '' ? faultOf(id24Field, payoutId) : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLooked(true);
    if (faultOf(id24Field, payoutId) !== undefined) return;
    const outcome = await find.run({ payoutId });
    if (outcome?.ok) openPayout(outcome.value.number);
  };
  return (
    <form className={styles.find} onSubmit={submit}>
      <TextField
        label={t('payouts.id')}
        value={text}
        fault={fault ?? find.problem}
        change={(typed) => {
          setText(typed);
          find.clear();
        }}
      />
      <Button type="submit" aria-disabled={find.pending}>
        {t('payouts.find')}
      </Button>
    </form>
  );
}

/** The contract's fault of the days, or that they are yet to come; main has the last word. */
function rangeFault(from: string, to: string, today: string): ErrorView | undefined {
  // A fault of one day by itself comes first: that it stands after the other one says less.
  const field = from > today ? 'from' : to > today ? 'to' : undefined;
  if (field !== undefined) return { ...fault('range.future'), field };
  const issue = dayRange.safeParse({ from, to }).error?.issues[0];
  return issue && { ...issueView(issue), field: String(issue.path[0] ?? 'to') };
}
