import { useState } from 'react';
import { useWords } from '../../ui/use-words.ts';
import { DayChoice, today } from './day-choice.tsx';
import { PaymentStates, SalesByHour, WeekBesideWeek } from './day-figures.tsx';
import styles from './figures-part.module.css';
import { useFigures } from './use-figures.ts';

export function FiguresPart() {
  const { t, error } = useWords();
  const [day, setDay] = useState(today);
  const { figures, problem, waits } = useFigures(day);
  return (
    <div className={styles.part}>
      <DayChoice
        day={day}
        choose={setDay}
        told={problem !== undefined ? error(problem) : waits ? t('figures.reading') : ''}
      />
      {figures !== undefined && (
        <>
          <SalesByHour figures={figures} />
          <WeekBesideWeek
            figures={figures}
            of="paid"
            name={t('figures.days')}
            about={t('figures.days.text')}
            counted={t('figures.column.payments')}
            empty={t('figures.days.empty')}
          />
          <PaymentStates figures={figures} />
          <WeekBesideWeek
            figures={figures}
            of="refunded"
            name={t('figures.refunds')}
            about={<UnderWay {...figures.underWay} />}
            counted={t('figures.column.refunds')}
            empty={t('figures.refunds.empty')}
          />
        </>
      )}
    </div>
  );
}

function UnderWay({ count, cents }: { readonly count: number; readonly cents: number }) {
  const { t, money } = useWords();
  return count === 0 ? null : t('figures.under-way', { count, amount: money(cents) });
}
