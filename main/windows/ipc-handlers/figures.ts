import { setImmediate } from 'node:timers/promises';
import type { Journal } from '../../journal/journal.ts';
import type { RefundRecord } from '../../journal/refund-record.ts';
import { readFigures } from '../../reports/figures.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** Pictures of what the till took. */
export function figuresHandlers({ till }: Pick<HandlerParts, 'till'>): HandlersOf<'figures'> {
  return {
    'figures.read': ({ day }) => {
      till.roles.touch();
      const { journal } = till.requireOpen();
      const readable = {
        find: (text: '', after: { at: number; saleId: string }, limit: number) => journal.find(text, after, limit),
        refundsBetween: (from: number, before: number) => refundsBetween(journal, from, before),
      };
      return readFigures(readable, day, { pause: () => setImmediate() });
    },
  };
}

function* refundsBetween(journal: Journal, from: number, before: number): Iterable<RefundRecord> {
  for (let skip = 0; ; skip += 200) {
    const page = journal.newestRefunds(skip, 200);
    if (page.length === 0) return;
    yield* page.filter(({ at }) => at >= from && at < before);
  }
}
