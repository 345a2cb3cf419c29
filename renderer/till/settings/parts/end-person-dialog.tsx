import { Modal } from '@mantine/core';
import type { FormEvent } from 'react';
import type { PersonView } from '../../../../preload/contract/people.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import dialogStyles from '../../dialogs/dialog.module.css';
import { dialogProps } from '../../dialogs/dialog-props.ts';
import type { PeopleDialogProps } from './person-dialog.tsx';

/** Asks once, because a person who has ended does not come back: somebody would have to be added anew. */
export function EndPersonDialog({
  seen,
  person,
  close,
  saved,
  refused,
}: PeopleDialogProps & { readonly person: PersonView }) {
  const { t, error } = useWords();
  const { id, name } = person;
  const end = useCall('people.end');
  const told = end.problem === undefined ? undefined : error(end.problem);
  useAnnounced(told);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const outcome = await end.run({ version: seen.version, id });
    if (outcome?.ok) return saved(name);
    if (outcome?.error.code === 'people.stale' || outcome?.error.code === 'people.unknown') refused(outcome.error);
  };
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={close}
      title={t('people.end.title', { name })}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <form className={dialogStyles.dialog} onSubmit={(event) => void submit(event)}>
        <p className={dialogStyles.message}>{told ?? t('people.end.text', { name })}</p>
        <div className={dialogStyles.actions}>
          <Button data-autofocus onClick={close}>
            {t('people.keep')}
          </Button>
          <Button type="submit" kind="danger" aria-disabled={end.pending}>
            {t('people.end')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
