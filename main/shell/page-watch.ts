import { afterAwake, type Clock } from '../base/clock.ts';
import { type PageEnd, type WindowEnd, windowEnd } from '../windows/window-end.ts';
import { createPagePulse, type PagePulse } from './page-pulse.ts';
import { reloadPauses } from './reload-pauses.ts';

/** What can be done to one window's page. */
export interface PageActs {
  loadPage(): void;
  /** The plain page needs no script. It says why the real one is not there. */
  loadPlainPage(why: WindowEnd): void;
  /** Ends the page's process; `gone` follows. */
  endProcess(): void;
  isDebugged(): boolean;
  /** The page is gone, and is loaded again after `pauseMs`. */
  onEnd(end: WindowEnd, pauseMs: number): void;
  /** It runs again. */
  onBack(): void;
}

/** Follows one window's page and brings it back. It loses nothing: main holds the sale, and the first snapshot shows it. */
export interface PageWatch extends Pick<PagePulse, 'beat' | 'hold' | 'forgive'> {
  /** A page begins to be there: the real one, or the plain one. */
  navigated(to: 'page' | 'plain'): void;
  /** The page itself goes to the real page: a person has asked for it on the plain one. */
  leaving(): void;
  gone(end: PageEnd): void;
  /** Input waits for the page, as the system says after some seconds. */
  unresponsive(): void;
  responsive(): void;
  /** A person wants the page now: whether it has to be loaded first. Does nothing while it is there. */
  tryAgain(): boolean;
  stop(): void;
}

/** From "unresponsive" until the page's process is ended. */
const HUNG_AFTER_MS = 10_000;
/** A process that was told to end may have been none at all, and nothing is heard of it. */
const GONE_AFTER_MS = 10_000;
/** A pause of this length or longer is bridged by the plain page. */
const PLAIN_FROM_MS = 5_000;
/** After the plain page has come in the place of the real one: it reloads itself, which may end the other's load or undo it. */
const OVERTAKEN_MS = 1_000;

export function watchPage(clock: Clock, acts: PageActs): PageWatch {
  const pauses = { page: reloadPauses(clock), plain: reloadPauses(clock) };
  const timers = new Map<'page' | 'plain' | 'hung' | 'gone', () => void>();
  let shows: 'page' | 'plain' = 'page';
  let there = true;
  let missed = false;
  /** The real page was asked for again, and is not there yet. */
  let reloading = false;
  let endedForHanging = false;
  let why: WindowEnd = { trouble: 'crashed', reason: '' };

  const cancel = (name: Parameters<typeof timers.get>[0]) => {
    timers.get(name)?.();
    timers.delete(name);
  };
  const after = (name: Parameters<typeof timers.get>[0], ms: number, task: () => void) => {
    cancel(name);
    const due = () => {
      timers.delete(name);
      task();
    };
    timers.set(name, afterAwake(clock, ms, due));
  };
  const endHung = () => {
    endedForHanging = true;
    after('gone', GONE_AFTER_MS, () => gone({ reason: 'killed', exitCode: 0 }));
    acts.endProcess();
  };
  const pulse = createPagePulse({ clock, isDebugged: acts.isDebugged, onHung: endHung });
  /** Input waits also behind the system's print dialog, where the page stands still by right. */
  const endHungLater = () => after('hung', HUNG_AFTER_MS, () => (pulse.mayStandStill() ? endHungLater() : endHung()));
  const waitAnew = () => {
    if (timers.has('hung')) endHungLater();
  };

  const loadPage = () => {
    cancel('page');
    cancel('plain');
    shows = 'page';
    reloading = true;
    pulse.loading();
    acts.loadPage();
  };
  const loadPlainPage = () => {
    shows = 'plain';
    acts.loadPlainPage(why);
  };

  function gone(details: PageEnd): void {
    pulse.stop();
    cancel('hung');
    cancel('gone');
    there = false;
    reloading = false;
    const end = windowEnd(details, endedForHanging);
    endedForHanging = false;
    if (shows === 'plain') {
      // The real page's own reload stays due meanwhile.
      after('plain', pauses.plain.next(), loadPlainPage);
      return;
    }
    why = end;
    missed = true;
    const pauseMs = pauses.page.next();
    acts.onEnd(end, pauseMs);
    // Never at once: Electron is still telling that the process has ended.
    after('page', pauseMs, loadPage);
    if (pauseMs >= PLAIN_FROM_MS) after('plain', pauses.plain.next(), loadPlainPage);
  }

  pulse.loading();
  return {
    beat() {
      pulse.beat();
      if (missed) acts.onBack();
      missed = false;
    },
    hold() {
      const release = pulse.hold();
      return () => {
        release();
        waitAnew();
      };
    },
    forgive() {
      pulse.forgive();
      waitAnew();
    },
    navigated(to) {
      shows = to;
      there = true;
      if (to === 'plain') {
        if (reloading || !timers.has('page')) after('page', OVERTAKEN_MS, loadPage);
        return pulse.stop();
      }
      reloading = false;
      // A person may have asked for it before its time.
      cancel('page');
      cancel('plain');
      pulse.loading();
    },
    leaving() {
      if (shows === 'plain') reloading = true;
    },
    gone,
    unresponsive: endHungLater,
    responsive: () => cancel('hung'),
    tryAgain() {
      if (!there || shows === 'plain') loadPage();
      return reloading;
    },
    stop() {
      pulse.stop();
      for (const name of [...timers.keys()]) cancel(name);
    },
  };
}
