import { useCallback, useEffect, useState } from 'react';
import type { PayoutsOverview } from '../../../preload/contract/payouts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';

/** Between two questions about the progress of the fetching. */
const LOOK_EVERY_MS = 400;

export interface Payouts {
  readonly overview: PayoutsOverview | undefined;
  readonly problem: ErrorView | undefined;
  /** Another number with everything new that was fetched. */
  readonly version: string;
  look(): Promise<void>;
}

/** The fetched payouts, and the progress of the fetching: asked for again and again while it goes on. */
export function usePayouts(): Payouts {
  const bridge = useBridge();
  const [overview, setOverview] = useState<PayoutsOverview>();
  const [problem, setProblem] = useState<ErrorView>();
  const look = useCallback(async () => {
    const outcome = await callMain(bridge, 'payouts.read', {});
    setProblem(outcome.ok ? undefined : outcome.error);
    if (outcome.ok) setOverview(outcome.value);
  }, [bridge]);
  const loading = overview?.stage === 'loading';
  useEffect(() => {
    void look();
    if (!loading) return;
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [look, loading]);
  const { at = 0, progress, stage } = overview ?? {};
  return { overview, problem, version: `${at} ${progress?.done} ${progress?.rows} ${stage}`, look };
}
