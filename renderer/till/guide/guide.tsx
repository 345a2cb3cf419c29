import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { type SettingsTexts, textsOf } from '../../ui/setting-texts.ts';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { LanguageSwitch } from '../layout/language-switch.tsx';
import { useSessionKeepAlive } from '../layout/use-session-keep-alive.ts';
import { SavingQuestion } from '../settings/live-question.tsx';
import {
  checkTerminal,
  type Path,
  resolverFor,
  type SettingsToSave,
  type StoredSettings,
} from '../settings/settings-draft.ts';
import { useSaving } from '../settings/use-saving.ts';
import { useStoredSettings } from '../settings/use-stored-settings.ts';
import { useTill, useUi, useUiNow } from '../till-store.ts';
import styles from './guide.module.css';
import { GuideDone } from './guide-done.tsx';
import { type GuideStep, guideSteps, nextTo, pathsOf, stepOf } from './guide-steps.ts';
import { StepQuestion, useServiceProfile } from './step-question.tsx';

export function Guide() {
  const { t, error } = useWords();
  const role = useTill((till) => till.role);
  const guide = useUi((ui) => ui.guide.open);
  const { read, refused } = useStoredSettings();
  const waited = useElapsed(read === undefined && refused === undefined);
  useEffect(() => {
    if (role === 'cashier') guide(false);
  }, [role, guide]);
  return (
    <main className={styles.guide}>
      <header className={styles.head}>
        <h1>{t('guide.title')}</h1>
        <LanguageSwitch />
      </header>
      {read !== undefined && <GuideForm stored={read.stored} trouble={refused} />}
      {read === undefined && (
        <div className={styles.message}>
          <p className={textStyles.sentence}>{refused ? error(refused) : waited > 300 && t('settings.reading')}</p>
          {refused && <Button onClick={() => guide(false)}>{t('guide.back')}</Button>}
        </div>
      )}
    </main>
  );
}

interface Props {
  readonly stored: StoredSettings;
  readonly trouble: ErrorView | undefined;
}

/** A single form, saved as a whole at the end. */
function GuideForm({ stored, trouble }: Props) {
  const { t, error, amountText } = useWords();
  const now = useUiNow();
  const [initial] = useState(() => textsOf(stored, amountText));
  const [step, setStep] = useState<GuideStep>(() => now().guide.kept?.step ?? 'service');
  const [saved, setSaved] = useState(false);
  const form = useForm<SettingsTexts, unknown, SettingsToSave>({
    mode: 'onChange',
    defaultValues: now().guide.kept?.texts ?? initial,
    resolver: resolverFor((texts) => checkTerminal(texts, stored), error),
    shouldFocusError: false,
  });
  const panel = useFirstBox(step);
  useServiceProfile(form, setStep);
  const focusOn = (path: Path) => {
    panel.current?.querySelector('details')?.toggleAttribute('open', true);
    form.setFocus(path);
  };
  useKept(form.getValues, saved ? undefined : step);
  const leaving = useLeaving();
  const fromTraining = useTill((till) => till.terminal.mode === 'training');
  const saving = useSaving({
    form,
    isAskedAbout: ({ draft }) => fromTraining || draft.service.environment === 'PROD',
    goTo(path) {
      // A box in another step must be rendered before it can take the focus.
      flushSync(() => setStep(stepOf(path)));
      focusOn(path);
    },
    saved: () => setSaved(true),
  });
  const keepSession = useSessionKeepAlive();
  const goOn = async () => {
    const mine = pathsOf(step);
    const typed = panel.current?.querySelector<HTMLInputElement>('input:focus')?.value;
    if (await form.trigger([...mine])) return setStep(nextTo(step, 1) ?? step);
    const wrong = mine.find((path) => form.getFieldState(path).invalid);
    if (wrong === undefined) return;
    focusOn(wrong);
    // Enter in a box goes to the next box: an empty box further on is no fault yet.
    if (typed) form.clearErrors(mine.filter((path) => form.getValues(path) === ''));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saved) leaving.toTill();
    else void (step === 'check' ? saving.submit() : goOn());
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
        onSubmit={submit}
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
          <SaveStatus pending={saving.pending} problem={saving.problem ?? leaving.problem ?? trouble} />
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
      <SavingQuestion saving={saving} />
    </FormProvider>
  );
}

/** Problems, or otherwise the service whose account and keys are asked for. */
function SaveStatus({ pending, problem }: { readonly pending: boolean; readonly problem: ErrorView | undefined }) {
  const { t, error } = useWords();
  const { environment, baseUrl } = useWatch<SettingsTexts, 'service'>({ name: 'service' });
  const service = baseUrl === '' ? '' : `${environment} · ${baseUrl}`;
  const waited = useElapsed(pending);
  const message = waited > 300 ? t('settings.saving') : problem === undefined ? service : error(problem);
  useAnnounced(message);
  return (
    <p className={styles.status} data-tone={problem === undefined ? undefined : 'red'}>
      {message}
    </p>
  );
}

function useFirstBox(step: GuideStep): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has other boxes
  useEffect(() => {
    const place = panel.current;
    const box = place?.querySelector<HTMLElement>(
      ':is(select, input[type="text"], input[type="password"]):not(details *)',
    );
    (box ?? place?.querySelector('h2'))?.focus({ preventScroll: true });
    place?.scrollTo({ top: 0 });
  }, [step]);
  return panel;
}

/** Without keys and PIN. `step` undefined: all saved, nothing to keep. */
function useKept(texts: () => SettingsTexts, step: GuideStep | undefined): void {
  const keep = useUi((ui) => ui.guide.keep);
  const last = useRef(step);
  last.current = step;
  useEffect(
    () => () => {
      const typed = texts();
      const secretless = { ...typed, keys: { signingKey: '', apiKey: '' }, managerPin: '', managerPinAgain: '' };
      keep(last.current === undefined ? null : { step: last.current, texts: structuredClone(secretless) });
    },
    [texts, keep],
  );
}

function useLeaving() {
  const choose = useCall('terminal.choose');
  const guide = useUi((ui) => ui.guide.open);
  const show = useUi((ui) => ui.navigation.show);
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

interface StepListProps {
  readonly step: GuideStep;
  readonly done: boolean;
  show(step: GuideStep): void;
}

function StepList({ step, done, show }: StepListProps) {
  const { t } = useWords();
  const now = guideSteps.indexOf(step);
  const [furthest, setFurthest] = useState(now);
  if (now > furthest) setFurthest(now);
  return (
    <ol className={styles.steps} aria-label={t('guide.steps')}>
      {guideSteps.map((name, index) => {
        const answered = done || index < furthest;
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.step}
              disabled={done || index > furthest}
              aria-current={name === step && !done ? 'step' : undefined}
              onClick={() => show(name)}
            >
              <span className={styles.sign} aria-hidden="true">
                {answered && (done || name !== step) ? <IconCheck size={20} stroke={2.5} /> : index + 1}
              </span>
              {t(`guide.step.${name}`)}
              {answered && <span className={textStyles.unseen}> ({t('guide.answered')})</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
