import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useWords } from '../../ui/use-words.ts';
import { useSessionKeepAlive } from '../layout/use-session-keep-alive.ts';
import { useTill, useUi } from '../till-store.ts';
import { ComingPictures, ComingPicturesContext } from './coming-pictures.ts';
import { LiveQuestion } from './live-question.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SettingsTexts } from './setting-texts.ts';
import styles from './settings.module.css';
import {
  checkSettings,
  firstFault,
  type Path,
  pathOfField,
  resolverFor,
  type SettingsToSave,
  type StoredSettings,
} from './settings-draft.ts';
import { type PartName, partOf, SettingsParts } from './settings-parts.tsx';
import { useSaveSettings } from './use-save-settings.ts';
import { useSettingsBase } from './use-settings-base.ts';

interface Props {
  readonly stored: StoredSettings;
  readonly savedBefore: boolean;
  readonly trouble: ErrorView | undefined;
  readonly part: PartName;
  saved(part: PartName): void;
}

export function SettingsForm({ stored: storedAtFirst, savedBefore, trouble, part, saved }: Props) {
  const { error } = useWords();
  const save = useSaveSettings();
  const keepSession = useSessionKeepAlive();
  const [shown, show] = useState(part);
  const [pictures] = useState(() => new ComingPictures());
  const { stored, texts: initial, meanwhile, readAgain } = useSettingsBase(storedAtFirst);
  const form = useForm<SettingsTexts, unknown, SettingsToSave>({
    mode: 'onChange',
    defaultValues: initial,
    resolver: resolverFor((texts) => checkSettings(texts, initial, stored), error),
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;
  const setUnsaved = useUi((ui) => ui.setUnsaved);
  useEffect(() => {
    setUnsaved(isDirty);
    return () => setUnsaved(false);
  }, [isDirty, setUnsaved]);
  /** Set while somebody is asked whether to save what makes payments real. */
  const [goingLive, setGoingLive] = useState<SettingsToSave>();
  const { mode, environment } = useTill((till) => till.terminal);
  /** A box of a closed part cannot take the focus, so its part opens first. */
  const goTo = (path: Path) => {
    flushSync(() => show(partOf(path)));
    form.setFocus(path);
  };
  const goToFirstFault = (errors: FieldErrors<SettingsTexts>) => {
    const first = firstFault(errors);
    if (first !== undefined) goTo(first);
  };
  const send = async (toSave: SettingsToSave) => {
    const outcome = await save.run(toSave);
    setGoingLive(undefined);
    if (outcome?.ok) return saved(shown);
    if (outcome?.error.code === 'settings.stale') await readAgain(form);
    const path = pathOfField(outcome?.error.field);
    if (outcome === undefined || path === undefined) return;
    form.setError(path, { type: outcome.error.code, message: error(outcome.error) });
    goTo(path);
  };
  const submitNow = form.handleSubmit((toSave) => {
    const isReal = mode === 'live' && environment === 'PROD';
    const becomesReal = !isReal && toSave.scope === 'terminal' && toSave.draft.service.environment === 'PROD';
    return becomesReal ? setGoingLive(toSave) : send(toSave);
  }, goToFirstFault);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    // Who has left the settings meanwhile saves nothing.
    if ((await pictures.allCame()) && currentTarget.isConnected) await submitNow();
  };
  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        onKeyDownCapture={keepSession}
        onPointerDownCapture={keepSession}
      >
        <ComingPicturesContext value={pictures}>
          <SettingsParts
            stored={stored}
            shown={shown}
            show={show}
            foot={
              <SaveBar
                save={save}
                stored={stored}
                initial={initial}
                savedBefore={savedBefore}
                trouble={trouble}
                meanwhile={meanwhile}
                undone={() => saved(shown)}
                readAgain={() => readAgain(form)}
              />
            }
          />
        </ComingPicturesContext>
      </form>
      <LiveQuestion
        environment="PROD"
        fromTraining={mode === 'training'}
        shopName={goingLive?.scope === 'terminal' ? goingLive.draft.shop.shopName : ''}
        opened={goingLive !== undefined}
        pending={save.pending}
        close={() => setGoingLive(undefined)}
        goLive={() => goingLive && void send(goingLive)}
      />
    </FormProvider>
  );
}
