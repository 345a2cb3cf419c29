import { afterAwake, type Clock } from '../base/clock.ts';
import { type PageEnd, type WindowEnd, windowEnd } from '../windows/window-notices.ts';

export interface PageActs {
  loadPage(): void;
  /** The plain page needs no script. It says why the real one is not there. */
  loadPlainPage(why: WindowEnd): void;
  endProcess(): void;
  /** A person has its developer tools open, and may have stopped it there. */
  isDebugged(): boolean;
  onEnd(end: WindowEnd, pauseMs: number): void;
  onBack(): void;
}

type PageKind = 'page' | 'plain';
type Timer = PageKind | 'silence' | 'input' | 'gone';

/** From a beat to the next. Several may be late on a slow machine; Chromium, too, calls a page hung after 15 s. */
const SILENT_MS = 15_000;
/** From the beginning of a load until the first beat, on a slow machine with a cold disk. */
const LOADING_MS = 60_000;
/** From "unresponsive" until the page's process is ended. */
const INPUT_WAITS_MS = 10_000;
/** A process that was told to end may have been none at all, and nothing is heard of it. */
const GONE_AFTER_MS = 10_000;
const PLAIN_FROM_MS = 5_000;
/** After the plain page has come in the place of the real one: it reloads itself, which may end the other's load or undo it. */
const OVERTAKEN_MS = 1_000;

/** Before a page that ended is loaded again, longer each time: one that cannot run costs nothing. */
const PAUSES_MS = [0, 1_000, 5_000, 30_000];
const LONGEST_PAUSE_MS = 120_000;
/** A page that ran for so long begins anew. */
const QUIET_MS = 10 * 60_000;

/** Brings a window's page back. Nothing is lost: main holds the sale, and the first snapshot shows it. */
export class PageWatch {
  readonly #clock: Clock;
  readonly #acts: PageActs;
  readonly #ends = { page: { count: 0, lastAt: 0 }, plain: { count: 0, lastAt: 0 } };
  readonly #timers = new Map<Timer, () => void>();
  #shows: PageKind = 'page';
  #there = true;
  #missed = false;
  #reloading = false;
  #hasBeaten = false;
  #held = 0;
  #endedForHanging = false;
  #why: WindowEnd = { trouble: 'crashed', reason: '' };

  constructor(clock: Clock, acts: PageActs) {
    this.#clock = clock;
    this.#acts = acts;
    this.#expectBeat();
  }

  /** The page runs; each page with a script tells so every two seconds. One that nobody touches is found hung by this alone. */
  beat(): void {
    this.#hasBeaten = true;
    if (this.#timers.has('silence')) this.#expectBeat();
    if (this.#missed) this.#acts.onBack();
    this.#missed = false;
  }

  /** The page may stand still until the returned function is called, as it does behind the system's print dialog. */
  hold(): () => void {
    this.#held += 1;
    return () => {
      this.#held -= 1;
      this.forgive();
    };
  }

  /** The machine slept: a silence of the page meanwhile is none. */
  forgive(): void {
    if (this.#timers.has('silence')) this.#expectBeat();
    if (this.#timers.has('input')) this.unresponsive();
  }

  navigated(to: PageKind): void {
    this.#shows = to;
    this.#there = true;
    this.#cancel('input');
    if (to === 'plain') {
      if (this.#reloading || !this.#timers.has('page')) this.#after('page', OVERTAKEN_MS, () => this.#loadPage());
      this.#cancel('silence');
      return;
    }
    this.#reloading = false;
    // A person may have asked for it before its time.
    this.#cancel('page', 'plain');
    this.#hasBeaten = false;
    this.#expectBeat();
  }

  /** The page itself goes to the real page: a person has asked for it on the plain one. */
  leaving(): void {
    if (this.#shows === 'plain') this.#reloading = true;
  }

  gone(details: PageEnd): void {
    this.#cancel('silence', 'input', 'gone');
    this.#there = false;
    this.#reloading = false;
    const end = windowEnd({ ...details, hung: this.#endedForHanging });
    this.#endedForHanging = false;
    if (this.#shows === 'plain') {
      // The real page's own reload stays due meanwhile.
      this.#after('plain', this.#pauseOf('plain'), () => this.#loadPlainPage());
      return;
    }
    this.#why = end;
    this.#missed = true;
    const pauseMs = this.#pauseOf('page');
    this.#acts.onEnd(end, pauseMs);
    // Never at once: Electron is still telling that the process has ended.
    this.#after('page', pauseMs, () => this.#loadPage());
    if (pauseMs >= PLAIN_FROM_MS) this.#after('plain', this.#pauseOf('plain'), () => this.#loadPlainPage());
  }

  /** Input waits for the page, as the system says after some seconds. */
  unresponsive(): void {
    this.#endAfter('input', INPUT_WAITS_MS);
  }

  responsive(): void {
    this.#cancel('input');
    // Its late beats may still be on their way.
    if (this.#timers.has('silence')) this.#expectBeat();
  }

  /** Loads the page at once where it is not there; tells whether it does. */
  tryAgain(): boolean {
    if (!this.#there || this.#shows === 'plain') this.#loadPage();
    return this.#reloading;
  }

  stop(): void {
    this.#cancel(...this.#timers.keys());
  }

  #expectBeat(): void {
    this.#endAfter('silence', this.#hasBeaten ? SILENT_MS : LOADING_MS);
  }

  /** Ends the page's process after `ms`, unless the timer is set anew before, or the page may stand still. */
  #endAfter(name: 'silence' | 'input', ms: number): void {
    this.#after(name, ms, () => {
      if (this.#held > 0 || this.#acts.isDebugged()) return this.#endAfter(name, ms);
      this.#cancel('silence', 'input');
      this.#endedForHanging = true;
      this.#after('gone', GONE_AFTER_MS, () => this.gone({ reason: 'killed', exitCode: 0 }));
      this.#acts.endProcess();
    });
  }

  /** On the clock that does not jump: a changed wall clock neither grants nor denies a reload. */
  #pauseOf(kind: PageKind): number {
    const ends = this.#ends[kind];
    const now = this.#clock.monotonic();
    if (now - ends.lastAt >= QUIET_MS) ends.count = 0;
    ends.lastAt = now;
    ends.count += 1;
    return PAUSES_MS[ends.count - 1] ?? LONGEST_PAUSE_MS;
  }

  #loadPage(): void {
    this.#cancel('page', 'plain', 'input');
    this.#shows = 'page';
    this.#reloading = true;
    this.#hasBeaten = false;
    this.#expectBeat();
    this.#acts.loadPage();
  }

  #loadPlainPage(): void {
    this.#shows = 'plain';
    this.#acts.loadPlainPage(this.#why);
  }

  #cancel(...names: Timer[]): void {
    for (const name of names) {
      this.#timers.get(name)?.();
      this.#timers.delete(name);
    }
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
