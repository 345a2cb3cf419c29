import { IconCalendar } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useWords } from '../use-words.ts';
import styles from './day-box.module.css';
import { shownDay, typedDay } from './day-text.ts';
import textFieldStyles from './text-field.module.css';

/** Loaded on demand: typing a day needs no calendar. */
const Calendar = lazy(() => import('./calendar.tsx').then((module) => ({ default: module.Calendar })));

interface Props {
  /** The accessible name, also with a visible label. */
  readonly name: string;
  readonly id?: string;
  /** A day such as 2026-11-20, or empty. */
  readonly value: string;
  readonly disabled?: boolean;
  readonly wrong: boolean;
  readonly describedBy?: string | undefined;
  readonly mayBeEmpty?: boolean;
  choose(day: string): void;
}

/** In the till's language. The browser's own box uses the system's, where 3 April may read as 4 March. */
export function DayBox({
  name,
  value,
  disabled = false,
  wrong,
  describedBy,
  mayBeEmpty = false,
  choose,
  ...props
}: Props) {
  const { t } = useWords();
  const calendarId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  /** The typed text, until the box loses the focus. */
  const [text, setText] = useState<string>();
  const change = (typed: string) => {
    setText(typed);
    const day = typedDay(typed);
    if (day !== undefined && (day !== '' || mayBeEmpty)) choose(day);
  };
  return (
    <div className={styles.box} data-whole>
      <input
        id={props.id}
        type="text"
        inputMode="numeric"
        className={textFieldStyles.input}
        aria-label={name}
        placeholder={t('format.day')}
        autoComplete="off"
        spellCheck={false}
        value={text ?? shownDay(value, t('format.times'))}
        disabled={disabled}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setText(undefined)}
      />
      <button
        type="button"
        className={styles.open}
        popoverTarget={calendarId}
        aria-label={t('day.calendar')}
        disabled={disabled}
        data-mantine-stop-propagation={opened}
      >
        <IconCalendar aria-hidden="true" size={22} stroke={1.75} />
      </button>
      <div
        ref={list}
        id={calendarId}
        className={styles.calendar}
        popover="auto"
        onToggle={(event) => setOpened(event.newState === 'open')}
      >
        {opened && (
          <Suspense fallback={null}>
            <Calendar
              value={value}
              choose={(day) => {
                choose(day);
                list.current?.hidePopover();
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** For a row of filters. */
export function FilterDay(box: Omit<Props, 'id'>) {
  return (
    <div className={styles.filter}>
      <span aria-hidden="true">{box.name}</span>
      <DayBox {...box} />
    </div>
  );
}

interface FieldProps extends Omit<Props, 'name' | 'id'> {
  readonly label: string;
  readonly children?: ReactNode;
}

export function DayField({ label, children, ...box }: FieldProps) {
  const id = useId();
  return (
    <div className={textFieldStyles.field} data-wrong={box.wrong}>
      <label className={textFieldStyles.head} htmlFor={id}>
        {label}
      </label>
      <DayBox id={id} name={label} {...box} />
      {children}
    </div>
  );
}
