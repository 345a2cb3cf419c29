import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { apiKeyField } from '../../../../preload/contract/fields.ts';
import type { KeysView } from '../../../../preload/contract/keys.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import dialogStyles from '../../dialogs/dialog.module.css';
import { dialogProps } from '../../dialogs/dialog-props.ts';
import { faultOf } from '../../form/field-fault.ts';
import { TextField } from '../../form/text-field.tsx';
import { useSecretText } from '../../form/use-secret-text.ts';
import { Group } from '../../layout/group.tsx';
import styles from './keys-tab.module.css';

interface Props {
  readonly apiKey: KeysView['apiKey'];
  changed(): void;
}

/** Whether there is an API key, by its last characters, and another one in its place. */
export function ApiKeyGroup({ apiKey, changed }: Props) {
  const { t } = useWords();
  const [asking, setAsking] = useState<'enter' | 'remove'>();
  const [told, setTold] = useState<string>();
  useAnnounced(told);
  const close = () => setAsking(undefined);
  const done = (text: string) => {
    close();
    setTold(text);
    changed();
  };
  return (
    <Group name={t('keys.group.api')}>
      <div className={styles.group}>
        <p>{apiKeyText(apiKey, t)}</p>
        <div className={styles.acts}>
          <Button onClick={() => setAsking('enter')}>
            {t(apiKey === undefined ? 'keys.api.enter' : 'keys.api.replace')}
          </Button>
          {apiKey !== undefined && <Button onClick={() => setAsking('remove')}>{t('keys.api.remove')}</Button>}
          <p>{told}</p>
        </div>
      </div>
      {asking === 'enter' && <EnterApiKey close={close} done={done} />}
      {asking === 'remove' && <RemoveApiKey close={close} done={done} />}
    </Group>
  );
}

function apiKeyText(apiKey: KeysView['apiKey'], t: ReturnType<typeof useWords>['t']): string {
  if (apiKey === undefined) return t('keys.api.none');
  return apiKey.lastFour === undefined ? t('keys.api.kept') : t('keys.api.kept.end', { lastFour: apiKey.lastFour });
}

interface DialogProps {
  close(): void;
  done(text: string): void;
}

function EnterApiKey({ close, done }: DialogProps) {
  const { t, error } = useWords();
  const set = useCall('keys.api-key.set');
  const [text, setText] = useSecretText();
  const [asked, setAsked] = useState(false);
  const fault = faultOf(apiKeyField, text);
  const told = set.problem && error(set.problem);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (fault !== undefined) return;
    const outcome = await set.run({ apiKey: text });
    setText('');
    setAsked(false);
    if (outcome?.ok) done(t('keys.api.set'));
  };
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={close}
      title={t('keys.group.api')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <form className={dialogStyles.dialog} onSubmit={(event) => void submit(event)} noValidate>
        {told === undefined ? <p>{t('keys.api.text')}</p> : <Note tone="red">{told}</Note>}
        <TextField
          label={t('keys.api.label')}
          first
          secret
          value={text}
          fault={asked || (text !== '' && fault !== undefined) ? fault : undefined}
          change={(typed) => {
            set.clear();
            setText(typed);
          }}
        />
        <div className={dialogStyles.actions}>
          <Button onClick={close}>{t('dialog.not-now')}</Button>
          <Button type="submit" kind="main" aria-disabled={set.pending}>
            {t('keys.api.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function RemoveApiKey({ close, done }: DialogProps) {
  const { t, error } = useWords();
  const remove = useCall('keys.api-key.remove');
  const told = remove.problem && error(remove.problem);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ((await remove.run({}))?.ok) done(t('keys.api.removed'));
  };
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={close}
      title={t('keys.api.remove.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <form className={dialogStyles.dialog} onSubmit={(event) => void submit(event)}>
        {told === undefined ? (
          <p className={dialogStyles.message}>{t('keys.api.remove.text')}</p>
        ) : (
          <Note tone="red">{told}</Note>
        )}
        <div className={dialogStyles.actions}>
          <Button data-autofocus onClick={close}>
            {t('dialog.not-now')}
          </Button>
          <Button type="submit" kind="danger" aria-disabled={remove.pending}>
            {t('keys.api.remove')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
