import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Figures } from '../../../preload/contract/figures.ts';
import { useRead, useReadAgain } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Figure } from '../../ui/figure.tsx';
import { DayBox } from '../../ui/form/day-box.tsx';
import { dayOf, startOf } from '../../ui/form/day-text.ts';
import textFieldStyles from '../../ui/form/text-field.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { useRecentChanges } from '../till-store.ts';
import { hourNames, totalOf } from './figure-numbers.ts';
import styles from './figures-part.module.css';

export function FiguresPart() {
  const { t, error } = useWords();
  /** Absent: the newest day with sales. */
  const [chosen, setChosen] = useState<string>();
  // The previous day's figures stay until the new figures arrive.
  const asked = chosen === undefined ? ({ day: today(), newest: true } as const) : { day: chosen };
  const { value: figures, problem, read } = useRead('figures.read', asked);
  useReadAgain(read, useRecentChanges());
  const day = chosen ?? figures?.day ?? today();
  const waited = useElapsed(figures?.day !== day);
  return (
    <div className={styles.part}>
      <DayChoice
        day={day}
        choose={setChosen}
        status={problem !== undefined ? error(problem) : waited > 300 ? t('figures.reading') : ''}
      />
      {figures !== undefined && (
        <>
          <SalesByHour figures={figures} />
          <WeekComparison
            figures={figures}
            of="paid"
            name={t('figures.days')}
            about={t('figures.days.text')}
            counted={t('nav.payments')}
            empty={t('figures.days.empty')}
          />
          <PaymentStates figures={figures} />
          <WeekComparison
            figures={figures}
            of="refunded"
            name={t('figures.refunds')}
            about={<UnderWay {...figures.underWay} />}
            counted={t('details.refunds')}
            empty={t('figures.refunds.empty')}
          />
        </>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly day: string;
  choose(day: string): void;
  readonly status: string;
}

function DayChoice({ day, choose, status }: ChoiceProps) {
  const { t } = useWords();
  /** An invalid choice: empty or in the future. */
  const [refused, setRefused] = useState<string>();
  const last = today();
  const isLast = day >= last;
  const typed = refused ?? day;
  const future = typed > last;
  const go = (to: string) => {
    const fits = to !== '' && to <= last;
    setRefused(fits ? undefined : to);
    if (fits) choose(to);
  };
  return (
    <div className={styles.choice}>
      <Button aria-label={t('figures.day-before')} onClick={() => go(dayOf(startOf(day, -1)))}>
        <IconChevronLeft aria-hidden="true" />
      </Button>
      <div className={textFieldStyles.field} data-wrong={future}>
        <DayBox name={t('figures.day')} wrong={future} describedBy="figures-day-status" value={typed} choose={go} />
      </div>
      <Button aria-label={t('figures.day-after')} disabled={isLast} onClick={() => go(dayOf(startOf(day, 1)))}>
        <IconChevronRight aria-hidden="true" />
      </Button>
      <Button disabled={isLast && typed === day} onClick={() => go(last)}>
        {t('figures.today')}
      </Button>
      <p id="figures-day-status" className={styles.message} role="status" data-wrong={future}>
        {future ? t('error.range.future') : status}
      </p>
    </div>
  );
}

function UnderWay({ count, cents }: { readonly count: number; readonly cents: number }) {
  const { t, money } = useWords();
  return count === 0 ? null : t('figures.under-way', { count, amount: money(cents) });
}

function today(): string {
  return dayOf(Date.now());
}

function SalesByHour({ figures }: { readonly figures: Figures }) {
  const words = useWords();
  const { t, money, day } = words;
  const { hours } = figures;
  const names = hourNames(hours, words);
  const total = totalOf(hours);
  return (
    <Figure
      name={t('figures.hours')}
      about={figures.hours[0] && day(figures.hours[0].from)}
      bars={hours.map(({ from, cents }, index) => ({
        key: String(from),
        label: names[index] ?? '',
        value: cents,
        text: money(cents),
      }))}
      table={{
        columns: [t('figures.column.hour'), t('nav.payments'), t('sale.amount')],
        rows: hours.map(({ from, count, cents }, index) => ({
          key: String(from),
          cells: [names[index] ?? '', String(count), money(cents)],
        })),
        total: { key: 'total', cells: [t('figures.total'), String(total.count), money(total.cents)] },
      }}
      empty={t('figures.hours.empty')}
    />
  );
}

function PaymentStates({ figures }: { readonly figures: Figures }) {
  const { t, money } = useWords();
  const states = figures.states.map(({ state, ...sum }) => ({
    ...sum,
    key: state,
    name: state === 'open' ? t('shift.open') : t(`stage.${state}`),
  }));
  const total = totalOf(states);
  return (
    <Figure
      name={t('figures.states')}
      about={t('figures.of-the-week')}
      bars={states.map(({ key, name, count }) => ({ key, label: name, value: count, text: String(count) }))}
      table={{
        columns: [t('list.state'), t('nav.payments'), t('sale.amount')],
        rows: states.map(({ key, name, count, cents }) => ({ key, cells: [name, String(count), money(cents)] })),
        total: { key: 'total', cells: [t('figures.total'), String(total.count), money(total.cents)] },
      }}
      empty={t('figures.states.empty')}
    />
  );
}

interface WeekProps {
  readonly figures: Figures;
  /** Payments or refunds, never set off against each other. */
  readonly of: 'paid' | 'refunded';
  readonly name: string;
  readonly about: ReactNode;
  readonly counted: string;
  readonly empty: string;
}

function WeekComparison({ figures, of, name, about, counted, empty }: WeekProps) {
  const { t, money, weekday } = useWords();
  const days = figures.days.map((day, index) => ({
    key: day.day,
    name: weekday(day.from),
    now: day[of],
    before: figures.before[index]?.[of] ?? { count: 0, cents: 0 },
  }));
  const [now, before] = [totalOf(days.map((day) => day.now)), totalOf(days.map((day) => day.before))];
  return (
    <Figure
      name={name}
      about={about}
      bars={days.map(({ key, name, now, before }) => ({
        key,
        label: name,
        value: now.cents,
        text: money(now.cents),
        second: { value: before.cents, text: t('figures.week-before', { amount: money(before.cents) }) },
      }))}
      table={{
        columns: [t('figures.column.day'), counted, t('figures.column.this-week'), t('figures.column.week-before')],
        rows: days.map(({ key, name, now, before }) => ({
          key,
          cells: [name, String(now.count), money(now.cents), money(before.cents)],
        })),
        total: { key: 'total', cells: [t('figures.total'), String(now.count), money(now.cents), money(before.cents)] },
      }}
      empty={empty}
    />
  );
}
