import type { Notice } from '../../preload/views.ts';
import { isEnd } from '../journal/sale-record.ts';
import type { Refunds } from '../refund/refunds.ts';
import type { Sales } from '../sale/sales.ts';

/** What came of what the till found open at its start; the sale on the screen tells that itself. */
export function recoveryOutcome(
  sales: Pick<Sales, 'recovered' | 'current'>,
  refunds: Pick<Refunds, 'recovery'>,
): Notice | undefined {
  const onScreen = sales.current()?.saleId;
  const found = sales.recovered().filter(({ saleId }) => saleId !== onScreen);
  const ended = found.filter(({ stage }) => isEnd(stage));
  const paid = ended.filter(({ stage }) => stage === 'paid').length;
  if (found.length + refunds.recovery.resolved === 0) return undefined;
  return {
    id: 'recovery.done',
    code: 'recovery.done',
    severity: 'info',
    values: {
      paid,
      unpaid: ended.length - paid,
      waiting: found.length - ended.length,
      refunds: refunds.recovery.resolved,
    },
    action: 'dismiss',
  };
}

/** Calls `done` each time that a recovery has come to its end, with what came of it where there is something to tell. */
export function watchRecovery(sales: Sales, refunds: Refunds, done: (outcome: Notice) => void): () => void {
  let told = 0;
  const look = () => {
    if (sales.recovery.running || refunds.recovery.running) return;
    const resolved = sales.recovery.resolved + refunds.recovery.resolved;
    if (resolved === told) return;
    told = resolved;
    const outcome = recoveryOutcome(sales, refunds);
    if (outcome !== undefined) done(outcome);
  };
  const stops = [sales.onChange(look), refunds.onChange(look)];
  return () => {
    for (const stop of stops) stop();
  };
}
