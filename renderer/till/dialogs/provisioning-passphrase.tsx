import type { FormEvent } from 'react';
import type { ProvisioningStage } from '../../../preload/contract/provisioning.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { TextField } from '../form/text-field.tsx';
import { useSecretText } from '../form/use-secret-text.ts';
import dialogStyles from './dialog.module.css';

interface Props {
  readonly question: ProvisioningStage<'passphrase'>;
  refuse(): void;
}

/** Asks for the passphrase of an encrypted file. A wrong one takes longer with each try, which is said meanwhile. */
export function ProvisioningPassphrase({ question: { id, file }, refuse }: Props) {
  const { t, error } = useWords();
  const opening = useCall('provision.passphrase');
  const [passphrase, setPassphrase] = useSecretText();
  const { pending, problem } = opening;
  const isWrong = problem?.code === 'passphrase.wrong';
  const told = pending ? t('provision.checking') : problem !== undefined && !isWrong ? error(problem) : '';
  useAnnounced(told);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    if (passphrase === '') return;
    await opening.run({ id, passphrase });
    setPassphrase('');
  };
  return (
    <form className={dialogStyles.dialog} onSubmit={open}>
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
      <p className={dialogStyles.message} data-tone={pending ? undefined : 'red'}>
        {told}
      </p>
      <div className={dialogStyles.actions}>
        <Button onClick={refuse}>{t('provision.refuse')}</Button>
        <Button type="submit" kind="main" aria-disabled={pending || passphrase === ''}>
          {t('provision.open')}
        </Button>
      </div>
    </form>
  );
}
