import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/use-call.ts';
import { useRead } from '../../ui/use-read.ts';

/** Between two looks at the progress, ms. */
const EVERY_MS = 400;

export interface Comparison {
  readonly running: boolean;
  readonly progress: { readonly done: number; readonly of?: number | undefined } | undefined;
  readonly problem: ErrorView | undefined;
  /** Resolves when the service has answered, or cannot be asked. */
  run(): Promise<void>;
  stop(): void;
}

/** Compares the shift that runs with the service. Main goes on with it when the view is left. */
export function useComparison(): Comparison {
  const compare = useCall('shift.compare');
  const stop = useCall('shift.stop-comparing');
  const running = compare.pending;
  const comparing = useRead('shift.comparing', {}, running ? EVERY_MS : undefined);
  return {
    running,
    progress: running ? (comparing.value?.progress ?? undefined) : undefined,
    problem: compare.problem ?? stop.problem,
    run: async () => void (await compare.run({})),
    stop: () => void stop.run({}),
  };
}
