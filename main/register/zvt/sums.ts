import { field, fromBcd, toBcd } from './fields.ts';
import type { ZvtParts } from './parts.ts';
import { PASSWORD_BYTES } from './registration.ts';
import { result } from './results.ts';
import type { Run } from './run.ts';
import { momentOf } from './status.ts';

const MOST_RECEIPTS = 100;

/** `06 10`, `06 50` and `06 52`: the shift so far. A person closes it at the till. */
export async function reportSums({ shift, clock, log }: ZvtParts, run: Run): Promise<void> {
  const cents = await shift();
  const answer = await run.status([
    [field.result, Uint8Array.of(result.done)],
    [field.amount, toBcd(Math.max(0, cents), 6)],
    ...momentOf(clock.now()),
    ...run.euro,
  ]);
  if (answer.kind === 'none') return run.line.end();
  if (answer.kind === 'refused')
    log.info('The register refused the result of a payment', { code: answer.code.toString(16) });
  run.complete();
}

/** `06 12`: the receipts from one number to another (PA00P015, section 2.19). */
export async function reprint({ payments, register }: ZvtParts, run: Run, data: Uint8Array): Promise<void> {
  const at = (from: number) => fromBcd(data.subarray(PASSWORD_BYTES + from, PASSWORD_BYTES + from + 2));
  const from = at(0);
  const to = at(2) ?? from;
  if (from === undefined || to === undefined) return run.abort(result.unreadable);
  if (to < from || to - from >= MOST_RECEIPTS) return run.abort(result.noReversal);
  let found = 0;
  for (let number = from; number <= to; number += 1) {
    const payment = await payments.byReceipt(register, number);
    if (payment === undefined) continue;
    found += 1;
    await run.print(payment.receipt.lines);
  }
  if (found === 0) return run.abort(result.noReversal);
  run.complete();
}
