import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { promisify } from 'node:util';
import type * as Electron from 'electron';
import { layout, lifecycle } from './running-host.ts';
import { displaysOf, type LaidDisplay, plain } from './screen-layout.ts';

type HostDisplay = LaidDisplay & Pick<Electron.Display, 'id' | 'label' | 'rotation' | 'size'>;

/** `screen`: the displays of this run. `plug` and `unplug` are for tests. */
class HostScreen extends EventEmitter {
  #displays: HostDisplay[] = layout.displays.map((laid, at) => display(at + 1, laid));

  getAllDisplays(): HostDisplay[] {
    return [...this.#displays];
  }

  getPrimaryDisplay(): HostDisplay {
    return (
      this.#displays.find(({ id }) => id === 1) ??
      this.#displays[0] ??
      display(0, plain({ x: 0, y: 0, width: 1280, height: 800 }))
    );
  }

  /** Returns the display that shares the largest area with `rect`. */
  getDisplayMatching(rect: Electron.Rectangle): HostDisplay {
    const from = centre(rect);
    const ranked = this.getAllDisplays().toSorted(
      (a, b) =>
        overlap(b.bounds, rect) - overlap(a.bounds, rect) || distance(a.bounds, from) - distance(b.bounds, from),
    );
    return ranked[0] ?? this.getPrimaryDisplay();
  }

  /** For the host, before the app is ready: sets the displays found on the system. */
  learn(found: readonly HostDisplay[]): void {
    this.#displays = [...found];
  }

  plug(bounds: Electron.Rectangle): void {
    const added = display(this.#freeId(), plain(bounds));
    this.#displays = [...this.#displays, added];
    this.emit('display-added', {}, added);
  }

  unplug(id: number): void {
    const removed = this.#displays.find((known) => known.id === id);
    this.#displays = this.#displays.filter((known) => known.id !== id);
    if (removed === undefined) return;
    this.emit('host:moved', removed.bounds, this.getPrimaryDisplay().bounds);
    this.emit('display-removed', {}, removed);
  }

  /** Returns the lowest free ID: a display that returns gets its previous ID, as on most machines. */
  #freeId(): number {
    let id = 1;
    while (this.#displays.some((known) => known.id === id)) id += 1;
    return id;
  }
}

export const screen = new HostScreen();

/** `screen` for the app: throws before the app is ready, even for adding a listener. */
export const screenOnceReady = new Proxy(screen, {
  get(_screen, name) {
    if (!lifecycle.ready) throw new Error("The 'screen' module can't be used before the app 'ready' event");
    const value: unknown = Reflect.get(screen, name);
    return typeof value === 'function' ? value.bind(screen) : value;
  },
});

/** Reads the displays of the X server unless the layout has displays. Chromium reports displays only to a page. */
export async function findDisplays(): Promise<void> {
  if (layout.displays.length > 0) return;
  const found = await promisify(execFile)('xrandr', ['--query']).then(
    ({ stdout }) => displaysOf(stdout),
    () => [],
  );
  if (found.length > 0) {
    screen.learn(found.map((bounds, at) => display(at + 1, plain(bounds))));
    return;
  }
  screen.learn([display(1, plain({ x: 0, y: 0, width: 1280, height: 800 }))]);
  process.stderr.write('host: no xrandr to ask for displays: 1280x800 it is.\n');
}

function display(id: number, laid: LaidDisplay): HostDisplay {
  return {
    id,
    label: `Display ${id}`,
    ...laid,
    size: { width: laid.bounds.width, height: laid.bounds.height },
    rotation: 0,
  };
}

function overlap(a: Electron.Rectangle, b: Electron.Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function centre(rect: Electron.Rectangle): Electron.Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

function distance(bounds: Electron.Rectangle, point: Electron.Point): number {
  const dx = Math.max(bounds.x - point.x, 0, point.x - (bounds.x + bounds.width - 1));
  const dy = Math.max(bounds.y - point.y, 0, point.y - (bounds.y + bounds.height - 1));
  return Math.hypot(dx, dy);
}
