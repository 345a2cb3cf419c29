import { useCallback, useEffect, useState } from 'react';
import type { Answer, Ask } from '../../../preload/contract/contract.ts';
import type { ExportProgress } from '../../../preload/contract/export.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/use-call.ts';

type Saved = Extract<Answer<'export.start'>, { readonly saved: true }>;

export interface RunningExport {
  start(draft: Ask<'export.start'>): void;
  stop(): void;
  readonly running: boolean;
  /** Progress of the running export. */
  readonly progress: ExportProgress | undefined;
  /** The file of the last one. */
  readonly saved: Saved | undefined;
  readonly problem: ErrorView | undefined;
}

/** Between two questions about the progress. */
const ASK_EVERY_MS = 300;

/** One export, from the press to its end, and its progress. */
export function useExport(): RunningExport {
  const { run: ask, pending, problem } = useCall('export.start');
  const { run: look } = useCall('export.progress');
  const { run: stop } = useCall('export.cancel');
  const [saved, setSaved] = useState<Saved>();
  const [progress, setProgress] = useState<ExportProgress>();
  const start = useCallback(
    (draft: Ask<'export.start'>) => {
      setSaved(undefined);
      setProgress(undefined);
      void ask(draft).then((outcome) => {
        if (outcome?.ok && outcome.value.saved) setSaved(outcome.value);
      });
    },
    [ask],
  );
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setInterval(
      () => void look({}).then((outcome) => outcome?.ok && setProgress(outcome.value.progress ?? undefined)),
      ASK_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [pending, look]);
  return { start, stop: () => void stop({}), running: pending, progress, saved, problem };
}
