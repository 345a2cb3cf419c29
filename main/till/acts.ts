import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { JournalAct } from '../domain/events.ts';
import type { Journal } from '../journal/journal.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import { accountOf } from './live-account.ts';
import type { OwedActs, TimedAct } from './owed-acts.ts';
import { isOfTerminal } from './record-kinds.ts';

/** Something that somebody did at the till: `act` names it, `by` who, `about` what it was done to. Never a secret. */
export type Act = Omit<JournalAct, 'type' | 'happenedAt'>;

export type ActsJournal = Pick<Journal, 'keep' | 'flush' | 'acts'>;

interface ActsParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly owed: OwedActs;
}

interface Held {
  readonly act: TimedAct;
  readonly isOwed: boolean;
}

/** Held while no journal is open: whoever floods them must not push out how it began, so the oldest stay. */
const MOST_HELD = 200;
/** The name of a file is a person's choice, which the log tells of by its hash alone. */
const ABOUT_A_FILE: ReadonlySet<string> = new Set([
  'backup-made',
  'key-jwks-saved',
  'provisioned',
  'provisioning-alarm-cleared',
  'provisioning-refused',
  'restore-begun',
]);
/** Acts of the journal that are looked through for those that it has already: after a crash these are its newest. */
const LOOKED_THROUGH = 3_000;

export type Acts = ReturnType<typeof createActs>;

/** Notes in the journal what was done at the till that is neither a sale nor a refund. */
export function createActs({ clock, log, owed }: ActsParts) {
  let open: { readonly journal: ActsJournal; readonly mode: 'live' | 'training' } | undefined;
  let held: readonly Held[] = [];
  let dropped = 0;
  /** Owed acts in the open journal that are perhaps not yet on the disk. */
  let handedOver = 0;

  function hold(one: Held): void {
    if (held.length < MOST_HELD) held = [...held, one];
    else if (!one.isOwed) dropped += 1;
  }

  /** Until the journal has what is owed on the disk, a crash must find it again. */
  function settle(): void {
    if (handedOver === 0 || open?.journal.flush() !== true) return;
    owed.taken(handedOver);
    handedOver = 0;
  }

  /** A crash may have come between the journal's taking an act and its being let go of. */
  function owedTo(journal: ActsJournal): readonly TimedAct[] {
    const all = [...owed.acts, ...(owed.dropped ? [droppedAct(owed.dropped.count, owed.dropped.since)] : [])];
    if (all.length === 0) return [];
    const has = new Set(journal.acts(undefined, LOOKED_THROUGH).map(({ act }) => keyOf(act)));
    return all.filter((act) => !has.has(keyOf(act)));
  }

  return {
    /**
     * Into the journal that is open, or held until one is. People, PINs and settings count in training too: they go into the
     * live journal as well, once each, over restarts and crashes. With `and-next-account` it goes also into the live journal
     * that is opened next. Never throws: what was done has been done.
     */
    record(act: Act, where?: 'and-next-account'): void {
      const about = ABOUT_A_FILE.has(act.act) ? { name: act.about } : { about: act.about };
      log.info('An act was noted', { act: act.act, role: act.by.role, ...about });
      const timed: TimedAct = { type: 'act', ...act, happenedAt: clock.now() };
      settle();
      const isOwed = where === 'and-next-account' || (open?.mode !== 'live' && isOfTerminal(act));
      if (isOwed) owed.add(timed);
      if (open === undefined) hold({ act: timed, isOwed });
      else open.journal.keep(isOwed ? timed : { type: 'act', ...act });
    },
    /** From now on acts go into this journal, first those that were held or owed to it. Gives what ends that. */
    journalOpened(journal: ActsJournal, mode: 'live' | 'training'): () => void {
      open = { journal, mode };
      owed.keyKnown();
      const ownHeld = held.filter(({ isOwed }) => mode === 'training' || !isOwed).map(({ act }) => act);
      const late = [...ownHeld, ...(mode === 'live' ? owedTo(journal) : [])].sort(byTime);
      if (dropped > 0) late.push(droppedAct(dropped, clock.now()));
      [held, dropped] = [[], 0];
      if (late.length > 0) journal.keep(...late);
      if (mode === 'live') handedOver = owed.acts.length;
      settle();
      return () => {
        if (open?.journal !== journal) return;
        settle();
        open = undefined;
        handedOver = 0;
      };
    },
  };
}

function droppedAct(count: number, happenedAt: number): TimedAct {
  return { type: 'act', act: 'acts-dropped', by: { role: 'till' }, values: { dropped: count }, happenedAt };
}

function byTime(one: TimedAct, other: TimedAct): number {
  return one.happenedAt - other.happenedAt;
}

/** Two acts of one key are one act. */
function keyOf({ act, by, about, values = {}, happenedAt }: JournalAct): string {
  return JSON.stringify([happenedAt, act, by.role, by.id, by.name, about, Object.entries(values)]);
}

/** A save that gives another account is also noted in that account's journal, where somebody will look for it. */
export function whereNoted(before: TerminalFile, after: TerminalFile): 'and-next-account' | undefined {
  const accounts = [before, after].map(({ settings }) => settings && accountOf(settings));
  return isDeepStrictEqual(accounts[0], accounts[1]) ? undefined : 'and-next-account';
}
