import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';

interface Props {
  readonly version: string;
  readonly opened: boolean;
  close(): void;
}

export function InstallDialog({ version, opened, close }: Props) {
  const { t } = useWords();
  return (
    <Dialog title={t('updates.question.title', { version })} opened={opened} close={close}>
      <Question close={close} />
    </Dialog>
  );
}

function Question({ close }: Pick<Props, 'close'>) {
  const { t } = useWords();
  const install = useCall('updates.install');
  const confirm = async () => {
    if ((await install.run({}))?.ok) close();
  };
  return (
    <DialogForm call={install} confirm={t('updates.install')} submit={() => void confirm()} leave={close}>
      <p>{t('updates.question.text')}</p>
    </DialogForm>
  );
}
