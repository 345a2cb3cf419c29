import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useElapsed } from '../../ui/use-now.ts';
import { useRead, useReadAgain } from '../../ui/use-read.ts';
import { useWords } from '../../ui/use-words.ts';
import { DayBox } from '../form/day-box.tsx';
import { dayOf, startOf } from '../form/day-text.ts';
import textFieldStyles from '../form/text-field.module.css';
import { useRecentChanges } from '../till-store.ts';
import { PaymentStates, SalesByHour, WeekBesideWeek } from './day-figures.tsx';
import styles from './figures-part.module.css';

export function FiguresPart() {
  const { t, error } = useWords();
  /** Absent: the newest day with sales. */
  const [chosen, setChosen] = useState<string>();
  // The figures of the day before stay until the new ones are there.
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
        told={problem !== undefined ? error(problem) : waited > 300 ? t('figures.reading') : ''}
      />
      {figures !== undefined && (
        <>
          <SalesByHour figures={figures} />
          <WeekBesideWeek
            figures={figures}
            of="paid"
            name={t('figures.days')}
            about={t('figures.days.text')}
            counted={t('nav.payments')}
            empty={t('figures.days.empty')}
          />
          <PaymentStates figures={figures} />
          <WeekBesideWeek
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
  readonly told: string;
}

function DayChoice({ day, choose, told }: ChoiceProps) {
  const { t } = useWords();
  /** It is no day to choose: none, or one that is yet to come. */
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
        <DayBox name={t('figures.day')} wrong={future} describedBy="figures-day-told" value={typed} choose={go} />
      </div>
      <Button aria-label={t('figures.day-after')} disabled={isLast} onClick={() => go(dayOf(startOf(day, 1)))}>
        <IconChevronRight aria-hidden="true" />
      </Button>
      <Button disabled={isLast && typed === day} onClick={() => go(last)}>
        {t('figures.today')}
      </Button>
      <p id="figures-day-told" className={styles.told} role="status" data-wrong={future}>
        {future ? t('error.range.future') : told}
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
