import type { EventEmitter } from 'node:events';
import { HostEvent } from './host-event.ts';
import { recordTraffic } from './traffic.ts';

/** Where Chromium has its dictionaries. */
const SERVER = 'https://redirector.gvt1.com/edgedl/chrome/dict/';

/**
 * The spell checker of one session. On Windows and Linux Electron begins to load the system language's dictionary when
 * it creates a session, whatever a window's `spellcheck` says, and fetches one that is not there. Only an empty list of
 * languages ends that: switching the checker off hides its marks. The host fetches nothing. It says what Electron would
 * have asked for, and plays the failure.
 */
export class HostSpellChecker {
  #languages: readonly string[] = ['en-US'];
  #enabled = true;
  readonly #events: EventEmitter;

  constructor(events: EventEmitter) {
    this.#events = events;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  set enabled(enabled: boolean) {
    this.#enabled = enabled;
  }

  get languages(): string[] {
    return [...this.#languages];
  }

  set languages(languages: readonly string[]) {
    // macOS has dictionaries of its own, and its list.
    if (process.platform === 'darwin') return;
    this.#languages = [...languages];
    this.#enabled = languages.length > 0;
    this.load();
  }

  /** Files are looked for in another thread, so the fetch begins a turn later, and not for a language that is gone by then. */
  load(): void {
    const wanted = this.#languages;
    if (process.platform === 'darwin') return;
    setImmediate(() => {
      if (wanted === this.#languages) for (const language of wanted) this.#fetch(language);
    });
  }

  #fetch(language: string): void {
    const url = `${SERVER}${language.toLowerCase()}-10-1.bdic`;
    process.stderr.write(`host: Electron would fetch ${url} now, for its spell checker.\n`);
    recordTraffic('browser', url);
    this.#events.emit('spellcheck-dictionary-download-begin', new HostEvent(), language);
    this.#events.emit('spellcheck-dictionary-download-failure', new HostEvent(), language);
  }
}
