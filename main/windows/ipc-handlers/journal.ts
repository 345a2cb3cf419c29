import { JOURNAL_ALARM_CLEARED } from '../../journal/projections.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** The alarm about a journal that was gone, cut or altered. It stands in the journal, and so does that it was cleared. */
export function journalHandlers({ till, acts }: Pick<HandlerParts, 'till' | 'acts'>): HandlersOf<'journal'> {
  return {
    'journal.clear-alarm': () => {
      const alarm = till.requireOpen().journal.tampered();
      if (alarm === undefined) return {};
      till.roles.touch();
      acts.record({ act: JOURNAL_ALARM_CLEARED, by: till.roles.actor(), values: { why: alarm.why } });
      return {};
    },
  };
}
