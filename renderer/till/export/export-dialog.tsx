import { useCallback, useState } from 'react';
import type { Answer, Ask } from '../../../preload/contract/contract.ts';
import type { ExportKind, ExportProgress } from '../../../preload/contract/export.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall, useRead } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { dayOf } from '../../ui/form/day-text.ts';
import { keysBelow, type TextKey } from '../../ui/language.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { type ExportChoice, exportDraftOf, faultOf, firstChoice, type Listed } from './export-choice.ts';
import styles from './export-dialog.module.css';
import { ExportFields } from './export-fields.tsx';

export interface ExportDialogProps {
  readonly kinds: readonly [ExportKind, ...ExportKind[]];
  /** Such as 2026-11-20; empty for all. */
  readonly days?: Pick<ExportChoice, 'first' | 'last'> | undefined;
  readonly listed?: Listed | undefined;
}

interface Props extends ExportDialogProps {
  close(): void;
}

export function ExportDialog({ close, ...props }: Props) {
  const { t } = useWords();
  const running = useExport();
  return (
    <Dialog title={t('export.open')} width="table" busy={running.running} close={close}>
      <Form {...props} running={running} close={close} />
    </Dialog>
  );
}

function Form({ kinds, days, listed, running, close }: Props & { readonly running: RunningExport }) {
  const words = useWords();
  const { t } = words;
  const [choice, setChoice] = useState<ExportChoice>({ ...firstChoice, kind: kinds[0], ...days });
  const hasListed = (listed?.text ?? listed?.states) !== undefined;
  const fault = faultOf(choice, dayOf(Date.now()));
  return (
    <div className={dialogStyles.dialog}>
      <ExportFields
        choice={choice}
        kinds={kinds}
        hasListed={hasListed}
        fault={fault}
        disabled={running.running}
        change={(change) => setChoice({ ...choice, ...change })}
      />
      <State running={running} words={words} />
      <div className={dialogStyles.actions}>
        {running.running ? (
          <Button onClick={running.stop}>{t('export.stop')}</Button>
        ) : (
          <Button onClick={close}>{t('dialog.close')}</Button>
        )}
        <Button
          kind="main"
          aria-disabled={running.running || fault !== undefined}
          onClick={() => fault === undefined && running.start(exportDraftOf(choice, listed, headingsOf(t)))}
        >
          {t('export.start')}
        </Button>
      </div>
    </div>
  );
}

function State({
  running: { running, progress, saved, problem },
  words,
}: {
  readonly running: RunningExport;
  readonly words: Words;
}) {
  const { t } = words;
  const ended = saved === undefined ? problem && words.error(problem) : doneText(saved, t);
  useAnnounced(running ? undefined : ended);
  if (!running)
    return (
      <p className={styles.state} data-tone={problem === undefined ? undefined : 'red'}>
        {ended}
      </p>
    );
  return (
    <div className={styles.state}>
      <p>{progressText(progress, t)}</p>
      {progress !== undefined && progress.rows > 0 && (
        <progress
          className={styles.progress}
          aria-label={t('export.progress')}
          value={progress.rows}
          max={Math.max(progress.about ?? 0, progress.rows + 1)}
        />
      )}
    </div>
  );
}

function headingsOf(t: Words['t']): Readonly<Record<string, string>> {
  const names = keysBelow('export.column.');
  return Object.fromEntries(names.map((name) => [name, t(`export.column.${name}` as TextKey)]));
}

function doneText({ rows, file }: NonNullable<RunningExport['saved']>, t: Words['t']): string {
  return rows === 0 ? t('export.nothing', { file }) : t('export.done', { file, rows });
}

/** The system's save dialog is open until the first row is written. */
function progressText(progress: RunningExport['progress'], t: Words['t']): string {
  if (progress === undefined || progress.rows === 0) return t('export.asking');
  const { rows, about } = progress;
  return about === undefined ? t('export.rows', { rows }) : t('export.rows.about', { rows, about });
}

type Saved = Extract<Answer<'export.start'>, { readonly saved: true }>;

interface RunningExport {
  start(draft: Ask<'export.start'>): void;
  stop(): void;
  readonly running: boolean;
  readonly progress: ExportProgress | undefined;
  readonly saved: Saved | undefined;
  readonly problem: ErrorView | undefined;
}

/** Poll interval, ms. */
const ASK_EVERY_MS = 300;

function useExport(): RunningExport {
  const { run: ask, pending, problem } = useCall('export.start');
  const { run: stop } = useCall('export.cancel');
  const [saved, setSaved] = useState<Saved>();
  const { value } = useRead('export.progress', {}, pending ? ASK_EVERY_MS : undefined);
  const start = useCallback(
    (draft: Ask<'export.start'>) => {
      setSaved(undefined);
      void ask(draft).then((outcome) => {
        if (outcome?.ok && outcome.value.saved) setSaved(outcome.value);
      });
    },
    [ask],
  );
  const progress = value?.progress ?? undefined;
  return { start, stop: () => void stop({}), running: pending, progress, saved, problem };
}
