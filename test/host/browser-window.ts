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

/** `BrowserWindow`: a Chromium window, without tabs if visible. */
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

  /** For menu.ts: sets the menu of all future windows. */
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

  /** Shows the window in front, without focus. */
  showInactive(): void {
    this.#visible = true;
    this.#place();
    this.emit('show', new HostEvent());
  }

  isVisible(): boolean {
    return this.#visible && this.#state !== 'minimized';
  }

  /** Ignored for a hidden window, as in Electron. */
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

  /** For the host: sends a key press to the page. */
  press(key: string): void {
    this.webContents.page((session) => pressed(session, key));
  }

  minimize(): void {
    this.#setState('minimized', 'minimize');
    focus.drop(this);
  }

  /** Shows and activates a hidden window, as on every system. */
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

  /** On macOS takes time: the state changes only with its event, and later requests queue. */
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

  /** The screens of the host show only the app's windows: stores the flag without effect. */
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

  /** A separate state only on macOS, where a window that was in full screen before stays in full screen. */
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

  /** Returns the bounds of the display for a full-screen window. */
  getBounds(): Electron.Rectangle {
    return { ...(this.#fullscreen ? screen.getDisplayMatching(this.#bounds).bounds : this.#bounds) };
  }

  setTitle(title: string): void {
    this.#title = title;
  }

  getTitle(): string {
    return this.#title;
  }

  /** Menus are stored but never shown: see menu.ts. */
  setMenu(menu: object | null): void {
    this.#menu = menu;
  }

  removeMenu(): void {
    this.#menu = null;
  }

  /** For the host: the menu with the shortcuts of this window. */
  get menu(): object | null {
    return this.#menu;
  }

  /** Does not take the focus. Chromium focuses a window in front on a real screen, so the focus is given back. */
  moveTop(): void {
    this.webContents.focus();
    if (!this.isFocused()) BrowserWindow.getFocusedWindow()?.webContents.focus();
  }

  /** Closes unless a `close` listener prevents it. `closed` comes in a later turn, after the page has closed. */
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

  /** Handles the end of the page, whether the app or a user closed it. */
  gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    all.splice(all.indexOf(this), 1);
    focus.forget(this);
    const contents = this.webContents;
    // The page gets the event of `closeTarget` before its contents count as destroyed.
    setImmediate(() => contents.destroy());
    // Electron forbids all use of the window from here on, including in `closed` listeners.
    markDestroyed(this, ['destroy', 'gone']);
    // A quit from a `closed` listener must not close this window again.
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

  /** Returns the requested bounds with at least the minimum size. */
  #given(asked: Electron.Rectangle): Electron.Rectangle {
    const width = Math.max(asked.width, this.#smallest.width);
    const height = Math.max(asked.height, this.#smallest.height);
    return { ...asked, width, height };
  }

  /** Shows and activates a hidden window on entering full screen, as Electron does on Linux. */
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
   * For the host: plays the system's reaction to changed displays. A window follows a display that moves, and goes to
   * the primary display when its own is unplugged.
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
    // Electron focuses a page, and its window, on load.
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

/** Sets the macOS presentation of the whole app; returns the previous presentation. */
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

// Before the app's own listeners, as on a real machine.
screen.on('host:moved', (was: Electron.Rectangle, now: Electron.Rectangle) => {
  for (const window of all) window.followDisplay(was, now);
});
