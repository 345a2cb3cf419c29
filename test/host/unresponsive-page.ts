import type { Session } from './cdp.ts';

/** Chromium gives a page 15 s to take an input event. */
const patienceMs = Number(process.env['TILLMATE_HOST_UNRESPONSIVE_MS'] ?? 15_000);

/**
 * Tells when a page leaves an input event waiting (`unresponsive`) and when it takes it after all (`responsive`). As in
 * Electron nothing is noticed without input: a page that nobody touches may stand still for ever.
 */
export class Watchdog {
  readonly #session: Session;
  readonly #tell: (name: 'unresponsive' | 'responsive') => void;
  #hung: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(session: Session, tell: (name: 'unresponsive' | 'responsive') => void) {
    this.#session = session;
    this.#tell = tell;
  }

  /** Somebody presses a key that does nothing. The first press that waits is the one that counts. */
  press(): void {
    if (this.#hung !== undefined) return;
    const round = this.#round;
    let late = false;
    this.#hung = setTimeout(() => {
      late = true;
      this.#tell('unresponsive');
    }, patienceMs);
    this.#session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Shift', code: 'ShiftLeft' }).then(
      () => {
        if (round !== this.#round) return;
        this.#forget();
        if (late) this.#tell('responsive');
      },
      () => {
        if (round === this.#round) this.#forget();
      },
    );
  }

  /** The page is another one or gone: what waited is forgotten. */
  stop(): void {
    this.#round += 1;
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#hung);
    this.#hung = undefined;
  }
}
