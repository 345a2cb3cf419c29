import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import styles from './logs-tab.module.css';

/** How often is asked whether the log is back at its usual level: another window, or the hour, may have put it back. */
const LOOK_EVERY_MS = 10_000;

/** Has the log tell more for an hour, says until when, and puts it back. */
export function LogLevelSwitch() {
  const { t, clockTime, error } = useWords();
  const [until, setUntil] = useState<number | null>(null);
  const { run: read } = useCall('logs.level');
  const raise = useCall('logs.raise');
  useEffect(() => {
    const look = () => void read({}).then((outcome) => outcome?.ok && setUntil(outcome.value.until));
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [read]);
  const press = async () => {
    const outcome = await raise.run({ raised: until === null });
    if (outcome?.ok) setUntil(outcome.value.until);
  };
  return (
    <div className={styles.switch}>
      <Button aria-disabled={raise.pending} onClick={() => void press()}>
        {t(until === null ? 'logs.raise' : 'logs.lower')}
      </Button>
      {until !== null && <p>{t('logs.raised', { time: clockTime(until) })}</p>}
      {raise.problem !== undefined && <Note tone="red">{error(raise.problem)}</Note>}
    </div>
  );
}
