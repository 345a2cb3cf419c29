import type { Session } from './cdp.ts';

const askEveryMs = 5_000;
/** Electron gives a page 30 s to answer an input event; the host, which sends none, gives a question that long. */
const patienceMs = Number(process.env['TILLMATE_HOST_UNRESPONSIVE_MS'] ?? 30_000);

/** Tells when a page stops answering (`unresponsive`) and when it answers again (`responsive`). */
export class Watchdog {
  readonly #session: Session;
  readonly #tell: (name: 'unresponsive' | 'responsive') => void;
  #next: NodeJS.Timeout | undefined;
  #hung: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(session: Session, tell: (name: 'unresponsive' | 'responsive') => void) {
    this.#session = session;
    this.#tell = tell;
  }

  start(): void {
    this.stop();
    this.#ask(this.#round);
  }

  stop(): void {
    this.#round += 1;
    clearTimeout(this.#next);
    clearTimeout(this.#hung);
  }

  #ask(round: number): void {
    let late = false;
    this.#hung = setTimeout(() => {
      late = true;
      this.#tell('unresponsive');
    }, patienceMs);
    this.#session.send('Runtime.evaluate', { expression: '0' }).then(
      () => {
        if (round !== this.#round) return;
        clearTimeout(this.#hung);
        if (late) this.#tell('responsive');
        this.#next = setTimeout(() => this.#ask(round), Math.min(askEveryMs, patienceMs));
        this.#next.unref();
      },
      () => clearTimeout(this.#hung),
    );
  }
}
