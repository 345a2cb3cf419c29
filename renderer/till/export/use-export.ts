import { useCallback, useState } from 'react';
import type { Answer, Ask } from '../../../preload/contract/contract.ts';
import type { ExportProgress } from '../../../preload/contract/export.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/use-call.ts';
import { useRead } from '../../ui/use-read.ts';

type Saved = Extract<Answer<'export.start'>, { readonly saved: true }>;

export interface RunningExport {
  start(draft: Ask<'export.start'>): void;
  stop(): void;
  readonly running: boolean;
  readonly progress: ExportProgress | undefined;
  readonly saved: Saved | undefined;
  readonly problem: ErrorView | undefined;
}

/** Between two looks at the progress, ms. */
const ASK_EVERY_MS = 300;

export function useExport(): RunningExport {
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
