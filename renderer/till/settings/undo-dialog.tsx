import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { DialogForm } from '../dialogs/dialog-form.tsx';
import { ChangesTable } from './changes-table.tsx';
import { type SettingsTexts, textsOf } from './setting-texts.ts';
import { changedPaths, type StoredSettings } from './settings-draft.ts';

interface Props {
  readonly stored: StoredSettings;
  readonly texts: SettingsTexts;
  readonly opened: boolean;
  close(): void;
  undone(): void;
  /** Something else was saved since this was read: what it shows would not be undone. */
  stale(): void;
}

export function UndoDialog({ opened, ...of }: Props) {
  const { t } = useWords();
  return (
    <Dialog title={t('settings.undo.title')} width="table" opened={opened} close={of.close}>
      <Question {...of} />
    </Dialog>
  );
}

function Question({ stored, texts, close, undone, stale }: Omit<Props, 'opened'>) {
  const { t, amountText } = useWords();
  const undo = useCall('settings.undo');
  const { counter = stored.counter, settings = stored.settings } = stored.undo ?? {};
  const before = textsOf({ counter, settings }, amountText);
  const confirm = async () => {
    const outcome = await undo.run({ version: stored.version });
    if (outcome?.ok) return undone();
    if (outcome?.error.code === 'settings.stale') stale();
  };
  return (
    <DialogForm confirm={t('settings.undo.confirm')} call={undo} submit={() => void confirm()} leave={close}>
      <ChangesTable
        tall
        name={t('settings.changes.region')}
        paths={changedPaths(texts, before)}
        before={texts}
        after={before}
      />
      <p>{t('settings.undo.text')}</p>
    </DialogForm>
  );
}
