import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { app } from './app.ts';
import { rectangle, size, taken, windowOptions } from './arguments.ts';
import { reportUnlessGone } from './cdp.ts';
import { markDestroyed } from './destroyed.ts';
import { HostEvent } from './host-event.ts';
import { chromium, lifecycle } from './running-host.ts';
import { screen } from './screen.ts';
import { defaultSession } from './session.ts';
import { HostWebContents } from './web-contents.ts';
import { type Focusable, focus, PageFocus, pressed } from './window-focus.ts';
import { openWindow, placeWindow } from './window-frame.ts';

/** `BrowserWindow`: a window of Chromium's, tabless where somebody can see it. */
export class BrowserWindow
  extends EventEmitter
  implements Partial<Omit<Electron.BrowserWindow, 'webContents' | 'menu' | keyof EventEmitter>>, Focusable
{
  readonly id: number;
  readonly webContents: HostWebContents;
  readonly #pageFocus = new PageFocus();
  readonly #framed: boolean;
  #bounds: Electron.Rectangle;
  #smallest: { readonly width: number; readonly height: number };
  #state: 'normal' | 'minimized' | 'maximized' = 'normal';
  #fullscreen: boolean;
  #fullScreenWishes: boolean[] | undefined;
  #beforeKiosk: Presentation | undefined;
  #wasFull = false;
  #alwaysOnTop = false;
  #visible: boolean;
  #destroyed = false;
  #title: string;
  #menu: object | null = menuOfNewWindows;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    if (!lifecycle.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    taken(windowOptions, options);
    lastId += 1;
    this.id = lastId;
    const area = screen.getPrimaryDisplay().bounds;
    const { width = 800, height = 600 } = options;
    this.#smallest = { width: options.minWidth ?? 0, height: options.minHeight ?? 0 };
    this.#framed = options.frame ?? true;
    const x = options.x ?? Math.round(area.x + (area.width - width) / 2);
    const y = options.y ?? Math.round(area.y + (area.height - height) / 2);
    this.#bounds = this.#given({ x, y, width, height });
    this.#fullscreen = (options.fullscreen ?? false) || (options.kiosk ?? false);
    this.#visible = options.show ?? true;
    this.#title = options.title ?? app.getName();
    this.webContents = new HostWebContents({
      target: openWindow(this.#bounds),
      session: defaultSession,
      preload: options.webPreferences?.preload,
    });
    all.push(this);
    app.windows.add(this);
    this.#wire(options.webPreferences ?? {});
    this.#place();
    this.showFocus(false);
    app.emit('web-contents-created', new HostEvent(), this.webContents);
    app.emit('browser-window-created', new HostEvent(), this);
    if (this.#visible) this.focus();
  }

  /** For menu.ts: the app's menu, which every window gets that opens from now on. */
  static giveMenu(menu: object | null): void {
    menuOfNewWindows = menu;
  }

  static getAllWindows(): BrowserWindow[] {
    return [...all];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return all.find((window) => window.isFocused()) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return all.find((window) => window.id === id) ?? null;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  show(): void {
    this.showInactive();
    this.focus();
  }

  /** In front of the others, without the focus. */
  showInactive(): void {
    this.#visible = true;
    this.#place();
    this.emit('show', new HostEvent());
  }

  isVisible(): boolean {
    return this.#visible && this.#state !== 'minimized';
  }

  /** Does nothing to a window that nobody sees. */
  focus(): void {
    if (this.#destroyed || !this.isVisible()) return;
    this.webContents.focus();
    focus.take(this);
  }

  isFocused(): boolean {
    return focus.holder === this;
  }

  showFocus(focused: boolean): void {
    this.webContents.page((session) => this.#pageFocus.show(session, focused));
  }

  /** For the host: a key of the keyboard. */
  press(key: string): void {
    this.webContents.page((session) => pressed(session, key));
  }

  minimize(): void {
    this.#setState('minimized', 'minimize');
    focus.drop(this);
  }

  /** Shows and activates a window that was hidden, as on every system. */
  maximize(): void {
    this.#setState('maximized', 'maximize');
    if (!this.#visible) this.show();
  }

  unmaximize(): void {
    if (this.#state === 'maximized') this.#setState('normal', 'unmaximize');
  }

  /** Activates the window, as on every system. */
  restore(): void {
    this.#setState('normal', 'restore');
    this.focus();
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  /** On macOS in the window's own time: it is what it was until its event says otherwise, and other wishes wait. */
  setFullScreen(flag: boolean): void {
    if (this.#fullScreenWishes !== undefined) {
      if (this.#fullScreenWishes.at(-1) !== flag) this.#fullScreenWishes.push(flag);
      return;
    }
    if (this.#fullscreen === flag) return;
    if (!isMac) {
      this.#fillScreen(flag);
      return;
    }
    const wishes: boolean[] = [];
    this.#fullScreenWishes = wishes;
    setTimeout(() => {
      if (this.#destroyed) return;
      this.#fullScreenWishes = undefined;
      this.#fillScreen(flag);
      for (const wish of wishes) this.setFullScreen(wish);
    }, MAC_TRANSITION_MS);
  }

  /** Nothing but the app's own windows is on the host's screens: this only keeps what was asked for. */
  setAlwaysOnTop(flag: boolean): void {
    this.#alwaysOnTop = flag;
  }

  isAlwaysOnTop(): boolean {
    return this.#alwaysOnTop;
  }

  setVisibleOnAllWorkspaces(): void {}

  isFullScreen(): boolean {
    return this.#fullscreen;
  }

  /** A state of its own on macOS alone, where a window that was in full screen before stays there. */
  setKiosk(flag: boolean): void {
    if (!isMac) this.setFullScreen(flag);
    if (!isMac || flag === this.isKiosk()) return;
    if (flag) this.#wasFull = this.#fullscreen;
    this.#beforeKiosk = flag ? present('locked') : void present(this.#beforeKiosk);
    if (!this.#wasFull) this.setFullScreen(flag);
  }

  isKiosk(): boolean {
    return isMac ? this.#beforeKiosk !== undefined : this.#fullscreen;
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const asked = taken(rectangle, { ...this.#bounds, ...bounds });
    if (isMac && this.#fullscreen) return;
    this.#bounds = this.#given(asked);
    this.#place();
    this.emit('resize', new HostEvent());
    this.emit('move', new HostEvent());
  }

  setMinimumSize(width: number, height: number): void {
    taken(size, [width, height]);
    this.#smallest = { width, height };
  }

  /** In full screen the bounds of the display that the window is on. */
  getBounds(): Electron.Rectangle {
    return { ...(this.#fullscreen ? screen.getDisplayMatching(this.#bounds).bounds : this.#bounds) };
  }

  setTitle(title: string): void {
    this.#title = title;
  }

  getTitle(): string {
    return this.#title;
  }

  /** Menus are kept, never shown: see menu.ts. */
  setMenu(menu: object | null): void {
    this.#menu = menu;
  }

  removeMenu(): void {
    this.#menu = null;
  }

  /** For the host: the menu whose shortcuts work in this window. */
  get menu(): object | null {
    return this.#menu;
  }

  /** Without the focus. What Chromium brings to the front has the keyboard on a real screen, so it is given back. */
  moveTop(): void {
    this.webContents.focus();
    if (!this.isFocused()) BrowserWindow.getFocusedWindow()?.webContents.focus();
  }

  /** Closes unless a `close` listener prevents it. The page is closed first, so that `closed` comes in a later turn. */
  close(): void {
    if (this.#destroyed) return;
    const event = new HostEvent();
    this.emit('close', event);
    if (event.defaultPrevented) app.closeCancelled();
    else setImmediate(() => this.destroy());
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.webContents.page((_page, targetId) => {
      chromium.connection.browser.send('Target.closeTarget', { targetId }).catch(reportUnlessGone);
    });
    this.gone();
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** The page is gone, whoever closed it. */
  gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    all.splice(all.indexOf(this), 1);
    focus.forget(this);
    const contents = this.webContents;
    // The page hears of `closeTarget` before its contents count as destroyed.
    setImmediate(() => contents.destroy());
    // Electron lets nobody use the window from here on, its `closed` listeners included.
    markDestroyed(this, ['destroy', 'gone']);
    // Nor does a quit that such a listener asks for.
    app.windows.delete(this);
    this.emit('closed');
    app.windowGone(this);
  }

  #setState(state: 'normal' | 'minimized' | 'maximized', name: string): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#place();
    this.emit(name, new HostEvent());
  }

  /** The bounds asked for, and no less than the smallest size. */
  #given(asked: Electron.Rectangle): Electron.Rectangle {
    const width = Math.max(asked.width, this.#smallest.width);
    const height = Math.max(asked.height, this.#smallest.height);
    return { ...asked, width, height };
  }

  /** Into full screen, a window that was hidden is shown and activated: Electron on Linux does so. */
  #fillScreen(flag: boolean): void {
    this.#fullscreen = flag;
    this.#place();
    if (flag && !this.#visible) this.show();
    this.emit(flag ? 'enter-full-screen' : 'leave-full-screen', new HostEvent());
  }

  #place(): void {
    const hidden = !this.#visible || this.#state === 'minimized';
    const state = hidden ? 'minimized' : this.#fullscreen ? 'fullscreen' : this.#state;
    const display = screen.getDisplayMatching(this.#bounds);
    const titleBar = this.#framed ? TITLE_BAR : 0;
    placeWindow(this.webContents, {
      state,
      bounds: this.#bounds,
      display,
      zoom: this.webContents.getZoomFactor(),
      titleBar,
    });
  }

  /**
   * For the host: what the system does to a window by itself when displays change: it follows a display that moves, and goes to the
   * primary one when its own is gone.
   */
  followDisplay(was: Electron.Rectangle, now: Electron.Rectangle): void {
    const { x, y } = this.#bounds;
    if (x < was.x || x >= was.x + was.width || y < was.y || y >= was.y + was.height) return;
    this.#bounds = this.#given({ ...this.#bounds, x: x + now.x - was.x, y: y + now.y - was.y });
    this.#place();
    this.emit('move', new HostEvent());
  }

  #wire(preferences: Electron.WebPreferences): void {
    const contents = this.webContents;
    // Electron gives a page the focus as it is loaded, and with it the window.
    if (preferences.focusOnNavigation !== false) contents.once('did-navigate', () => this.focus());
    contents.on('host:zoom', () => this.#place());
    contents.on('page-title-updated', (event: HostEvent, title: string, explicit: boolean) => {
      this.emit('page-title-updated', event, title, explicit);
      if (!event.defaultPrevented) this.#title = title;
    });
  }
}

const TITLE_BAR = 32;
const MAC_TRANSITION_MS = 100;
const isMac = process.platform === 'darwin';

type Presentation = 'system' | 'locked';

/** The presentation of macOS is the whole app's, whichever window asks. Returns the one before. */
function present(next: Presentation = 'system'): Presentation {
  const before = presentation;
  presentation = next;
  process.stderr.write(`host: macOS shows menu bar and Dock: ${next}\n`);
  return before;
}
let presentation: Presentation = 'system';

const all: BrowserWindow[] = [];
let lastId = 0;
let menuOfNewWindows: object | null = null;

// Before the app hears of it, as on a real machine.
screen.on('host:moved', (was: Electron.Rectangle, now: Electron.Rectangle) => {
  for (const window of all) window.followDisplay(was, now);
});
