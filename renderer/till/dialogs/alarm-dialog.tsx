import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSettled } from '../../ui/use-now.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import { type OpenAlarm, openAlarm } from './open-alarm.ts';

/** Stays until acknowledged: goods or money may have changed hands based on the earlier state. */
export function AlarmDialog() {
  const { t } = useWords();
  const alarm = useTill(openAlarm);
  return (
    <Dialog opened={alarm !== null} title={t(alarm?.kind === 'taken-back' ? 'alarm.taken-back.title' : 'alarm.title')}>
      {alarm !== null && <Alarm key={`${alarm.saleId} ${alarm.kind}`} alarm={alarm} />}
    </Dialog>
  );
}

/** The text has the focus, so an Enter meant for the previous screen presses no button. */
function Alarm({ alarm }: { readonly alarm: OpenAlarm }) {
  const words = useWords();
  const acknowledge = useCall('sale.acknowledge-alarm');
  const settled = useSettled();
  const text = useRef<HTMLParagraphElement>(null);
  // An alarm may replace another alarm in the open dialog, and Mantine sets the focus only when a dialog opens.
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
        aria-disabled={acknowledge.pending || !settled}
        data-settling={!settled || undefined}
        onClick={() => settled && void acknowledge.run({ saleId: alarm.saleId })}
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
