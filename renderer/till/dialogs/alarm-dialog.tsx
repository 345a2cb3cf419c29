import { Modal } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import dialogStyles from './dialog.module.css';
import { dialogProps } from './dialog-props.ts';
import { type OpenAlarm, openAlarm } from './open-alarm.ts';

/**
 * A payment that turned out paid after all, or not paid any more. The dialog stays until somebody acknowledges it,
 * because goods or money may have changed hands on what the till said before.
 */
export function AlarmDialog() {
  const words = useWords();
  const { t } = words;
  const alarm = useTill(openAlarm);
  const acknowledge = useCall('sale.acknowledge-alarm');
  return (
    <Modal
      {...dialogProps}
      opened={alarm !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t(alarm?.kind === 'taken-back' ? 'alarm.taken-back.title' : 'alarm.title')}
    >
      {alarm !== null && (
        <div className={dialogStyles.dialog} data-tone="red">
          <p className={dialogStyles.amount}>
            <IconAlertTriangleFilled aria-hidden="true" className={dialogStyles.icon} size={48} />
            {alarm.amount === undefined ? '' : words.money(alarm.amount)}
          </p>
          <p>{textOf(alarm, words)}</p>
          <p className={dialogStyles.message}>
            {acknowledge.problem === undefined ? '' : words.error(acknowledge.problem)}
          </p>
          <Button
            kind="main"
            aria-disabled={acknowledge.pending}
            onClick={() => void acknowledge.run({ saleId: alarm.saleId })}
          >
            {t('alarm.acknowledge')}
          </Button>
        </div>
      )}
    </Modal>
  );
}

function textOf({ kind, shownAs, reference }: OpenAlarm, { t, firstOf }: Words): string {
  if (kind === 'taken-back') return t('alarm.taken-back.text', { reference });
  return t('alarm.text', { shownAs: t(firstOf([`alarm.shown.${shownAs}`], 'alarm.shown.other')), reference });
}
