import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { paths } from './paths.ts';

export type ZoomMode = ReturnType<Electron.WebContents['getZoomMode']>;

/**
 * The zoom of one page. By default Chromium keeps one level for each host: all windows that show it share it, and it is
 * there again at the next start. `isolated` gives a page its own, which no other page sees and no start remembers.
 */
export class HostZoom {
  readonly #mode: ZoomMode;
  #own = 0;
  #host: string | undefined;
  readonly #changed: () => void;

  constructor(mode: ZoomMode, changed: () => void) {
    this.#mode = mode;
    this.#changed = changed;
    pages.add(this);
  }

  get level(): number {
    if (this.#mode === 'isolated') return this.#own;
    return this.#mode === 'default' && this.#host !== undefined ? (remembered()[this.#host] ?? 0) : 0;
  }

  /** Dropped before the page has shown anything, and where nothing may be zoomed. */
  set level(level: number) {
    if (this.#host === undefined) return;
    if (this.#mode === 'isolated') {
      this.#own = level;
      this.#changed();
    } else if (this.#mode === 'default') {
      remember(this.#host, level);
      for (const page of pages) if (page.#mode === 'default' && page.#host === this.#host) page.#changed();
    }
  }

  /** The page shows an address of this host now. */
  shows(host: string): void {
    this.#host = host;
    this.#changed();
  }

  stop(): void {
    pages.delete(this);
  }
}

export const factorOf = (level: number): number => 1.2 ** level;
export const levelOf = (factor: number): number => Math.log(factor) / Math.log(1.2);

const pages = new Set<HostZoom>();

/** Electron keeps it in `Preferences`, beside the app's own files. */
const file = () => join(paths.get('userData'), 'host-zoom.json');

let levels: Readonly<Record<string, number>> | undefined;

function remembered(): Readonly<Record<string, number>> {
  levels ??= read();
  return levels;
}

function remember(host: string, level: number): void {
  levels = { ...remembered(), [host]: level };
  writeFileSync(file(), JSON.stringify(levels));
}

function read(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(file(), 'utf8')) as Record<string, number>;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw thrown;
  }
}
