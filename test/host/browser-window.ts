import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';
import type * as Electron from 'electron';
import { app } from './app.ts';
import { toApp } from './app-address.ts';
import { reportUnlessGone } from './cdp.ts';
import { markDestroyed } from './destroyed.ts';
import { HostEvent } from './host-event.ts';
import { privileged } from './protocol.ts';
import { chromium, layout, lifecycle } from './running-host.ts';
import { screen } from './screen.ts';
import { defaultSession, type HostSession, session } from './session.ts';
import { HostWebContents } from './web-contents.ts';
import { openWindow, placeWindow } from './window-frame.ts';
import type { ZoomMode } from './zoom.ts';

type Covered =
  | 'loadURL'
  | 'loadFile'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'focus'
  | 'blur'
  | 'isFocused'
  | 'restore'
  | 'minimize'
  | 'isMinimized'
  | 'maximize'
  | 'isMaximized'
  | 'isVisible'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'setKiosk'
  | 'isKiosk'
  | 'setBounds'
  | 'getBounds'
  | 'getContentBounds'
  | 'setTitle'
  | 'getTitle'
  | 'setMenu'
  | 'removeMenu'
  | 'setMenuBarVisibility'
  | 'setAlwaysOnTop'
  | 'flashFrame'
  | 'moveTop'
  | 'reload'
  | 'setBackgroundColor';

