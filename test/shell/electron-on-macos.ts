import { EventEmitter } from 'node:events';

/**
 * Windows with the behaviour of Electron's `native_window_mac.mm`: the presentation belongs to the whole app, and a
 * window enters and leaves full screen asynchronously. During the transition, a window cannot be moved.
 */

type Bounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** All presentations of the app, in order. */
export const presentations: ('system' | 'locked')[] = ['system'];
export const windows: BrowserWindow[] = [];
const present = (next: (typeof presentations)[number] = 'system') => presentations.push(next);

export class BrowserWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { id: windows.length, loadURL: async () => undefined });
  readonly options: Bounds & { readonly frame?: boolean; readonly enableLargerThanScreen?: boolean };
  full = false;
  moving = false;
  #wishes: boolean[] = [];
  #beforeKiosk: (typeof presentations)[number] | undefined;
  #top = false;
  #bounds: Bounds;

  constructor(options: BrowserWindow['options']) {
    super();
    this.options = options;
    const { x, y, width, height } = options;
    this.#bounds = { x, y, width, height };
    windows.push(this);
  }

  setKiosk(kiosk: boolean): void {
    if (kiosk) this.#beforeKiosk = presentations.at(-1) ?? 'system';
    present(kiosk ? 'locked' : this.#beforeKiosk);
    this.setFullScreen(kiosk);
  }

  setFullScreen(full: boolean): void {
    if (this.moving) this.#wishes.push(full);
    else if (full !== this.full) {
      this.moving = true;
      if (!full) this.full = false;
      setTimeout(() => this.#moved(full), 5);
    }
  }

  #moved(full: boolean): void {
    this.moving = false;
    this.full = full;
    this.emit(full ? 'enter-full-screen' : 'leave-full-screen');
    const wish = this.#wishes.shift();
    if (wish !== undefined) this.setFullScreen(wish);
  }

  setBounds(bounds: Bounds): void {
    if (!this.full && !this.moving) this.#bounds = bounds;
  }

  setAlwaysOnTop(top: boolean): void {
    this.#top = top;
  }

  destroy(): void {
    windows.splice(windows.indexOf(this), 1);
    this.emit('closed');
  }

  readonly isAlwaysOnTop = () => this.#top;
  readonly isFullScreen = () => this.full;
  readonly getBounds = () => this.#bounds;
  readonly isKiosk = () => this.#beforeKiosk !== undefined;
  readonly isFocused = () => false;
  readonly isMinimized = () => false;
  readonly isMaximized = () => false;
  readonly setVisibleOnAllWorkspaces = () => undefined;
  readonly setMinimumSize = () => undefined;
  readonly showInactive = () => undefined;
  readonly moveTop = () => undefined;
}

/** Resolves when no window is entering or leaving full screen. */
export async function settled(): Promise<void> {
  while (windows.some(({ moving }) => moving)) await new Promise((resolve) => setTimeout(resolve, 1));
}

const screenAt = (id: number, x: number) => {
  const bounds = { x, y: 0, width: 1440, height: 900 };
  return { id, label: '', bounds, workArea: { ...bounds, y: 25, height: 875 }, rotation: 0 };
};
export const screens = [screenAt(1, 0), screenAt(2, 1440)];

export function moveScreen(id: number, x: number): void {
  screens[id - 1] = screenAt(id, x);
  screen.emit('display-metrics-changed');
}

export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => screens,
  getPrimaryDisplay: () => screens[0],
});
export const powerSaveBlocker = { start: () => 1 };
export const Menu = {};
