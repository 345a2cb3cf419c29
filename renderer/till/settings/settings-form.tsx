import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useWords } from '../../ui/use-words.ts';
import partListStyles from '../layout/part-list.module.css';
import { useSessionKeepAlive } from '../layout/use-session-keep-alive.ts';
import { useTill, useUi } from '../till-store.ts';
import { SavingQuestion } from './live-question.tsx';
import { ComingPictures, ComingPicturesContext } from './parts/picture-input.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SettingsTexts } from './setting-texts.ts';
import { checkSettings, type Path, resolverFor, type SettingsToSave, type StoredSettings } from './settings-draft.ts';
import { partOf, SettingsParts } from './settings-parts.tsx';
import { useSaving } from './use-saving.ts';
import { useSettingsBase } from './use-settings-base.ts';

interface Props {
  readonly stored: StoredSettings;
  readonly savedBefore: boolean;
  readonly trouble: ErrorView | undefined;
  saved(): void;
}

export function SettingsForm({ stored: storedAtFirst, savedBefore, trouble, saved }: Props) {
  const { error } = useWords();
  const keepSession = useSessionKeepAlive();
  const openPart = useUi((ui) => ui.openPart);
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
      // A box of a closed part cannot take the focus.
      flushSync(() => openPart(partOf(path)));
      form.setFocus(path);
    },
    saved,
    refused: (code) => (code === 'settings.stale' ? readAgain(form) : undefined),
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    // A person who has left the settings meanwhile saves nothing.
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

/** Leaving the view asks first while something is unsaved. */
function useUnsavedMark({ isDirty }: { readonly isDirty: boolean }): void {
  const setUnsaved = useUi((ui) => ui.setUnsaved);
  useEffect(() => {
    setUnsaved(isDirty);
    return () => setUnsaved(false);
  }, [isDirty, setUnsaved]);
}
