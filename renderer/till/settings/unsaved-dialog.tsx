import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import dialogStyles from '../dialogs/dialog.module.css';
import { dialogProps } from '../dialogs/dialog-props.ts';
import { useUi } from '../till-store.ts';

/**
 * Asks before settings that were changed and not saved are given up. Where they are saved meanwhile, by a press on Save
 * just before, there is nothing left to ask, and the way is free.
 */
export function UnsavedDialog() {
  const { t } = useWords();
  const way = useUi((ui) => ui.leavingSettings);
  const unsaved = useUi((ui) => ui.unsaved);
  const stay = useUi((ui) => ui.stayInSettings);
  const giveUp = useUi((ui) => ui.giveUpSettings);
  const lock = useCall('session.lock');
  const leave = () => {
    if (way?.locks) void lock.run({});
    giveUp();
  };
  const isSettled = way !== null && !unsaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question that is settled
  useEffect(() => {
    if (isSettled) leave();
  }, [isSettled]);
  return (
    <Modal
      {...dialogProps}
      opened={way !== null}
      onClose={stay}
      title={t('unsaved.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <div className={dialogStyles.dialog}>
        <p>{t('unsaved.text')}</p>
        <div className={dialogStyles.actions}>
          <Button onClick={leave}>{t('unsaved.leave')}</Button>
          <Button kind="main" data-autofocus onClick={stay}>
            {t('unsaved.stay')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
