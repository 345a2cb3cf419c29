import { useEffect, useState } from 'react';
import type { CheckId } from '../../../../preload/contract/checks.ts';
import { useCall, useRead } from '../../../ui/ask-main.ts';

const READ_EVERY_MS = 200;

/** Main keeps the results while other views are open. */
export function useChecks() {
  const run = useCall('checks.run');
  const [isRunning, setRunning] = useState(false);
  const { value: view, problem, read } = useRead('checks.read', {}, isRunning ? READ_EVERY_MS : undefined);
  useEffect(() => setRunning(view !== undefined && view.running.length > 0), [view]);
  const begin = async (only?: CheckId) => {
    const outcome = await run.run({ only });
    if (outcome?.ok) await read();
  };
  return { view, problem: run.problem ?? problem, begin: (only?: CheckId) => void begin(only) };
}
