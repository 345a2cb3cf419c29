import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBridge } from '../ui/bridge.ts';
import { Button } from '../ui/button.tsx';
import { refuseDrops } from '../ui/refuse-drops.ts';
import { useWords } from '../ui/use-words.ts';
import dialogStyles from './dialogs/dialog.module.css';
import { dialogProps } from './dialogs/dialog-props.ts';

/**
 * A file that is dropped onto the window, wherever, is handed in as a provisioning file. Main reads it, by the path that
 * the preload finds out; the page never has what is in it.
 */
export function DroppedFile() {
  const { t, error } = useWords();
  const bridge = useBridge();
  const [told, tell] = useState('');
  useEffect(
    () =>
      refuseDrops(window, async ([file, another]) => {
        if (file === undefined) return;
        if (another !== undefined) return tell(t('provision.drop.one'));
        const outcome = await bridge.handIn(file);
        if (!outcome.ok) tell(error(outcome.error));
        else if (outcome.value.outcome === 'same') tell(t('provision.same'));
      }),
    [bridge, t, error],
  );
  return (
    <Modal
      {...dialogProps}
      opened={told !== ''}
      onClose={() => tell('')}
      withCloseButton={false}
      title={t('provision.drop.title')}
    >
      <div className={dialogStyles.dialog}>
        <p>{told}</p>
        <div className={dialogStyles.actions}>
          <Button data-autofocus onClick={() => tell('')}>
            {t('dialog.close')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
