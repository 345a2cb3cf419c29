import { useWords } from '../../ui/use-words.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { DialogForm } from '../dialogs/dialog-form.tsx';

interface Props {
  readonly environment: 'PREPROD' | 'PROD';
  readonly fromTraining: boolean;
  readonly shopName: string;
  readonly opened: boolean;
  readonly pending: boolean;
  close(): void;
  goLive(): void;
}

export function LiveQuestion({ environment, fromTraining, shopName, opened, pending, close, goLive }: Props) {
  const { t } = useWords();
  return (
    <Dialog title={t(`live.title.${environment}`)} opened={opened} close={close}>
      <DialogForm blocked={pending} confirm={t(`live.confirm.${environment}`)} submit={goLive} leave={close}>
        <p>{t(`live.money.${environment}`, { shopName })}</p>
        {fromTraining && <p>{t('live.training')}</p>}
      </DialogForm>
    </Dialog>
  );
}
