import { useState } from 'react';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { CheckBox } from '../../form/check-box.tsx';
import { TextField } from '../../form/text-field.tsx';
import { shortKid } from './key-card.tsx';
import type { KeyDialogProps } from './key-step-dialog.tsx';

export function MakeKeyDialog({ close, done, hasKey }: KeyDialogProps & { readonly hasKey: boolean }) {
  const { t } = useWords();
  const make = useCall('keys.make');
  const [kid, setKid] = useState('');
  const [forOther, setForOther] = useState(false);
  const atKid = make.problem?.field === 'kid' ? make.problem : undefined;
  const submit = async () => {
    const outcome = await make.run({ kid, forOtherAccount: forOther || undefined });
    if (outcome?.ok) done(t('keys.made', { kid: shortKid(outcome.value.kid) }));
  };
  return (
    <Dialog title={t('keys.make')} close={close}>
      <DialogForm
        call={{ pending: make.pending, problem: atKid === undefined ? make.problem : undefined }}
        confirm={t('keys.make.confirm')}
        submit={() => void submit()}
        leave={close}
      >
        <p>{t('keys.make.text')}</p>
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
        {/* A key stays with the account that it is for; this one waits for the account that is saved next. */}
        {hasKey && (
          <CheckBox checked={forOther} change={setForOther}>
            {t('keys.for-other')}
          </CheckBox>
        )}
      </DialogForm>
    </Dialog>
  );
}
