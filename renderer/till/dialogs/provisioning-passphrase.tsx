import type { ProvisioningStage } from '../../../preload/contract/provisioning.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { TextField } from '../form/text-field.tsx';
import { useSecretText } from '../form/use-secret-text.ts';
import { DialogForm } from './dialog-form.tsx';

interface Props {
  readonly question: ProvisioningStage<'passphrase'>;
  refuse(): void;
}

/** Asks for the passphrase of an encrypted file. A wrong one takes longer with each try, which is said meanwhile. */
export function ProvisioningPassphrase({ question: { id, file }, refuse }: Props) {
  const { t } = useWords();
  const opening = useCall('provision.passphrase');
  const [passphrase, setPassphrase] = useSecretText();
  const { pending, problem } = opening;
  const isWrong = problem?.code === 'passphrase.wrong';
  const checking = pending ? t('provision.checking') : '';
  useAnnounced(checking);
  const open = async () => {
    if (passphrase === '') return;
    await opening.run({ id, passphrase });
    setPassphrase('');
  };
  return (
    <DialogForm
      call={{ pending, problem: isWrong ? undefined : problem }}
      message={checking}
      confirm={t('provision.open')}
      blocked={passphrase === ''}
      submit={() => void open()}
      leaveText={t('provision.refuse')}
      leave={refuse}
    >
      <p>{t('provision.passphrase.text', { file })}</p>
      <TextField
        label={t('provision.passphrase')}
        first
        secret
        value={passphrase}
        hint={t('provision.passphrase.hint')}
        fault={isWrong ? problem : undefined}
        change={setPassphrase}
      />
    </DialogForm>
  );
}
