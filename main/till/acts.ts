import type { Clock } from '../base/clock.ts';
import type { JournalAct } from '../journal/events.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../support/log.ts';

/** Something that somebody did at the till: `act` names it, `by` who, `about` what it was done to. Never a secret. */
export type Act = Omit<JournalAct, 'type' | 'happenedAt'>;

/** Notes in the journal what was done at the till that is neither a sale nor a refund. */
export interface Acts {
  /**
   * Into the journal that is open, or held until one is. Each is logged as well, without its values. Never throws: what
   * was done has been done.
   */
  record(act: Act): void;
  /** From now on acts go into this journal, first those that were held. Gives what ends that. */
  journalOpened(journal: Pick<Journal, 'keep'>): () => void;
}

/** Held while no journal is open: whoever floods them must not push out how it began, so the oldest stay. */
const MOST_HELD = 200;

export function createActs({ clock, log }: { readonly clock: Clock; readonly log: Log }): Acts {
  let open: Pick<Journal, 'keep'> | undefined;
  let held: readonly JournalAct[] = [];
  let dropped = 0;

  function hold(act: Act): void {
    if (held.length < MOST_HELD) held = [...held, { type: 'act', ...act, happenedAt: clock.now() }];
    else dropped += 1;
  }

  return {
    record(act) {
      log.info(`Act: ${act.act}`, { act: act.act, role: act.by.role, about: act.about });
      if (open === undefined) hold(act);
      else open.keep({ type: 'act', ...act });
    },
    journalOpened(journal) {
      open = journal;
      const late = held;
      held = [];
      if (late.length > 0) journal.keep(...late);
      if (dropped > 0) journal.keep({ type: 'act', act: 'acts-dropped', by: { role: 'till' }, values: { dropped } });
      dropped = 0;
      return () => {
        if (open === journal) open = undefined;
      };
    },
  };
}
