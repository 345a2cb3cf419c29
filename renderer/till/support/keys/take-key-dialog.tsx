import { useState } from 'react';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { TextField } from '../../form/text-field.tsx';
import { useSecretText } from '../../form/use-secret-text.ts';
import { ForOtherAccount } from './for-other-account.tsx';
import type { KeyDialogProps } from './key-step-dialog.tsx';
import { shortKid } from './short-kid.ts';

/** A key that somebody was given: pasted, which takes it at once, or read from a file by main. */
export function TakeKeyDialog({ close, done, hasKey }: KeyDialogProps & { readonly hasKey: boolean }) {
  const { t, error } = useWords();
  const paste = useCall('keys.take');
  const file = useCall('keys.take-file');
  const [text, setText] = useSecretText();
  const [kid, setKid] = useState('');
  const [forOther, setForOther] = useState(false);
  const problem = paste.problem ?? file.problem;
  const words = problem && faultText(problem);
  const atKid = problem?.field === 'kid' ? words : undefined;
  const atKey = paste.problem !== undefined && atKid === undefined ? words : undefined;
  const told = atKid === undefined && atKey === undefined ? words : undefined;
  const wish = { kid, forOtherAccount: forOther ? (true as const) : undefined };

  function faultText(why: ErrorView): string {
    const of = why.code.startsWith('key.') ? why.values?.['file'] : undefined;
    return of === undefined ? error(why) : t('keys.file-fault', { file: of, fault: error(why) });
  }
  function clear(): void {
    paste.clear();
    file.clear();
  }
  const taken = (id: string | undefined) => id !== undefined && done(t('keys.taken', { kid: shortKid(id) }));
  const take = async (pasted: string) => {
    file.clear();
    const outcome = await paste.run({ ...wish, text: pasted });
    // Right or wrong, a secret does not stay in the page.
    setText('');
    if (outcome?.ok) taken(outcome.value.kid);
  };
  const takeFile = async () => {
    paste.clear();
    const outcome = await file.run(wish);
    if (outcome?.ok) taken(outcome.value.kid);
  };
  return (
    <Dialog title={t('keys.take')} close={close}>
      <DialogForm
        call={{ pending: paste.pending || file.pending, problem: told }}
        confirm={t(text === '' ? 'keys.take.file' : 'keys.take.confirm')}
        submit={() => void (text === '' ? takeFile() : take(text))}
        leave={close}
      >
        <p>{t('keys.take.text')}</p>
        <TextField
          label={t('keys.kid.label')}
          value={kid}
          max={200}
          hint={t('keys.kid.hint.given')}
          fault={atKid}
          change={(typed) => {
            clear();
            setKid(typed);
          }}
        />
        {hasKey && <ForOtherAccount checked={forOther} change={setForOther} />}
        <TextField
          label={t('keys.take.paste')}
          first
          secret
          value={text}
          hint={t('keys.take.paste.hint')}
          fault={atKey}
          change={(typed) => {
            clear();
            setText(typed);
          }}
          paste={(pasted) => void take(pasted)}
        />
      </DialogForm>
    </Dialog>
  );
}
