import { useEffect } from 'react';
import { useCall } from '../../ui/ask-main.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useUi } from '../till-store.ts';

/** Closes by itself once the changes are saved. */
export function UnsavedDialog() {
  const { t } = useWords();
  const way = useUi((ui) => ui.settings.leaving);
  const unsaved = useUi((ui) => ui.settings.unsaved);
  const stay = useUi((ui) => ui.settings.stay);
  const giveUp = useUi((ui) => ui.settings.giveUp);
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
    <Dialog title={t('unsaved.title')} opened={way !== null} close={stay}>
      <DialogForm
        confirm={t('unsaved.stay')}
        submit={stay}
        leaveText={t('unsaved.leave')}
        leave={leave}
        first="confirm"
      >
        <p>{t('unsaved.text')}</p>
      </DialogForm>
    </Dialog>
  );
}
