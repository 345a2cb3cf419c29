import { setImmediate } from 'node:timers/promises';
import { JOURNAL_ALARM_CLEARED } from '../../journal/projections.ts';
import { readFigures } from '../../reports/figures.ts';
import { findRecord } from '../../till/record.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export function recordHandlers({
  till,
  acts,
}: Pick<HandlerParts, 'till' | 'acts'>): HandlersOf<'record' | 'journal' | 'figures'> {
  return {
    'record.find': ({ after, limit, ...wanted }) => {
      const { journal } = till.requireOpen();
      // The window asks for the pages after the first by itself.
      if (after === undefined) till.roles.touch();
      const { rows, next } = findRecord(journal, wanted, after, limit);
      return { rows: [...rows], next: next ?? null };
    },
    // The alarm stands in the journal, and so does that it was cleared.
    'journal.clear-alarm': () => {
      const alarm = till.requireOpen().journal.tampered();
      if (alarm === undefined) return {};
      till.roles.touch();
      acts.record({ act: JOURNAL_ALARM_CLEARED, by: till.roles.actor(), values: { why: alarm.why } });
      return {};
    },
    'figures.read': ({ day }) => {
      till.roles.touch();
      return readFigures(till.requireOpen().journal, day, { pause: () => setImmediate() });
    },
  };
}
