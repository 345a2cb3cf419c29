import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import dialogStyles from '../../dialogs/dialog.module.css';
import { dialogProps } from '../../dialogs/dialog-props.ts';
import { TextField } from '../../form/text-field.tsx';
import { ForOtherAccount } from './for-other-account.tsx';
import type { KeyDialogProps } from './key-step-dialog.tsx';
import { shortKid } from './short-kid.ts';

/** A pair is made in main; what this page learns of it is its id. */
export function MakeKeyDialog({ close, done, hasKey }: KeyDialogProps & { readonly hasKey: boolean }) {
  const { t, error } = useWords();
  const make = useCall('keys.make');
  const [kid, setKid] = useState('');
  const [forOther, setForOther] = useState(false);
  const atKid = make.problem?.field === 'kid' ? make.problem : undefined;
  const told = make.problem === undefined || atKid !== undefined ? undefined : error(make.problem);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await make.run({ kid, ...(forOther && { forOtherAccount: true }) });
    if (outcome?.ok) done(t('keys.made', { kid: shortKid(outcome.value.kid) }));
  };
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={close}
      title={t('keys.make')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <form className={dialogStyles.dialog} onSubmit={(event) => void submit(event)} noValidate>
        {told === undefined ? <p>{t('keys.make.text')}</p> : <Note tone="red">{told}</Note>}
        <TextField
          label={t('keys.kid.label')}
          first
          value={kid}
          max={200}
          hint={t('keys.kid.hint')}
          fault={atKid}
          change={(text) => {
            make.clear();
            setKid(text);
          }}
        />
        {hasKey && <ForOtherAccount checked={forOther} change={setForOther} />}
        <div className={dialogStyles.actions}>
          <Button onClick={close}>{t('dialog.not-now')}</Button>
          <Button type="submit" kind="main" aria-disabled={make.pending}>
            {t('keys.make.confirm')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
