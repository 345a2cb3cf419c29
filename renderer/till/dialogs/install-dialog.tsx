import { Modal } from '@mantine/core';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import dialogStyles from './dialog.module.css';
import { dialogProps } from './dialog-props.ts';

interface Props {
  readonly version: string;
  readonly opened: boolean;
  close(): void;
}

/** Asks a manager whether the till may end and start again with another version. */
export function InstallDialog({ version, opened, close }: Props) {
  const { t } = useWords();
  return (
    <Modal
      {...dialogProps}
      opened={opened}
      onClose={close}
      title={t('updates.question.title', { version })}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <Question close={close} />
    </Modal>
  );
}

function Question({ close }: Pick<Props, 'close'>) {
  const words = useWords();
  const { t } = words;
  const install = useCall('updates.install');
  const problem = install.problem === undefined ? '' : words.error(install.problem);
  useAnnounced(problem);
  const confirm = async () => {
    const outcome = await install.run({});
    if (outcome?.ok) close();
  };
  return (
    <div className={dialogStyles.dialog}>
      <p>{t('updates.question.text')}</p>
      <p className={dialogStyles.message}>{problem}</p>
      <div className={dialogStyles.actions}>
        <Button onClick={close}>{t('dialog.not-now')}</Button>
        <Button kind="main" aria-disabled={install.pending} onClick={() => void confirm()}>
          {t('updates.install')}
        </Button>
      </div>
    </div>
  );
}
