import { useEffect, useState } from 'react';
import { useBridge } from '../ui/ask-main.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { DialogForm } from '../ui/dialogs/dialog-form.tsx';
import { refuseDrops } from '../ui/refuse-drops.ts';
import { useWords } from '../ui/use-words.ts';
import { useUi } from './till-store.ts';

/** Main reads the file by the path found by the preload; the page never holds its content. */
export function DroppedFile() {
  const { t, error } = useWords();
  const bridge = useBridge();
  const takeProfile = useUi((ui) => ui.guide.takeProfile);
  const guide = useUi((ui) => ui.guide.open);
  const [message, setMessage] = useState('');
  useEffect(
    () =>
      refuseDrops(window, async ([file, another]) => {
        if (file === undefined) return;
        if (another !== undefined) return setMessage(t('provision.drop.one'));
        const outcome = await bridge.handIn(file);
        if (!outcome.ok) setMessage(error(outcome.error));
        else if (outcome.value.outcome === 'same') setMessage(t('provision.same'));
        else if (outcome.value.profile !== undefined) {
          takeProfile(outcome.value.profile);
          guide(true);
        }
      }),
    [bridge, t, error, takeProfile, guide],
  );
  return (
    <Dialog title={t('provision.drop.title')} withoutCross opened={message !== ''} close={() => setMessage('')}>
      <DialogForm leaveText={t('dialog.close')} leave={() => setMessage('')}>
        <p>{message}</p>
      </DialogForm>
    </Dialog>
  );
}
