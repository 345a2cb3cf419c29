import { useEffect, useRef } from 'react';
import type { SaleView } from '../../../preload/contract/views.ts';
import { openAlarm } from '../dialogs/open-alarm.ts';
import { useTill, useUiNow } from '../till-store.ts';

/**
 * Leaves the end of a sale by itself after as long as the counter's settings say, from the last press of anything on. Never
 * from an unknown outcome or while an alarm is open, and not while something is typed or a dialog is open.
 */
export function useReturn({ stage, alarm }: SaleView, leave: () => void): void {
  const seconds = useTill((till) => till.counter.returnAfterSeconds);
  const alarmed = useTill((till) => openAlarm(till) !== null) || alarm !== undefined;
  const ui = useUiNow();
  const newest = useRef(leave);
  newest.current = leave;
  const returns = seconds > 0 && stage !== 'unknown' && !alarmed;
  useEffect(() => {
    if (!returns) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const busy = ui().draft.amount !== '' || document.querySelector('[aria-modal="true"]') !== null;
        if (busy) wait();
        else newest.current();
      }, seconds * 1000);
    };
    wait();
    window.addEventListener('keydown', wait, { capture: true });
    window.addEventListener('pointerdown', wait, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', wait, { capture: true });
      window.removeEventListener('pointerdown', wait, { capture: true });
    };
  }, [returns, seconds, ui]);
}
