import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, get, useForm } from 'react-hook-form';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/ask-main.ts';
import { type SettingsTexts, textsOf } from '../../ui/setting-texts.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { Locked, MessageInstead } from '../layout/locked.tsx';
import partListStyles from '../layout/part-list.module.css';
import { useSessionKeepAlive } from '../layout/use-session-keep-alive.ts';
import { useTill, useUi } from '../till-store.ts';
import { SavingQuestion } from './live-question.tsx';
import { ComingPictures, ComingPicturesContext } from './parts/picture-input.tsx';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import {
  changedPaths,
  checkSettings,
  type Path,
  resolverFor,
  type SettingsToSave,
  type StoredSettings,
} from './settings-draft.ts';
import { partOf, SettingsParts } from './settings-parts.tsx';
import { type SettingsFormOf, useSaving } from './use-saving.ts';
import { useStoredSettings } from './use-stored-settings.ts';

export function SettingsScreen() {
  const { t, error } = useWords();
  const role = useTill((till) => till.role);
  const { read, refused, readAgain } = useStoredSettings();
  const waited = useElapsed(read === undefined && refused === undefined);
  if (role === 'cashier') return <Locked view="settings" />;
  if (refused !== undefined && read === undefined) return <MessageInstead text={error(refused)} />;
  if (read === undefined) return <div className={styles.reading}>{waited > 300 && <p>{t('settings.reading')}</p>}</div>;
  return (
    <SettingsForm
      key={read.time}
      stored={read.stored}
      trouble={refused}
      saved={readAgain}
      savedBefore={read.time > 0}
    />
  );
}

interface Props {
  readonly stored: StoredSettings;
  readonly savedBefore: boolean;
  readonly trouble: ErrorView | undefined;
  saved(): void;
}

function SettingsForm({ stored: storedAtFirst, savedBefore, trouble, saved }: Props) {
  const { error } = useWords();
  const keepSession = useSessionKeepAlive();
  const openPart = useUi((ui) => ui.navigation.openPart);
  const [pictures] = useState(() => new ComingPictures());
  const { stored, texts: initial, meanwhile, readAgain } = useSettingsBase(storedAtFirst);
  const form = useForm<SettingsTexts, unknown, SettingsToSave>({
    mode: 'onChange',
    defaultValues: initial,
    resolver: resolverFor((texts) => checkSettings(texts, initial, stored), error),
    shouldFocusError: false,
  });
  useUnsavedMark(form.formState);
  const isReal = useTill(({ terminal }) => terminal.mode === 'live' && terminal.environment === 'PROD');
  const saving = useSaving({
    form,
    isAskedAbout: ({ draft }) => !isReal && draft.service.environment === 'PROD',
    goTo(path: Path) {
      // A box in a closed part cannot take the focus.
      flushSync(() => openPart(partOf(path)));
      form.setFocus(path);
    },
    saved,
    refused: (code) => (code === 'settings.stale' ? readAgain(form) : undefined),
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    // Do not save if the user has left the settings meanwhile.
    if ((await pictures.allCame()) && currentTarget.isConnected) await saving.submit();
  };
  const foot = (
    <SaveBar
      saving={saving}
      stored={stored}
      initial={initial}
      savedBefore={savedBefore}
      trouble={trouble}
      meanwhile={meanwhile}
      undone={saved}
      readAgain={() => readAgain(form)}
    />
  );
  return (
    <FormProvider {...form}>
      <form
        className={partListStyles.view}
        onSubmit={(event) => void submit(event)}
        noValidate
        onKeyDownCapture={keepSession}
        onPointerDownCapture={keepSession}
      >
        <ComingPicturesContext value={pictures}>
          <SettingsParts stored={stored} foot={foot} />
        </ComingPicturesContext>
      </form>
      <SavingQuestion saving={saving} />
    </FormProvider>
  );
}

function useUnsavedMark({ isDirty }: { readonly isDirty: boolean }): void {
  const setUnsaved = useUi((ui) => ui.settings.setUnsaved);
  useEffect(() => {
    setUnsaved(isDirty);
    return () => setUnsaved(false);
  }, [isDirty, setUnsaved]);
}

interface Base {
  readonly stored: StoredSettings;
  readonly texts: SettingsTexts;
  /** Fields edited here and meanwhile saved by another user. */
  readonly meanwhile: readonly Path[];
}

function useSettingsBase(stored: StoredSettings) {
  const bridge = useBridge();
  const { amountText } = useWords();
  const [base, setBase] = useState<Base>(() => ({ stored, texts: textsOf(stored, amountText), meanwhile: [] }));

  /** Unedited fields get the new values, edited fields stay. */
  async function readAgain(form: SettingsFormOf): Promise<void> {
    const outcome = await callMain(bridge, 'settings.read', {});
    if (!outcome.ok) return;
    const typed = structuredClone(form.getValues());
    const newer = textsOf(outcome.value, amountText);
    const mine = changedPaths(base.texts, typed);
    const meanwhile = changedPaths(base.texts, newer).filter((path) => mine.includes(path));
    flushSync(() => setBase({ stored: outcome.value, texts: newer, meanwhile }));
    form.reset(newer);
    // Otherwise the PIN would have to be typed again.
    form.setValue('managerPinAgain', typed.managerPinAgain);
    for (const path of mine) form.setValue(path, get(typed, path), { shouldDirty: true, shouldValidate: true });
  }

  return { ...base, readAgain };
}
