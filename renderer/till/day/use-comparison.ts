import { useEffect, useState } from 'react';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { useCall } from '../../ui/use-call.ts';

/** How often the window asks how far the comparison has come, ms. */
const EVERY_MS = 400;

export interface Comparison {
  readonly running: boolean;
  /** Payments that the service has told of, and how many there are. */
  readonly progress: { readonly done: number; readonly of?: number | undefined } | undefined;
  readonly problem: ErrorView | undefined;
  /** Resolves when the service has answered, or cannot be asked. */
  run(): Promise<void>;
  stop(): void;
}

/** Compares the shift that runs with the service. Main goes on with it when the view is left. */
export function useComparison(): Comparison {
  const bridge = useBridge();
  const compare = useCall('shift.compare');
  const stop = useCall('shift.stop-comparing');
  const [progress, setProgress] = useState<Comparison['progress']>();
  useEffect(() => {
    if (!compare.pending) return setProgress(undefined);
    const ask = async () => {
      const outcome = await callMain(bridge, 'shift.comparing', {});
      if (outcome.ok) setProgress(outcome.value.progress ?? undefined);
    };
    void ask();
    const timer = setInterval(() => void ask(), EVERY_MS);
    return () => clearInterval(timer);
  }, [bridge, compare.pending]);
  return {
    running: compare.pending,
    progress,
    problem: compare.problem ?? stop.problem,
    run: async () => void (await compare.run({})),
    stop: () => void stop.run({}),
  };
}
