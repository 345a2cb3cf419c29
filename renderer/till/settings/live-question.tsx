import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import type { Saving } from './use-saving.ts';

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

export function SavingQuestion({ saving: { asking, pending, stay, confirm } }: { readonly saving: Saving }) {
  const fromTraining = useTill((till) => till.terminal.mode === 'training');
  return (
    <LiveQuestion
      environment={asking?.draft.service.environment ?? 'PROD'}
      fromTraining={fromTraining}
      shopName={asking?.draft.shop.shopName ?? ''}
      opened={asking !== undefined}
      pending={pending}
      close={stay}
      goLive={confirm}
    />
  );
}
