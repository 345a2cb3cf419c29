import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useRead } from '../../../ui/use-read.ts';
import { useWords } from '../../../ui/use-words.ts';

/** Another window, or the end of the hour, may have put the level back. */
const LOOK_EVERY_MS = 10_000;

export function LogLevelSwitch() {
  const { t, clockTime, error } = useWords();
  const level = useRead('logs.level', {}, LOOK_EVERY_MS);
  const raise = useCall('logs.raise');
  // The answer to a press counts until the level is read again.
  const [pressed, setPressed] = useState<{ readonly until: number | null }>();
  useEffect(() => setPressed(level.value), [level.value]);
  const until = pressed?.until ?? null;
  const press = async () => {
    const outcome = await raise.run({ raised: until === null });
    if (outcome?.ok) setPressed(outcome.value);
  };
  return (
    <>
      <Button aria-disabled={raise.pending} onClick={() => void press()}>
        {t(until === null ? 'logs.raise' : 'logs.lower')}
      </Button>
      {until !== null && <p>{t('logs.raised', { time: clockTime(until) })}</p>}
      {raise.problem !== undefined && <Note tone="red">{error(raise.problem)}</Note>}
    </>
  );
}
