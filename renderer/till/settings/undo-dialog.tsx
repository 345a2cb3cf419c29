import { Modal } from '@mantine/core';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import dialogStyles from '../dialogs/dialog.module.css';
import { dialogProps } from '../dialogs/dialog-props.ts';
import { changedPaths } from './changes.ts';
import { ChangesTable } from './changes-table.tsx';
import { type SettingsTexts, type StoredSettings, textsOf } from './settings-draft.ts';

interface Props {
  readonly stored: StoredSettings;
  /** What is stored, as texts. */
  readonly texts: SettingsTexts;
  readonly opened: boolean;
  close(): void;
  undone(): void;
  /** Something else was saved since this was read: what it shows would not be undone. */
  stale(): void;
}

/** Shows what the last save changed, field by field, before it is saved again as it was. */
export function UndoDialog({ stored, texts, opened, close, undone, stale }: Props) {
  const { t } = useWords();
  return (
    <Modal
      {...dialogProps}
      opened={opened}
      onClose={close}
      size="min(860px, 94vw)"
      title={t('settings.undo.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <Question stored={stored} texts={texts} close={close} undone={undone} stale={stale} />
    </Modal>
  );
}

function Question({ stored, texts, close, undone, stale }: Omit<Props, 'opened'>) {
  const words = useWords();
  const { t } = words;
  const undo = useCall('settings.undo');
  const problem = undo.problem === undefined ? '' : words.error(undo.problem);
  useAnnounced(problem);
  const { counter = stored.counter, settings = stored.settings } = stored.undo ?? {};
  const before = textsOf({ ...stored, counter, settings }, words.amountText);
  const confirm = async () => {
    const outcome = await undo.run({ version: stored.version });
    if (outcome?.ok) return undone();
    if (outcome?.error.code === 'settings.stale') stale();
  };
  return (
    <div className={dialogStyles.dialog}>
      <ChangesTable
        tall
        name={t('settings.changes.region')}
        paths={changedPaths(texts, before)}
        before={texts}
        after={before}
      />
      <p>{t('settings.undo.text')}</p>
      <p className={dialogStyles.message} data-tone="red">
        {problem}
      </p>
      <div className={dialogStyles.actions}>
        <Button data-autofocus onClick={close}>
          {t('dialog.not-now')}
        </Button>
        <Button kind="main" aria-disabled={undo.pending} onClick={() => void confirm()}>
          {t('settings.undo.confirm')}
        </Button>
      </div>
    </div>
  );
}
