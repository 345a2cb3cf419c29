import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckId, ChecksView } from '../../../../preload/contract/checks.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../../ui/bridge.ts';

/** How often what is under way is read, ms. */
const READ_EVERY_MS = 200;

export interface ShownChecks {
  /** Undefined until main has told. */
  readonly view: ChecksView | undefined;
  readonly problem: ErrorView | undefined;
  /** Begins all of them, or one. */
  begin(only?: CheckId): void;
}

/** The checks of this terminal, as far as they are: main keeps them while somebody looks elsewhere. */
export function useChecks(): ShownChecks {
  const bridge = useBridge();
  const [view, setView] = useState<ChecksView>();
  const [problem, setProblem] = useState<ErrorView>();
  const gone = useRef(false);
  const read = useCallback(async () => {
    const outcome = await callMain(bridge, 'checks.read', {});
    if (gone.current) return;
    if (outcome.ok) setView(outcome.value);
    setProblem(outcome.ok ? undefined : outcome.error);
  }, [bridge]);
  useEffect(() => {
    gone.current = false;
    void read();
    return () => {
      gone.current = true;
    };
  }, [read]);
  const isRunning = view !== undefined && view.running.length > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => void read(), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, read]);
  const begin = async (only?: CheckId) => {
    const outcome = await callMain(bridge, 'checks.run', only === undefined ? {} : { only });
    if (gone.current) return;
    if (!outcome.ok) setProblem(outcome.error);
    else await read();
  };
  return { view, problem, begin: (only) => void begin(only) };
}
