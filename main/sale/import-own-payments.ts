import { DEFAULT_REFERENCE_PATTERN, referenceForm } from '../../preload/contract/reference-pattern.ts';
import { sleep } from '../base/clock.ts';
import { DAY_MS } from '../base/days.ts';
import type { Payment } from '../domain/payment-service.ts';
import { chargedWhere, statedPosId } from '../domain/sale-reference.ts';
import { type ImportContext, importPayments, searchWithServiceClock } from './payment-import.ts';

/** Search period after the loss of a journal; older payments can still be found by reference. */
export const OWN_MS = 7 * DAY_MS;
/** Payments in a synced write: a charge waits for at most this many. */
const AT_ONCE = 50;

/**
 * Imports this till's payments after a damaged journal was set aside: by the POS that the service names, or else by the
 * form of their references. A form without the POS also fits other tills of the shop: such a payment is imported but
 * never followed. Searches a week, or back to `since` (ms since the epoch). Returns the number of payments.
 */
export async function importOwnPayments(
  context: ImportContext,
  posId: string,
  pattern = DEFAULT_REFERENCE_PATTERN,
  since = Number.POSITIVE_INFINITY,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const form = referenceForm(pattern, posId);
  return searchWithServiceClock(context, async (now) => {
    let found = 0;
    let batch: Parameters<typeof importPayments>[1][number][] = [];
    const ask = { from: Math.min(now - OWN_MS, since) };
    for await (const payment of context.service.search(ask, { signal, urgency: 'background' })) {
      const isOwn = isHere(payment, posId, pattern);
      const isPerhaps = statedPosId(payment.extra) === undefined && form.test(payment.reference ?? '');
      if (!isOwn && !isPerhaps) continue;
      batch.push({ payment, from: isOwn ? { posId, follow: true } : {} });
      found += 1;
      if (batch.length < AT_ONCE) continue;
      const begun = context.clock.monotonic();
      importPayments(context, batch);
      batch = [];
      // Half of the time is left to charges, however slow the disk is.
      await sleep(context.clock, context.clock.monotonic() - begun, signal);
    }
    importPayments(context, batch);
    return found;
  });
}

/** True if the payment names this POS, or has a reference of this POS. */
export function isHere({ extra, reference }: Payment, posId: string, referencePattern: string): boolean {
  return chargedWhere({ posId: statedPosId(extra), reference }, { posId, referencePattern }) === 'here';
}
