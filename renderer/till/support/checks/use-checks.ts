import { useEffect, useState } from 'react';
import type { CheckId, ChecksView } from '../../../../preload/contract/checks.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useCall } from '../../../ui/use-call.ts';
import { useRead } from '../../../ui/use-read.ts';

const READ_EVERY_MS = 200;

interface ShownChecks {
  readonly view: ChecksView | undefined;
  readonly problem: ErrorView | undefined;
  begin(only?: CheckId): void;
}

/** Main keeps the checks while somebody looks elsewhere. */
export function useChecks(): ShownChecks {
  const run = useCall('checks.run');
  const [isRunning, setRunning] = useState(false);
  const { value: view, problem, read } = useRead('checks.read', {}, isRunning ? READ_EVERY_MS : undefined);
  useEffect(() => setRunning(view !== undefined && view.running.length > 0), [view]);
  const begin = async (only?: CheckId) => {
    const outcome = await run.run({ only });
    if (outcome?.ok) await read();
  };
  return { view, problem: run.problem ?? problem, begin: (only) => void begin(only) };
}
