import type { FaultKind, Operation } from '../network/request-faults.ts';
import type { SeededDraw } from './seeded-draw.ts';

/** A write operation that fails for a long time, while the service answers reads. */
export interface WriteOutage {
  readonly operation: Operation;
  readonly kind: FaultKind;
  readonly from: number;
  readonly until: number;
}

/** Outcome of each attempt. A refund may also be carried out without a response. */
const kinds = [
  'refused',
  'busy-bare',
  'unavailable-bare',
  'busy',
  'unavailable-unacted',
  'reset-unacted',
  'denied',
  'denied-page',
  'denied-again',
] as const;
const lost = ['answer-lost', 'reset-acted', 'gateway-timeout-acted', 'html-acted', 'denied-again'] as const;

/** Draws one to three writes that fail for half a minute to five minutes. */
export function drawWriteOutages(draw: SeededDraw, busyMs: number): readonly WriteOutage[] {
  return Array.from({ length: draw.between(1, 3) }, () => {
    const operation = draw.weighted({ cancel: 4, acknowledge: 3, refund: 3, create: 1 });
    const from = draw.between(0, Math.floor(busyMs / 3));
    const until = from + draw.between(30_000, 300_000);
    const kind = operation === 'refund' && draw.chance(0.6) ? draw.of(lost) : draw.of(kinds);
    // A creation is sent once, so there is no second attempt to refuse.
    return { operation, kind: operation === 'create' && kind === 'denied-again' ? 'reset-acted' : kind, from, until };
  });
}

/** Until closing time no refund gets a response, whether made or not. */
export function drawRefundsUnansweredUntil(draw: SeededDraw, closesAt: number): WriteOutage {
  return { operation: 'refund', kind: draw.of(lost), from: 0, until: closesAt + 1 };
}

export function outageOf(outages: readonly WriteOutage[], operation: Operation, now: number): FaultKind | undefined {
  return outages.find((outage) => outage.operation === operation && outage.from <= now && now < outage.until)?.kind;
}
