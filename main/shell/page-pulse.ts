import type { Clock } from '../base/clock.ts';

/** Whether a page still runs, by the beats that it sends. A page that nobody touches is found by this alone. */
export interface PagePulse {
  /** A page is being loaded: it has longer for its first beat. */
  loading(): void;
  beat(): void;
  /** Nothing is expected: the page is gone, or is one that has no script. */
  stop(): void;
  /** The page may stand still until the returned function is called, as it does behind the system's print dialog. */
  hold(): () => void;
  /** It is held, or a person has its developer tools open: its silence tells nothing. */
  mayStandStill(): boolean;
  /** What passed is no silence of the page: the machine slept. */
  forgive(): void;
}

export interface PulseParts {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** A person has the page's developer tools open, and may have stopped it there. */
  isDebugged(): boolean;
  /** The page has been silent for too long. It is told once, until the next `loading`. */
  onHung(): void;
}

const LOOK_EVERY_MS = 2_000;
/** Several beats may be late on a slow machine. Chromium, too, calls a page hung after 15 s. */
const SILENT_MS = 15_000;
/** From the beginning of a load until the first beat, on a slow machine with a cold disk. */
const LOADING_MS = 60_000;
/** A look that comes so late was delayed by main itself, or by a machine that slept: beats wait to be read. */
const LATE_MS = 2_000;

export function createPagePulse({ clock, isDebugged, onHung }: PulseParts): PagePulse {
  let cancel: (() => void) | undefined;
  let heardAt = 0;
  let patienceMs = LOADING_MS;
  let held = 0;

  const forgive = () => {
    heardAt = clock.monotonic();
  };
  const lookLater = () => {
    const due = clock.monotonic() + LOOK_EVERY_MS;
    cancel = clock.after(LOOK_EVERY_MS, () => look(due));
  };
  const mayStandStill = () => held > 0 || isDebugged();
  const look = (due: number) => {
    if (mayStandStill() || clock.monotonic() - due > LATE_MS) forgive();
    if (clock.monotonic() - heardAt < patienceMs) return lookLater();
    cancel = undefined;
    onHung();
  };
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };

  return {
    loading() {
      stop();
      patienceMs = LOADING_MS;
      forgive();
      lookLater();
    },
    beat() {
      patienceMs = SILENT_MS;
      forgive();
    },
    stop,
    hold() {
      held += 1;
      return () => {
        held -= 1;
        forgive();
      };
    },
    mayStandStill,
    forgive,
  };
}
