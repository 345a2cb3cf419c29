import { Modal } from '@mantine/core';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import dialogStyles from '../dialogs/dialog.module.css';
import { dialogProps } from '../dialogs/dialog-props.ts';

interface Props {
  /** Where the payments will go. */
  readonly environment: 'PREPROD' | 'PROD';
  /** They stay in training until then. */
  readonly fromTraining: boolean;
  readonly shopName: string;
  readonly opened: boolean;
  readonly pending: boolean;
  close(): void;
  goLive(): void;
}

/** Asks before a terminal leaves training or takes real payments from now on, and says what changes then. */
export function LiveQuestion({ environment, fromTraining, shopName, opened, pending, close, goLive }: Props) {
  const { t } = useWords();
  return (
    <Modal
      {...dialogProps}
      opened={opened}
      onClose={close}
      title={t(`live.title.${environment}`)}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <div className={dialogStyles.dialog}>
        <p>{t(`live.money.${environment}`, { shopName })}</p>
        {fromTraining && <p>{t('live.training')}</p>}
        <div className={dialogStyles.actions}>
          <Button data-autofocus onClick={close}>
            {t('dialog.not-now')}
          </Button>
          <Button kind="main" aria-disabled={pending} onClick={goLive}>
            {t(`live.confirm.${environment}`)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
