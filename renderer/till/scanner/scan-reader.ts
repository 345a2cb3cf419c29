interface KeyPress {
  readonly key: string;
  /** ms, from the browser's event; not delayed by a busy window. */
  readonly at: number;
  readonly repeat: boolean;
  /** With Ctrl, Alt or ⌘. */
  readonly command: boolean;
}

/** `began`: the keys since `firstAt` are a scan. `over`: the end of a scan, which must not act as Enter. */
export type Reading = 'hand' | 'began' | 'goes-on' | 'over';

interface ScanReader {
  read(keyPress: KeyPress): Reading;
  readonly text: string;
  /** The last key began a new run of fast keys. */
  readonly fresh: boolean;
}

/** A fast typist on a keypad needs 80 ms per key, a scanner 1 to 20. */
const FASTEST_HAND_MS = 30;
const KEYS = 4;
/** Longest time between the last character and the end of a scan. */
export const END_WITHIN_MS = 100;

/** A scanner acts as a keyboard: only the time between keys differs from hands. */
export function createScanReader(): ScanReader {
  let run = '';
  let scanning = false;
  let ended = false;
  let last = Number.NEGATIVE_INFINITY;

  function again(): void {
    run = '';
    scanning = false;
    ended = false;
  }

  function readEnd(sincePrevious: number): Reading {
    const fastEnough = sincePrevious <= FASTEST_HAND_MS && run.length >= KEYS - 1;
    if ((scanning || ended) && sincePrevious <= END_WITHIN_MS) {
      ended = true;
      scanning = false;
      return 'over';
    }
    if (!fastEnough) {
      again();
      return 'hand';
    }
    ended = true;
    return 'began';
  }

  function readCharacter(key: string, sincePrevious: number): Reading {
    if (ended || sincePrevious > FASTEST_HAND_MS) again();
    run += key;
    if (scanning) return 'goes-on';
    if (run.length < KEYS) return 'hand';
    scanning = true;
    return 'began';
  }

  return {
    get text() {
      return scanning || ended ? run : '';
    },
    get fresh() {
      return run.length === 1;
    },
    read({ key, at, repeat, command }) {
      // A scanner holds Shift for a capital letter.
      if (key === 'Shift' || key === 'CapsLock') return 'hand';
      const sincePrevious = at - last;
      last = at;
      // A held key repeats as fast as a scanner types.
      if (repeat || command) {
        again();
        return 'hand';
      }
      if (key === 'Enter' || key === 'Tab') return readEnd(sincePrevious);
      if ([...key].length === 1) return readCharacter(key, sincePrevious);
      again();
      return 'hand';
    },
  };
}
