import { useEffect, useState } from 'react';
import type { PayoutsOverview } from '../../../preload/contract/payouts.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useRead } from '../../ui/use-read.ts';

/** Between two looks at the progress, ms. */
const LOOK_EVERY_MS = 400;

export interface Payouts {
  readonly overview: PayoutsOverview | undefined;
  readonly problem: ErrorView | undefined;
  /** Another number with everything new that was fetched. */
  readonly version: string;
  look(): Promise<void>;
}

export function usePayouts(): Payouts {
  const [loading, setLoading] = useState(false);
  const { value: overview, problem, read } = useRead('payouts.read', {}, loading ? LOOK_EVERY_MS : undefined);
  useEffect(() => setLoading(overview?.stage === 'loading'), [overview]);
  const { at = 0, progress, stage } = overview ?? {};
  return { overview, problem, version: `${at} ${progress?.done} ${progress?.rows} ${stage}`, look: read };
}
