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

type PageKind = 'page' | 'plain';
type Timer = PageKind | 'hung' | 'gone';

/** From "unresponsive" until the page's process is ended. */
const HUNG_AFTER_MS = 10_000;
/** A process that was told to end may have been none at all, and nothing is heard of it. */
const GONE_AFTER_MS = 10_000;
/** A pause of this length or longer is bridged by the plain page. */
const PLAIN_FROM_MS = 5_000;
/** After the plain page has come in the place of the real one: it reloads itself, which may end the other's load or undo it. */
const OVERTAKEN_MS = 1_000;

/** Follows one window's page and brings it back. It loses nothing: main holds the sale, and the first snapshot shows it. */
export class PageWatch implements Pick<PagePulse, 'beat' | 'hold' | 'forgive'> {
  readonly #clock: Clock;
  readonly #acts: PageActs;
  readonly #pulse: PagePulse;
  readonly #pauses: Readonly<Record<PageKind, ReturnType<typeof reloadPauses>>>;
  readonly #timers = new Map<Timer, () => void>();
  #shows: PageKind = 'page';
  #there = true;
  #missed = false;
  /** The real page was asked for again, and is not there yet. */
  #reloading = false;
  #endedForHanging = false;
  #why: WindowEnd = { trouble: 'crashed', reason: '' };

  constructor(clock: Clock, acts: PageActs) {
    this.#clock = clock;
    this.#acts = acts;
    this.#pauses = { page: reloadPauses(clock), plain: reloadPauses(clock) };
    this.#pulse = createPagePulse({ clock, isDebugged: acts.isDebugged, onHung: () => this.#endHung() });
    this.#pulse.loading();
  }

  beat(): void {
    this.#pulse.beat();
    if (this.#missed) this.#acts.onBack();
    this.#missed = false;
  }

  hold(): () => void {
    const release = this.#pulse.hold();
    return () => {
      release();
      this.#waitAnew();
    };
  }

  forgive(): void {
    this.#pulse.forgive();
    this.#waitAnew();
  }

  /** A page begins to be there: the real one, or the plain one. */
  navigated(to: PageKind): void {
    this.#shows = to;
    this.#there = true;
    if (to === 'plain') {
      if (this.#reloading || !this.#timers.has('page')) this.#after('page', OVERTAKEN_MS, () => this.#loadPage());
      this.#pulse.stop();
      return;
    }
    this.#reloading = false;
    // A person may have asked for it before its time.
    this.#cancel('page');
    this.#cancel('plain');
    this.#pulse.loading();
  }

  /** The page itself goes to the real page: a person has asked for it on the plain one. */
  leaving(): void {
    if (this.#shows === 'plain') this.#reloading = true;
  }

  gone(details: PageEnd): void {
    this.#pulse.stop();
    this.#cancel('hung');
    this.#cancel('gone');
    this.#there = false;
    this.#reloading = false;
    const end = windowEnd(details, this.#endedForHanging);
    this.#endedForHanging = false;
    if (this.#shows === 'plain') {
      // The real page's own reload stays due meanwhile.
      this.#after('plain', this.#pauses.plain.next(), () => this.#loadPlainPage());
      return;
    }
    this.#why = end;
    this.#missed = true;
    const pauseMs = this.#pauses.page.next();
    this.#acts.onEnd(end, pauseMs);
    // Never at once: Electron is still telling that the process has ended.
    this.#after('page', pauseMs, () => this.#loadPage());
    if (pauseMs >= PLAIN_FROM_MS) this.#after('plain', this.#pauses.plain.next(), () => this.#loadPlainPage());
  }

  /**
   * Input waits for the page, as the system says after some seconds; also behind its print dialog, where the page stands
   * still by right.
   */
  unresponsive(): void {
    this.#after('hung', HUNG_AFTER_MS, () => (this.#pulse.mayStandStill() ? this.unresponsive() : this.#endHung()));
  }

  responsive(): void {
    this.#cancel('hung');
  }

  /** A person wants the page now: whether it has to be loaded first. Does nothing while it is there. */
  tryAgain(): boolean {
    if (!this.#there || this.#shows === 'plain') this.#loadPage();
    return this.#reloading;
  }

  stop(): void {
    this.#pulse.stop();
    for (const name of [...this.#timers.keys()]) this.#cancel(name);
  }

  #waitAnew(): void {
    if (this.#timers.has('hung')) this.unresponsive();
  }

  #endHung(): void {
    this.#endedForHanging = true;
    this.#after('gone', GONE_AFTER_MS, () => this.gone({ reason: 'killed', exitCode: 0 }));
    this.#acts.endProcess();
  }

  #loadPage(): void {
    this.#cancel('page');
    this.#cancel('plain');
    this.#shows = 'page';
    this.#reloading = true;
    this.#pulse.loading();
    this.#acts.loadPage();
  }

  #loadPlainPage(): void {
    this.#shows = 'plain';
    this.#acts.loadPlainPage(this.#why);
  }

  #cancel(name: Timer): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  #after(name: Timer, ms: number, task: () => void): void {
    this.#cancel(name);
    const due = () => {
      this.#timers.delete(name);
      task();
    };
    this.#timers.set(name, afterAwake(this.#clock, ms, due));
  }
}