/** `BrowserWindow`: a window of Chromium's, tabless where somebody can see it. */
export class BrowserWindow extends EventEmitter implements Pick<Electron.BrowserWindow, Covered> {
  readonly id: number;
  readonly webContents: HostWebContents;
  #bounds: Electron.Rectangle;
  #state: 'normal' | 'minimized' | 'maximized' = 'normal';
  #fullscreen: boolean;
  #kiosk: boolean;
  #visible: boolean;
  #destroyed = false;
  #title: string;
  #menu: object | null = menuOfNewWindows;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    if (!lifecycle.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    refuseUnsupported(options.webPreferences ?? {});
    lastId += 1;
    this.id = lastId;
    const area = screen.getPrimaryDisplay().bounds;
    const { width = 800, height = 600 } = options;
    this.#bounds = {
      x: options.x ?? Math.round(area.x + (area.width - width) / 2),
      y: options.y ?? Math.round(area.y + (area.height - height) / 2),
      width: Math.max(width, options.minWidth ?? 0),
      height: Math.max(height, options.minHeight ?? 0),
    };
    this.#kiosk = options.kiosk ?? false;
    this.#fullscreen = (options.fullscreen ?? false) || this.#kiosk;
    this.#visible = options.show ?? true;
    this.#title = options.title ?? app.getName();
    this.webContents = new HostWebContents({
      target: openWindow(this.#bounds),
      session: sessionOf(options.webPreferences ?? {}),
      preload: options.webPreferences?.preload,
      subFrames: options.webPreferences?.nodeIntegrationInSubFrames ?? false,
      zoomMode: (options.webPreferences?.zoomMode ?? 'default') as ZoomMode,
      isFocused: () => this.isFocused(),
      onCloseAsked: () => this.close(),
    });
    all.push(this);
    app.windows.add(this);
    this.#wire();
    this.#place();
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
    return focused ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return all.find((window) => window.id === id) ?? null;
  }

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return all.find((window) => window.webContents === contents) ?? null;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  loadFile(path: string): Promise<void> {
    return this.webContents.loadURL(pathToFileURL(path).href);
  }

  reload(): void {
    this.webContents.reload();
  }

  show(): void {
    this.#visible = true;
    this.#place();
    this.emit('show', new HostEvent());
    this.focus();
  }

  showInactive(): void {
    this.#visible = true;
    this.#place();
    this.emit('show', new HostEvent());
  }

  hide(): void {
    this.#visible = false;
    this.#place();
    this.emit('hide', new HostEvent());
  }

  isVisible(): boolean {
    return this.#visible && this.#state !== 'minimized';
  }

  focus(): void {
    if (focused === this || this.#destroyed) return;
    const before = focused;
    focused = this;
    before?.emit('blur', new HostEvent());
    this.webContents.focus();
    this.emit('focus', new HostEvent());
    app.emit('browser-window-focus', new HostEvent(), this);
  }

  blur(): void {
    if (focused !== this) return;
    focused = undefined;
    this.emit('blur', new HostEvent());
  }

  isFocused(): boolean {
    return focused === this;
  }

  minimize(): void {
    this.#setState('minimized', 'minimize');
  }

  maximize(): void {
    this.#setState('maximized', 'maximize');
  }

  restore(): void {
    this.#setState('normal', 'restore');
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  setFullScreen(flag: boolean): void {
    if (this.#fullscreen === flag) return;
    this.#fullscreen = flag;
    this.#place();
    this.emit(flag ? 'enter-full-screen' : 'leave-full-screen', new HostEvent());
  }

  isFullScreen(): boolean {
    return this.#fullscreen;
  }

  setKiosk(flag: boolean): void {
    this.#kiosk = flag;
    this.setFullScreen(flag);
  }

  isKiosk(): boolean {
    return this.#kiosk;
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.#place();
    this.emit('resize', new HostEvent());
    this.emit('move', new HostEvent());
  }

  /** In full screen the bounds of the display that the window is on. */
  getBounds(): Electron.Rectangle {
    return this.#fullscreen ? { ...screen.getDisplayMatching(this.#bounds).bounds } : { ...this.#bounds };
  }

  getContentBounds(): Electron.Rectangle {
    return this.getBounds();
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

  setMenuBarVisibility(): void {
    // There is no menu bar.
  }

  setAlwaysOnTop(): void {
    this.moveTop();
  }

  moveTop(): void {
    this.webContents.focus();
  }

  flashFrame(): void {
    // Nobody looks at a task bar here.
  }

  setBackgroundColor(color: string): void {
    this.webContents.page((page) => page.post('Emulation.setDefaultBackgroundColorOverride', backgroundOf(color)));
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
    if (focused === this) focused = undefined;
    const contents = this.webContents;
    // The page hears of `closeTarget` before its contents count as destroyed.
    setImmediate(() => contents.destroy());
    // Electron lets nobody use the window from here on, its `closed` listeners included.
    markDestroyed(this, ['destroy', 'gone']);
    this.emit('closed');
    app.windowGone(this);
  }

  #setState(state: 'normal' | 'minimized' | 'maximized', name: string): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#place();
    this.emit(name, new HostEvent());
  }

  #place(): void {
    const hidden = !this.#visible || this.#state === 'minimized';
    const state = hidden ? 'minimized' : this.#fullscreen ? 'fullscreen' : this.#state;
    const { bounds } = screen.getDisplayMatching(this.#bounds);
    placeWindow(this.webContents, {
      state,
      bounds: this.#bounds,
      display: bounds,
      zoom: this.webContents.getZoomFactor(),
    });
  }

  #wire(): void {
    const contents = this.webContents;
    contents.on('host:zoom', () => this.#place());
    contents.on('unresponsive', () => this.emit('unresponsive'));
    contents.on('responsive', () => this.emit('responsive'));
    contents.once('did-finish-load', () => this.emit('ready-to-show', new HostEvent()));
    contents.on('render-process-gone', (event, details) => app.emit('render-process-gone', event, contents, details));
    contents.on('page-title-updated', (event: HostEvent, title: string, explicit: boolean) => {
      this.emit('page-title-updated', event, title, explicit);
      if (!event.defaultPrevented) this.#title = title;
    });
  }
}

/** Follows what happens to pages from outside: downloads, pages closed by hand, pages that a page tries to open. */
export function followTargets(): void {
  const { browser } = chromium.connection;
  const windowOf = (targetId: string | undefined) => all.find((window) => window.webContents.targetId === targetId);
  browser.on('Browser.downloadWillBegin', ({ url, suggestedFilename }) => {
    const item = {
      getURL: () => toApp(url, privileged),
      getFilename: () => suggestedFilename,
      cancel: () => undefined,
    };
    defaultSession.emit('will-download', new HostEvent(), item, focused?.webContents);
  });
  // Whatever the app decides, no download is saved and no dialog opens.
  browser.post('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  browser.on('Target.targetDestroyed', ({ targetId }) => windowOf(targetId)?.gone());
  browser.on('Target.targetCreated', ({ targetInfo }) => {
    if (targetInfo.openerId === undefined || windowOf(targetInfo.openerId) === undefined) return;
    browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(reportUnlessGone);
  });
  if (layout.headless) process.stderr.write('host: no display here: Chromium runs headless.\n');
}

function sessionOf(preferences: Electron.WebPreferences): HostSession {
  if (preferences.session !== undefined) return preferences.session as unknown as HostSession;
  return preferences.partition === undefined ? session.defaultSession : session.fromPartition(preferences.partition);
}

/** Throws for web preferences that the host does not have: every page of it is isolated and sandboxed. */
function refuseUnsupported(preferences: Electron.WebPreferences): void {
  const unsafe: [boolean, string][] = [
    [preferences.contextIsolation === false, 'contextIsolation: false'],
    [preferences.sandbox === false, 'sandbox: false'],
    [preferences.nodeIntegration === true, 'nodeIntegration: true'],
    [preferences.webSecurity === false, 'webSecurity: false'],
  ];
  for (const [asked, what] of unsafe) if (asked) throw new Error(`webPreferences.${what}: not in the Chromium host.`);
}

function backgroundOf(color: string): { color: { r: number; g: number; b: number } } {
  const [, r = 'ff', g = 'ff', b = 'ff'] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? [];
  return { color: { r: Number.parseInt(r, 16), g: Number.parseInt(g, 16), b: Number.parseInt(b, 16) } };
}

const all: BrowserWindow[] = [];
let focused: BrowserWindow | undefined;
let lastId = 0;
let menuOfNewWindows: object | null = null;
