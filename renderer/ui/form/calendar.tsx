import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/fr';
import 'dayjs/locale/nl';
import { useTranslation } from 'react-i18next';
import { useWords } from '../use-words.ts';
import styles from './calendar.module.css';

interface Props {
  /** A day such as 2026-11-20, or empty. */
  readonly value: string;
  choose(day: string): void;
}

export function Calendar({ value, choose }: Props) {
  const { t } = useWords();
  const { language } = useTranslation().i18n;
  return (
    <DatePicker
      __stopPropagation
      locale={language === 'en' ? 'en-gb' : language}
      // Distant months are few clicks away, and years can be typed.
      maxLevel="month"
      hideOutsideDates
      highlightToday
      ariaLabels={{ previousMonth: t('day.previous-month'), nextMonth: t('day.next-month') }}
      classNames={{
        calendarHeader: styles.header,
        calendarHeaderControl: styles.control,
        calendarHeaderLevel: styles.month,
        day: styles.day,
        weekday: styles.weekday,
      }}
      value={value === '' ? null : value}
      {...(value === '' ? {} : { defaultDate: value })}
      onChange={(day) => day !== null && choose(day)}
    />
  );
}
