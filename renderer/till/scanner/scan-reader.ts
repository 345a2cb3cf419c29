export interface KeyPress {
  readonly key: string;
  /** The time at which it went down, ms, as the browser stamped it; a busy window does not change it. */
  readonly at: number;
  readonly repeat: boolean;
  /** Together with Ctrl, Alt or ⌘. */
  readonly command: boolean;
}

/**
 * What a key is part of. `began`: with this key it is clear that no hand types; what came since `firstAt` is part of it.
 * `goes-on`: one more key of it. `over`: its end, which is no Enter for anybody. `hand`: anything else.
 */
export type Reading = 'hand' | 'began' | 'goes-on' | 'over';

export interface ScanReader {
  read(press: KeyPress): Reading;
  readonly text: string;
  /** The run of keys that the last key belongs to has only just begun with it. */
  readonly fresh: boolean;
}

/** A quick typist at a keypad takes 80 ms a key, a scanner between 1 and 20. */
const FASTEST_HAND_MS = 30;
const KEYS = 4;
/** The end of a scan may come this long after its last character. */
export const END_WITHIN_MS = 100;

/** Tells a barcode scanner, which types as a keyboard does, from hands: by the time between keys and nothing else. */
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
