import { findRecord } from '../../till/record.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** What was done at the till, for managers to look through. */
export function recordHandlers({ till }: Pick<HandlerParts, 'till'>): HandlersOf<'record'> {
  return {
    'record.find': ({ after, limit, ...wanted }) => {
      const { journal } = till.requireOpen();
      // The window asks for the pages after the first by itself.
      if (after === undefined) till.roles.touch();
      const { rows, next } = findRecord(journal, wanted, after, limit);
      return { rows: [...rows], next: next ?? null };
    },
  };
}
