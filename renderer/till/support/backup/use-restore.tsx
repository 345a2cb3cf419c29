import { type ReactNode, useState } from 'react';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useCall } from '../../../ui/use-call.ts';
import { RestoreDialog } from './restore-dialog.tsx';

export interface Restore {
  /** Asks which backup. */
  start(): void;
  readonly problem: ErrorView | undefined;
  /** To be shown with whatever has the button. */
  readonly dialog: ReactNode;
}

/** A backup that is chosen and then looked at in a dialog. */
export function useRestore(): Restore {
  const choose = useCall('restore.choose');
  const [chosen, setChosen] = useState<{ readonly id: number; readonly file: string }>();
  const ask = async () => {
    const outcome = await choose.run({});
    if (outcome?.ok && outcome.value.chosen !== null) setChosen(outcome.value.chosen);
  };
  return {
    start: () => void ask(),
    problem: choose.problem,
    dialog: chosen && <RestoreDialog key={chosen.id} chosen={chosen} close={() => setChosen(undefined)} />,
  };
}
