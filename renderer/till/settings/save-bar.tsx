import { useEffect, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { type SettingsTexts, textsOf } from '../../ui/setting-texts.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { ChangesTable } from './changes-table.tsx';
import styles from './settings.module.css';
import { changedPaths, isOtherAccount, type Path, paths, type StoredSettings } from './settings-draft.ts';
import type { Saving } from './use-saving.ts';

interface Props {
  readonly saving: Saving;
  readonly stored: StoredSettings;
  readonly initial: SettingsTexts;
  readonly savedBefore: boolean;
  /** The keychain could not be read. */
  readonly trouble: ErrorView | undefined;
  readonly meanwhile: readonly Path[];
  undone(): void;
  readAgain(): Promise<void>;
}

export function SaveBar({ saving, stored, initial, savedBefore, trouble, meanwhile, undone, readAgain }: Props) {
  const { t, error } = useWords();
  const texts = useWatch<SettingsTexts>() as SettingsTexts;
  const { errors, isSubmitted } = useFormState<SettingsTexts>();
  const { reset } = useFormContext<SettingsTexts>();
  const [undoing, setUndoing] = useState(false);
  /** The user tried to undo a save that was no longer the last. */
  const [undidNothing, setUndidNothing] = useState(false);
  const waited = useElapsed(saving.pending);
  const changed = changedPaths(initial, texts);
  const isChanged = changed.length > 0;
  const count = paths.filter((path) => get(errors, path) !== undefined).length;
  const isRefused = isSubmitted && count > 0;
  const message = () => {
    if (saving.problem !== undefined) return error(saving.problem);
    if (waited > 300) return t('settings.saving');
    if (isRefused) return t('settings.faults', { count });
    if (trouble !== undefined) return error(trouble);
    if (isOtherAccount(texts, stored)) return t('settings.other-account');
    if (isChanged) return t('settings.changes', { count: changed.length });
    if (undidNothing) return t('settings.undo.stale');
    return savedBefore ? t('settings.saved') : '';
  };
  const openUndo = () => {
    setUndidNothing(false);
    setUndoing(true);
  };
  const stale = () => {
    setUndoing(false);
    setUndidNothing(true);
    void readAgain();
  };
  const text = message();
  useAnnounced(text);
  // The list of changes takes room from the part above, so the focused box is scrolled into view.
  useEffect(() => {
    const box = document.activeElement?.closest('[data-wrong]');
    if (changed.length > 0) box?.scrollIntoView({ block: 'nearest' });
  }, [changed.length]);
  return (
    <>
      {isChanged && (
        <ChangesTable
          name={t('settings.changes.region')}
          paths={changed}
          before={initial}
          after={texts}
          meanwhile={meanwhile}
        />
      )}
      <div className={styles.bar}>
        <p role="status" aria-live="off" aria-label={t('settings.message')} data-tone={isRefused ? 'red' : 'grey'}>
          {text}
        </p>
        {!isChanged && stored.undo !== undefined && <Button onClick={openUndo}>{t('settings.undo.last')}</Button>}
        {isChanged && (
          <>
            <Button disabled={saving.pending} onClick={() => reset()}>
              {t('settings.undo')}
            </Button>
            <Button type="submit" kind="main" aria-disabled={saving.pending}>
              {t('settings.save')}
            </Button>
          </>
        )}
      </div>
      <UndoDialog
        stored={stored}
        texts={initial}
        opened={undoing}
        close={() => setUndoing(false)}
        undone={() => {
          setUndoing(false);
          undone();
        }}
        stale={stale}
      />
    </>
  );
}

interface UndoDialogProps {
  readonly stored: StoredSettings;
  readonly texts: SettingsTexts;
  readonly opened: boolean;
  close(): void;
  undone(): void;
  /** Called if another save has happened meanwhile: the displayed values would not be undone. */
  stale(): void;
}

function UndoDialog({ opened, ...of }: UndoDialogProps) {
  const { t } = useWords();
  return (
    <Dialog title={t('settings.undo.title')} width="table" opened={opened} close={of.close}>
      <Question {...of} />
    </Dialog>
  );
}

function Question({ stored, texts, close, undone, stale }: Omit<UndoDialogProps, 'opened'>) {
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
