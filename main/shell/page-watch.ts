import { afterAwake, type Clock } from '../base/clock.ts';
import { type PageEnd, type WindowEnd, windowEnd } from '../windows/window-notices.ts';

interface PageActs {
  loadPage(): void;
  /** Loads a page without scripts, which shows the reason for the missing till page. */
  loadPlainPage(why: WindowEnd): void;
  endProcess(): void;
  /** True while developer tools are open: a breakpoint may have stopped the page. */
  isDebugged(): boolean;
  onEnd(end: WindowEnd, pauseMs: number): void;
  onBack(): void;
}

type PageKind = 'page' | 'plain';
type Timer = PageKind | 'silence' | 'input' | 'gone';

/** Longest time between beats. A slow machine may delay several; Chromium also calls a page hung after 15 s. */
const SILENT_MS = 15_000;
/** Longest time from the start of a load to the first beat, on a slow machine with a cold disk. */
const LOADING_MS = 60_000;
/** From "unresponsive" until the process of the page is ended. */
const INPUT_WAITS_MS = 10_000;
/** Time limit for `gone` after ending the process: without a process the event never comes. */
const GONE_AFTER_MS = 10_000;
const PLAIN_FROM_MS = 5_000;
/** Delay after the plain page has overtaken the real page: its own reload may cancel or replace the next load. */
const OVERTAKEN_MS = 1_000;

/** Pauses before reloading an ended page. They grow, so that a page failing every time costs little. */
const PAUSES_MS = [0, 1_000, 5_000, 30_000];
const LONGEST_PAUSE_MS = 120_000;
/** A page alive for so long starts again with the shortest pause. */
const QUIET_MS = 10 * 60_000;

/** Reloads a window's page after a crash or hang. Main holds the sale, so the next snapshot restores the view. */
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

  /** Sent every two seconds by each page with a script: the only way to detect a hung page without user input. */
  beat(): void {
    this.#hasBeaten = true;
    if (this.#timers.has('silence')) this.#expectBeat();
    if (this.#missed) this.#acts.onBack();
    this.#missed = false;
  }

  /** Allows the page to block until the returned function is called, e.g. behind the system's print dialog. */
  hold(): () => void {
    this.#held += 1;
    return () => {
      this.#held -= 1;
      this.forgive();
    };
  }

  /** Restarts the time limits after sleep of the machine, when no page could send beats. */
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
    // The user may have reloaded the page before the end of the pause.
    this.#cancel('page', 'plain');
    this.#hasBeaten = false;
    this.#expectBeat();
  }

  /** The user clicked reload on the plain page, which now navigates to the real page. */
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
      // The reload of the real page stays scheduled meanwhile.
      this.#after('plain', this.#pauseOf('plain'), () => this.#loadPlainPage());
      return;
    }
    this.#why = end;
    this.#missed = true;
    const pauseMs = this.#pauseOf('page');
    this.#acts.onEnd(end, pauseMs);
    // Never synchronously: Electron is still emitting the end of the process.
    this.#after('page', pauseMs, () => this.#loadPage());
    if (pauseMs >= PLAIN_FROM_MS) this.#after('plain', this.#pauseOf('plain'), () => this.#loadPlainPage());
  }

  /** Called after the page has not handled input for some seconds. */
  unresponsive(): void {
    this.#endAfter('input', INPUT_WAITS_MS);
  }

  responsive(): void {
    this.#cancel('input');
    // Delayed beats may still arrive.
    if (this.#timers.has('silence')) this.#expectBeat();
  }

  /** Loads a missing page at once; returns whether a load is in progress. */
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

  /** Ends the page's process after `ms`, unless the timer is set again or the page is held or debugged. */
  #endAfter(name: 'silence' | 'input', ms: number): void {
    this.#after(name, ms, () => {
      if (this.#held > 0 || this.#acts.isDebugged()) return this.#endAfter(name, ms);
      this.#cancel('silence', 'input');
      this.#endedForHanging = true;
      this.#after('gone', GONE_AFTER_MS, () => this.gone({ reason: 'killed', exitCode: 0 }));
      this.#acts.endProcess();
    });
  }

  /** Uses the monotonic clock: a changed wall clock neither grants nor denies a reload. */
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
