import { type Clock, sleep } from '../base/clock.ts';
import type { PaymentEvent, Register, RegisterPayment } from './register-payment.ts';
import type { SellingTill } from './shown-payment.ts';

interface EventsParts {
  readonly till: { readonly opened: SellingTill | undefined };
  readonly clock: Clock;
  onChange(listener: () => void): () => void;
  paymentOf(open: SellingTill, saleId: string): RegisterPayment;
}

interface Place {
  journalId: string;
  seq: number;
}

/** Limits for a register without a known last event. */
const LOOKED_BACK_MS = 24 * 60 * 60 * 1_000;
const LOOKED_BACK_EVENTS = 20_000;
/** Events read per turn: the till serves its cashier in between. */
const AT_ONCE = 1_000;

/** `after`, `<journal>.<seq>`, is the last event received; another journal's id is ignored. Waits for an open till. */
export async function* paymentEvents(
  parts: EventsParts,
  register: Register,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<PaymentEvent> {
  const [, journalId = '', seq = '0'] = /^(.+)\.(\d+)$/.exec(after ?? '') ?? [];
  const place = { journalId, seq: Number(seq) };
  /** Revisions already sent of payments with unwritten events. */
  const held = new Map<string, number>();
  const news = watched(parts.onChange, signal);
  try {
    while (!signal.aborted) {
      const open = parts.till.opened;
      if (open !== undefined) yield* eventsSince(parts, open, register, place, held);
      await news.next();
    }
  } finally {
    news.stop();
  }
}

/** `next` resolves after a change since its last call, and at once after `signal` aborts. */
export function watched(onChange: EventsParts['onChange'], signal: AbortSignal) {
  let news = Promise.withResolvers<void>();
  const stop = onChange(() => news.resolve());
  signal.addEventListener('abort', () => news.resolve(), { once: true });
  return {
    stop,
    async next(): Promise<void> {
      await news.promise;
      if (!signal.aborted) news = Promise.withResolvers();
    },
  };
}

/** Stops once the till has closed. */
async function* eventsSince(
  parts: EventsParts,
  open: SellingTill,
  { id: registerId }: Register,
  place: Place,
  held: Map<string, number>,
): AsyncGenerator<PaymentEvent> {
  const { journal } = open;
  const isOwn = (saleId: string) => journal.sale(saleId)?.register?.id === registerId;
  const event = (saleId: string, seq: number) => ({
    id: `${place.journalId}.${seq}`,
    payment: parts.paymentOf(open, saleId),
  });
  const journalId = journal.journalId();
  let changedSince = Number.NEGATIVE_INFINITY;
  if (place.journalId !== journalId || place.seq > journal.newestSeq()) {
    place.journalId = journalId;
    place.seq = Math.max(0, journal.newestSeq() - LOOKED_BACK_EVENTS);
    changedSince = parts.clock.now() - LOOKED_BACK_MS;
    const older = journal.openSales().filter(({ saleId }) => isOwn(saleId) && journal.revOf(saleId) <= place.seq);
    for (const { saleId } of older) yield event(saleId, journal.revOf(saleId));
  }
  while (parts.till.opened === open && place.seq < journal.newestSeq()) {
    const upTo = Math.min(journal.newestSeq(), place.seq + AT_ONCE);
    for (const { saleId, seq, at } of journal.changedOf(registerId, place.seq, upTo)) {
      if (at >= changedSince || journal.sale(saleId)?.settled === false) yield event(saleId, seq);
      if (parts.till.opened !== open) return;
      place.seq = seq;
    }
    place.seq = upTo;
    await sleep(parts.clock, 0);
  }
  if (parts.till.opened !== open) return;
  for (const saleId of new Set(journal.heldAbout().filter(isOwn))) {
    const rev = journal.revOf(saleId);
    if ((held.get(saleId) ?? 0) < rev) yield event(saleId, place.seq);
    held.set(saleId, rev);
    if (parts.till.opened !== open) return;
  }
}
