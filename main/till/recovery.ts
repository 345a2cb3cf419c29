import { isEnd } from '../domain/sale-record.ts';
import type { RecoveryView } from '../following/recovery.ts';
import type { Refunds } from '../refund/refunds.ts';
import type { Sales } from '../sale/sales.ts';

export interface RecoveryOutcome {
  readonly paid: number;
  readonly unpaid: number;
  /** Payments still open at the service. */
  readonly waiting: number;
  readonly refunds: number;
}

export function recoveryView(sales: Pick<Sales, 'recovery'>, refunds: Pick<Refunds, 'recovery'>): RecoveryView {
  return {
    running: sales.recovery.running || refunds.recovery.running,
    open: sales.recovery.open + refunds.recovery.open,
    resolved: sales.recovery.resolved + refunds.recovery.resolved,
  };
}

/** Returns the outcome without the current sale, which shows its own; undefined if nothing else was recovered. */
function recoveryOutcome(
  sales: Pick<Sales, 'recovered' | 'current'>,
  refunds: Pick<Refunds, 'recovery'>,
): RecoveryOutcome | undefined {
  const onScreen = sales.current()?.saleId;
  const found = sales.recovered().filter(({ saleId }) => saleId !== onScreen);
  const ended = found.filter(({ stage }) => isEnd(stage));
  const paid = ended.filter(({ stage }) => stage === 'paid').length;
  const { resolved } = refunds.recovery;
  if (found.length + resolved === 0) return undefined;
  return { paid, unpaid: ended.length - paid, waiting: found.length - ended.length, refunds: resolved };
}

/** Calls `done` after each recovery with results; returns a function to stop. */
export function watchRecovery(sales: Sales, refunds: Refunds, done: (outcome: RecoveryOutcome) => void): () => void {
  let reported = 0;
  const look = () => {
    const { running, resolved } = recoveryView(sales, refunds);
    if (running || resolved === reported) return;
    reported = resolved;
    const outcome = recoveryOutcome(sales, refunds);
    if (outcome !== undefined) done(outcome);
  };
  const stops = [sales.onChange(look), refunds.onChange(look)];
  return () => {
    for (const stop of stops) stop();
  };
}
