import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { useSessionKeepAlive } from '../layout/use-session-keep-alive.ts';
import { LiveQuestion } from '../settings/live-question.tsx';
import { type SettingsTexts, textsOf } from '../settings/setting-texts.ts';
import {
  checkTerminal,
  firstFault,
  type Path,
  pathOfField,
  resolverFor,
  type SettingsToSave,
  type StoredSettings,
} from '../settings/settings-draft.ts';
import { useTill, useUi, useUiNow } from '../till-store.ts';
import styles from './guide.module.css';
import { GuideDone } from './guide-done.tsx';
import { type GuideStep, nextTo, pathsOf, stepOf } from './guide-steps.ts';
import { StepList } from './step-list.tsx';
import { StepQuestion } from './step-question.tsx';

interface Props {
  readonly stored: StoredSettings;
  readonly trouble: ErrorView | undefined;
}

/** The questions of the guide over one form. Nothing of it is kept before its end, and then all of it or nothing. */
export function GuideForm({ stored, trouble }: Props) {
  const { t, error, amountText } = useWords();
  const now = useUiNow();
  const [initial] = useState(() => textsOf(stored, amountText));
  const [step, setStep] = useState<GuideStep>(() => now().guideKept?.step ?? 'service');
  const [saved, setSaved] = useState(false);
  const form = useForm<SettingsTexts, unknown, SettingsToSave>({
    mode: 'onChange',
    defaultValues: now().guideKept?.texts ?? initial,
    resolver: resolverFor((texts) => checkTerminal(texts, stored), error),
    shouldFocusError: false,
  });
  const panel = useFirstBox(step);
  useKept(form.getValues, step, saved);
  const leaving = useLeaving();
  const saving = useSaving((outcome) => {
    const path = outcome.ok ? undefined : pathOfField(outcome.error.field);
    if (outcome.ok) setSaved(true);
    if (outcome.ok || path === undefined) return;
    form.setError(path, { type: outcome.error.code, message: error(outcome.error) });
    goTo(path);
  });
  const keepSession = useSessionKeepAlive();
  const waited = useElapsed(saving.pending);
  const problem = saving.problem ?? leaving.problem ?? trouble;
  const told = waited > 300 ? t('settings.saving') : problem === undefined ? '' : error(problem);
  useAnnounced(told);

  /** A box of another step is not there to take the focus. */
  function goTo(path: Path): void {
    flushSync(() => setStep(stepOf(path)));
    form.setFocus(path);
  }
  const goOn = async () => {
    const mine = pathsOf(step);
    if (!(await form.trigger([...mine]))) {
      const wrong = mine.find((path) => form.getFieldState(path).invalid);
      if (wrong !== undefined) form.setFocus(wrong);
      return;
    }
    const next = nextTo(step, 1);
    if (next !== undefined) setStep(next);
  };
  const finish = form.handleSubmit(saving.ask, (errors) => {
    const first = firstFault(errors);
    if (first !== undefined) goTo(first);
  });
  const submit = () => {
    if (saved) return leaving.toTill();
    return step === 'check' ? finish() : goOn();
  };
  const back = () => {
    const before = nextTo(step, -1);
    return before === undefined ? leaving.back() : setStep(before);
  };
  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDownCapture={keepSession}
        onPointerDownCapture={keepSession}
      >
        <StepList step={step} done={saved} show={setStep} />
        <div ref={panel} className={styles.panel}>
          {saved ? <GuideDone /> : <StepQuestion step={step} stored={stored} initial={initial} />}
        </div>
        <div className={styles.foot}>
          <Button className={styles.backButton} disabled={saved || saving.pending} onClick={back}>
            {t('guide.back')}
          </Button>
          <p className={styles.told} data-tone={problem === undefined ? undefined : 'red'}>
            {told}
          </p>
          {!saved && (
            <Button kind="plain" aria-disabled={leaving.pending} onClick={() => void leaving.toTraining()}>
              {t('guide.training')}
            </Button>
          )}
          <Button type="submit" kind="main" className={styles.continueButton} aria-disabled={saving.pending}>
            {t(saved ? 'guide.to-till' : step === 'check' ? 'guide.finish' : 'guide.continue')}
          </Button>
        </div>
      </form>
      <LiveQuestion
        environment={saving.asking?.draft.service.environment ?? 'PREPROD'}
        fromTraining={saving.fromTraining}
        shopName={saving.asking?.draft.shop.shopName ?? ''}
        opened={saving.asking !== undefined}
        pending={saving.pending}
        close={saving.stay}
        goLive={() => void saving.save()}
      />
    </FormProvider>
  );
}

function useFirstBox(step: GuideStep): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has other boxes
  useEffect(() => {
    const place = panel.current;
    const box = place?.querySelector<HTMLElement>('select, input[type="text"], input[type="password"]');
    (box ?? place?.querySelector('h2'))?.focus({ preventScroll: true });
    place?.scrollTo({ top: 0 });
  }, [step]);
  return panel;
}

/** What was typed is there again when the guide is; keys and PIN are not kept in the page for that. */
function useKept(texts: () => SettingsTexts, step: GuideStep, saved: boolean): void {
  const keep = useUi((ui) => ui.keepGuide);
  const last = useRef({ step, saved });
  last.current = { step, saved };
  useEffect(
    () => () => {
      const typed = texts();
      const secretless = { ...typed, keys: { signingKey: '', apiKey: '' }, managerPin: '', managerPinAgain: '' };
      keep(last.current.saved ? null : { step: last.current.step, texts: structuredClone(secretless) });
    },
    [texts, keep],
  );
}

function useLeaving() {
  const choose = useCall('terminal.choose');
  const guide = useUi((ui) => ui.guide);
  const show = useUi((ui) => ui.show);
  const mode = useTill((till) => till.terminal.mode);
  return {
    problem: choose.problem,
    pending: choose.pending,
    back: () => guide(false),
    toTill() {
      guide(false);
      show('sale');
    },
    async toTraining() {
      if (mode !== 'training' && (await choose.run({ mode: 'training' }))?.ok !== true) return;
      guide(false);
      show('sale');
    },
  };
}

type TerminalSave = Extract<SettingsToSave, { readonly scope: 'terminal' }>;
type SaveOutcome = NonNullable<Awaited<ReturnType<ReturnType<typeof useCall<'settings.save'>>['run']>>>;

/** One save of everything, and the terminal is live with it. Asks first where money becomes real, or training ends. */
function useSaving(told: (outcome: SaveOutcome) => void) {
  const call = useCall('settings.save');
  const [asking, setAsking] = useState<TerminalSave>();
  const fromTraining = useTill((till) => till.terminal.mode === 'training');
  async function send(save: TerminalSave): Promise<void> {
    const outcome = await call.run(save.draft);
    setAsking(undefined);
    if (outcome !== undefined) told(outcome);
  }
  return {
    asking,
    fromTraining,
    pending: call.pending,
    problem: pathOfField(call.problem?.field) === undefined ? call.problem : undefined,
    stay: () => setAsking(undefined),
    ask(save: SettingsToSave) {
      if (save.scope !== 'terminal') return undefined;
      if (fromTraining || save.draft.service.environment === 'PROD') return setAsking(save);
      return send(save);
    },
    save: () => asking && send(asking),
  };
}
