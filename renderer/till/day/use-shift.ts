import { useCallback, useEffect, useRef, useState } from 'react';
import type { ShiftReportView } from '../../../preload/contract/shifts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { useTill } from '../till-store.ts';

export interface RunningShift {
  /** The newest that main told; absent until it has. */
  readonly report: ShiftReportView | undefined;
  readonly problem: ErrorView | undefined;
  read(): void;
}

/** The shift that runs, read again when a payment changes. */
export function useShift(): RunningShift {
  const bridge = useBridge();
  const changed = useTill((till) =>
    till.recent.map((row) => `${row.saleId} ${row.stage} ${row.refunded} ${row.refunding}`).join(),
  );
  const [report, setReport] = useState<ShiftReportView>();
  const [problem, setProblem] = useState<ErrorView>();
  // A late answer must not replace a newer one.
  const newest = useRef(0);
  const read = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    const outcome = await callMain(bridge, 'shift.so-far', {});
    if (mine !== newest.current) return;
    setProblem(outcome.ok ? undefined : outcome.error);
    if (outcome.ok) setReport(outcome.value);
  }, [bridge]);
  const shownFor = useRef('');
  useEffect(() => {
    shownFor.current = changed;
    void read();
  }, [read, changed]);
  return { report, problem, read: () => void read() };
}
