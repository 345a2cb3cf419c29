import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { usePressable } from '../../ui/use-now.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import dialogStyles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { type OpenAlarm, openAlarm } from './open-alarm.ts';

/**
 * A payment that turned out paid after all, or not paid any more. The dialog stays until somebody acknowledges it,
 * because goods or money may have changed hands on what the till said before.
 */
export function AlarmDialog() {
  const { t } = useWords();
  const alarm = useTill(openAlarm);
  return (
    <Dialog opened={alarm !== null} title={t(alarm?.kind === 'taken-back' ? 'alarm.taken-back.title' : 'alarm.title')}>
      {alarm !== null && <Alarm key={`${alarm.saleId} ${alarm.kind}`} alarm={alarm} />}
    </Dialog>
  );
}

/** Its text has the focus, so that an Enter that was meant for the screen before presses nothing. */
function Alarm({ alarm }: { readonly alarm: OpenAlarm }) {
  const words = useWords();
  const acknowledge = useCall('sale.acknowledge-alarm');
  const pressable = usePressable();
  const text = useRef<HTMLParagraphElement>(null);
  // One alarm may take the place of another in the open dialog, which takes the focus up only once.
  useEffect(() => text.current?.focus(), []);
  return (
    <div className={dialogStyles.dialog} data-tone="red">
      <p className={dialogStyles.amount}>
        <IconAlertTriangleFilled aria-hidden="true" className={dialogStyles.icon} size={48} />
        {alarm.amount === undefined ? '' : words.money(alarm.amount)}
      </p>
      <p ref={text} className={dialogStyles.read} tabIndex={-1} data-autofocus>
        {textOf(alarm, words)}
      </p>
      <p className={dialogStyles.message}>
        {acknowledge.problem === undefined ? '' : words.error(acknowledge.problem)}
      </p>
      <Button
        kind="main"
        aria-disabled={acknowledge.pending || !pressable}
        data-settling={!pressable || undefined}
        onClick={() => pressable && void acknowledge.run({ saleId: alarm.saleId })}
      >
        {words.t('notices.action.dismiss')}
      </Button>
    </div>
  );
}

function textOf({ kind, shownAs, reference }: OpenAlarm, { t, firstOf }: Words): string {
  if (kind === 'taken-back') return t('alarm.taken-back.text', { reference });
  return t('alarm.text', { shownAs: t(firstOf([`alarm.shown.${shownAs}`], 'alarm.shown.other')), reference });
}
