import type { Outcome } from '../../../preload/contract/contract.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/use-call.ts';
import type { SettingsToSave } from './settings-draft.ts';

export interface SettingsSave {
  run(save: SettingsToSave): Promise<Outcome<unknown> | undefined>;
  readonly pending: boolean;
  readonly problem: ErrorView | undefined;
}

export function useSaveSettings(): SettingsSave {
  const terminal = useCall('settings.save');
  const counter = useCall('settings.counter.save');
  return {
    run(save) {
      terminal.clear();
      counter.clear();
      return save.scope === 'terminal' ? terminal.run(save.draft) : counter.run(save.draft);
    },
    pending: terminal.pending || counter.pending,
    problem: terminal.problem ?? counter.problem,
  };
}
