import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { DayBox } from '../form/day-box.tsx';
import textFieldStyles from '../form/text-field.module.css';
import styles from './figures-part.module.css';

/** Today on this machine's calendar, `yyyy-MM-dd`. */
export function today(): string {
  return dayText(new Date());
}

interface Props {
  readonly day: string;
  choose(day: string): void;
  readonly told: string;
}

export function DayChoice({ day, choose, told }: Props) {
  const { t } = useWords();
  const [typed, setTyped] = useState(day);
  const last = today();
  const isLast = day >= last;
  const future = typed > last;
  const go = (to: string) => {
    setTyped(to);
    if (to !== '' && to <= last) choose(to);
  };
  return (
    <div className={styles.choice}>
      <Button aria-label={t('figures.day-before')} onClick={() => go(moved(day, -1))}>
        <IconChevronLeft aria-hidden="true" />
      </Button>
      <div className={textFieldStyles.field} data-wrong={future}>
        <DayBox name={t('figures.day')} wrong={future} describedBy="figures-day-told" value={typed} choose={go} />
      </div>
      <Button aria-label={t('figures.day-after')} disabled={isLast} onClick={() => go(moved(day, 1))}>
        <IconChevronRight aria-hidden="true" />
      </Button>
      <Button disabled={isLast && typed === day} onClick={() => go(last)}>
        {t('figures.today')}
      </Button>
      <p id="figures-day-told" className={styles.told} role="status" data-wrong={future}>
        {future ? t('figures.future') : told}
      </p>
    </div>
  );
}

function moved(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return dayText(new Date(year, month - 1, date + count));
}

function dayText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
