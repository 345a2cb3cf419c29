import type { Draw } from './draw.ts';
import type { Asked, FaultKind } from './wire-faults.ts';

/** Something that the service does not do for a long time, while it goes on answering questions. */
export interface WriteTrouble {
  readonly asked: Asked;
  readonly kind: FaultKind;
  /** ms since the world began. */
  readonly from: number;
  readonly until: number;
}

/** What becomes of each attempt; a refund's may also be done each time, without an answer that says so. */
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

/** One to three of the writes fail for half a minute up to five. */
export function drawWriteTroubles(draw: Draw, busyMs: number): readonly WriteTrouble[] {
  return Array.from({ length: draw.between(1, 3) }, () => {
    const asked = draw.weighted({ cancel: 4, acknowledge: 3, refund: 3, create: 1 });
    const from = draw.between(0, Math.floor(busyMs / 3));
    const until = from + draw.between(30_000, 300_000);
    const kind = asked === 'refund' && draw.chance(0.6) ? draw.of(lost) : draw.of(kinds);
    // A creation is asked for once: there is no second attempt to refuse.
    return { asked, kind: asked === 'create' && kind === 'denied-again' ? 'reset-acted' : kind, from, until };
  });
}

/** Refunds that are made, or not, without an answer until the shop closes. */
export function drawEvening(draw: Draw, closesAt: number): WriteTrouble {
  return { asked: 'refund', kind: draw.of(lost), from: 0, until: closesAt + 1 };
}

export function troubleWith(troubles: readonly WriteTrouble[], asked: Asked, now: number): FaultKind | undefined {
  return troubles.find((trouble) => trouble.asked === asked && trouble.from <= now && now < trouble.until)?.kind;
}
