import type { PersonView } from '../../../../preload/contract/people.ts';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import type { PeopleDialogProps } from './person-dialog.tsx';

/** Asks once, because a person who has ended does not come back: somebody would have to be added anew. */
export function EndPersonDialog({
  seen,
  person,
  close,
  saved,
  refused,
}: PeopleDialogProps & { readonly person: PersonView }) {
  const { t } = useWords();
  const { id, name } = person;
  const end = useCall('people.end');
  const submit = async () => {
    const outcome = await end.run({ version: seen.version, id });
    if (outcome?.ok) return saved(name);
    if (outcome?.error.code === 'people.stale' || outcome?.error.code === 'people.unknown') refused(outcome.error);
  };
  return (
    <Dialog title={t('people.end.title', { name })} close={close}>
      <DialogForm
        call={end}
        confirm={t('people.end')}
        kind="danger"
        submit={() => void submit()}
        leaveText={t('people.keep')}
        leave={close}
      >
        <p>{t('people.end.text', { name })}</p>
      </DialogForm>
    </Dialog>
  );
}
