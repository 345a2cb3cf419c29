import { useState } from 'react';
import { apiKeyField } from '../../../../preload/contract/fields.ts';
import type { KeysView } from '../../../../preload/contract/keys.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { faultOf } from '../../../ui/form/field-fault.ts';
import { useSecretText } from '../../../ui/form/secret.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';

interface Props {
  readonly apiKey: KeysView['apiKey'];
  changed(): void;
}

export function ApiKeyGroup({ apiKey, changed }: Props) {
  const { t } = useWords();
  const [asking, setAsking] = useState<'enter' | 'remove'>();
  const [message, setMessage] = useState<string>();
  useAnnounced(message);
  const close = () => setAsking(undefined);
  const done = (text: string) => {
    close();
    setMessage(text);
    changed();
  };
  return (
    <Group name={t('settings.keys.apiKey')}>
      <div className={blocks.whole}>
        <p>{apiKeyText(apiKey, t)}</p>
        <div className={blocks.acts}>
          <Button onClick={() => setAsking('enter')}>
            {t(apiKey === undefined ? 'keys.api.enter' : 'keys.api.replace')}
          </Button>
          {apiKey !== undefined && <Button onClick={() => setAsking('remove')}>{t('keys.api.remove')}</Button>}
          <p>{message}</p>
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
  const { t } = useWords();
  const set = useCall('keys.api-key.set');
  const [text, setText] = useSecretText();
  const [asked, setAsked] = useState(false);
  const fault = faultOf(apiKeyField, text);
  const submit = async () => {
    setAsked(true);
    if (fault !== undefined) return;
    const outcome = await set.run({ apiKey: text });
    setText('');
    setAsked(false);
    if (outcome?.ok) done(t('keys.api.set'));
  };
  return (
    <Dialog title={t('settings.keys.apiKey')} close={close}>
      <DialogForm call={set} confirm={t('keys.api.save')} submit={() => void submit()} leave={close}>
        <p>{t('keys.api.text')}</p>
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
      </DialogForm>
    </Dialog>
  );
}

function RemoveApiKey({ close, done }: DialogProps) {
  const { t } = useWords();
  const remove = useCall('keys.api-key.remove');
  const submit = async () => {
    if ((await remove.run({}))?.ok) done(t('keys.api.removed'));
  };
  return (
    <Dialog title={t('keys.api.remove.title')} close={close}>
      <DialogForm call={remove} confirm={t('keys.api.remove')} kind="danger" submit={() => void submit()} leave={close}>
        <p>{t('keys.api.remove.text')}</p>
      </DialogForm>
    </Dialog>
  );
}
