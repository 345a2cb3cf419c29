import { BrowserWindow, type Display, powerSaveBlocker, screen, type WebContents } from 'electron';
import type { WindowName } from '../../preload/contract/contract.ts';
import type { Clock } from '../base/clock.ts';
import type { Ending } from '../windows/shell.ts';
import type { WindowEvents } from '../windows/window-notices.ts';
import { pageUrl } from './app-urls.ts';
import type { ChosenScreens } from './known-screens.ts';
import { withoutMenu } from './menu.ts';
import { zoomLevelAfter } from './menu-template.ts';
import { keepOnScreens } from './screen-keeper.ts';
import { type DisplayPlace, type Rectangle, type Screen, screenUnder, type WindowSize } from './window-places.ts';

export interface WindowsOptions {
  readonly clock: Clock;
  /** Path of the built preload (CommonJS). */
  readonly preload: string;
  /** False for `--no-customer-display`. */
  readonly display: boolean;
  /** The screens that somebody chose in the settings. */
  chosenScreens(): ChosenScreens;
  /** The till fills its screen, and the customer's side has no way out. */
  kiosk(): boolean;
  /** What the system calls a window, in the till's language. */
  titles(): Readonly<Record<WindowName, string>>;
  readonly onDisplay: WindowEvents['onDisplay'];
  readonly onElsewhere: WindowEvents['onElsewhere'];
  readonly ending: Pick<Ending, 'isEnding' | 'mayCloseTill' | 'tillClosed'>;
  /** Every window of ours, as it is made. */
  onWindow(name: WindowName, window: BrowserWindow): void;
}

export interface Windows {
  get(name: WindowName): BrowserWindow | undefined;
  /** Which of our windows a web contents belongs to. */
  nameOf(contentsId: number): WindowName | undefined;
  displayState(): 'open' | 'closed' | 'off';
  /** Opens the customer display, or brings the open one forward. The keyboard stays where it is. */
  openDisplay(): void;
  /** Brings the till forward, and opens a new one where it is closed. */
  focusTill(): 'there' | 'new';
  zoomTill(step: -1 | 0 | 1): void;
  toggleFullScreen(): void;
  /** Somebody chose other screens, or kiosk, in the settings. */
  placesChosen(): void;
  /** All screens there are, and which of our windows each shows. */
  screens(): readonly ShownScreen[];
}

export interface ShownScreen {
  readonly screen: Screen;
  /** By how much the system turns its picture, clockwise, in degrees. */
  readonly rotation: number;
  readonly shows: readonly WindowName[];
}

const SMALLEST_DISPLAY = { width: 640, height: 480 };

/** Opens the till and the customer display where the screens are, and keeps them there as screens come and go. */
export function openWindows(options: WindowsOptions): Windows {
  const open = new Map<WindowName, BrowserWindow>();

  function make(name: WindowName, place: Rectangle, smallest: WindowSize, onClosed: () => void): BrowserWindow {
    const window = new BrowserWindow({
      ...place,
      title: options.titles()[name],
      backgroundColor: '#f4f6f8',
      autoHideMenuBar: true,
      minWidth: smallest.width,
      minHeight: smallest.height,
      // A window that is shown as it is made takes the keyboard.
      show: name === 'till',
      webPreferences: {
        preload: options.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        navigateOnDragDrop: false,
        // By default all windows of one origin share one zoom, which lasts: the cashier's keys would change the customer's.
        zoomMode: 'isolated',
        // The customer display stands behind the till where there is one screen, and must go on counting down there.
        backgroundThrottling: false,
        focusOnNavigation: name === 'till',
      },
    });
    open.set(name, window);
    options.onWindow(name, window);
    if (name === 'display') withoutMenu(window);
    window.on('page-title-updated', (event) => event.preventDefault());
    window.on('closed', () => {
      if (open.get(name) !== window) return;
      open.delete(name);
      onClosed();
    });
    void load(window.webContents, name);
    return window;
  }

  function placeDisplay(place: DisplayPlace): void {
    const bounds = place.kind === 'own' ? place.screen.bounds : place.bounds;
    let window = open.get('display');
    if (window === undefined) {
      window = make('display', bounds, SMALLEST_DISPLAY, () => {
        keeper.displayClosed();
        options.onDisplay('closed');
      });
      const opened = window;
      opened.on('close', (event) => {
        // The customer's side has no way out of a kiosk; the till closes it by `destroy`.
        if (options.kiosk() && !options.ending.isEnding()) event.preventDefault();
      });
      // Before full screen: Electron on Linux shows a hidden window by that, and gives it the keyboard.
      window.showInactive();
      options.onDisplay('open');
    } else {
      fillScreen(window, false);
      window.setBounds(bounds);
    }
    if (place.kind === 'own') fillScreen(window, true);
  }

  const keeper = keepOnScreens(
    {
      screens,
      chosen: options.chosenScreens,
      tillBounds: () => open.get('till')?.getBounds(),
      tillFills: () => isFilling(open.get('till')),
      placeTill: (bounds, smallest) => placeTill(open.get('till'), bounds, smallest),
      limitTill: ({ width, height }) => open.get('till')?.setMinimumSize(width, height),
      displayBounds: () => open.get('display')?.getBounds(),
      placeDisplay,
      closeDisplay(why) {
        const window = open.get('display');
        // No longer ours from now on: its end may come after the next one has opened.
        open.delete('display');
        window?.destroy();
        options.onDisplay('closed', why);
      },
      onElsewhere: options.onElsewhere,
    },
    options.clock,
  );

  function openTill(): BrowserWindow {
    const till = make('till', keeper.tillOpensAt, keeper.smallestTill, options.ending.tillClosed);
    till.on('close', (event) => {
      if (!options.ending.mayCloseTill()) event.preventDefault();
    });
    followKiosk(till, options.kiosk());
    till.on('move', keeper.tillMoved);
    till.on('resize', keeper.tillMoved);
    return till;
  }

  const till = openTill();
  if (options.display) {
    keeper.openDisplay();
    // Where both share a screen, the cashier's is the one to see.
    till.moveTop();
    keepAwake();
  }
  screen.on('display-removed', keeper.screensChanged);
  screen.on('display-added', keeper.screensChanged);
  screen.on('display-metrics-changed', keeper.screensChanged);

  return {
    get: (name) => open.get(name),
    nameOf: (contentsId) => [...open].find(([, window]) => window.webContents.id === contentsId)?.[0],
    displayState: () => (open.has('display') ? 'open' : options.display ? 'closed' : 'off'),
    openDisplay() {
      if (!open.has('display')) keeper.openDisplay();
      const window = open.get('display');
      const till = open.get('till');
      const hadKeyboard = till?.isFocused() ?? false;
      if (window?.isMinimized()) window.restore();
      else window?.showInactive();
      window?.moveTop();
      // Every system gives the keyboard to a window that is restored.
      if (hadKeyboard && !till?.isFocused()) till?.focus();
    },
    focusTill() {
      const window = open.get('till');
      if (window === undefined) {
        openTill();
        return 'new';
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      return 'there';
    },
    zoomTill(step) {
      const contents = open.get('till')?.webContents;
      contents?.setZoomLevel(zoomLevelAfter(contents.getZoomLevel(), step));
    },
    toggleFullScreen() {
      const window = open.get('till');
      if (!options.kiosk()) window?.setFullScreen(!window.isFullScreen());
    },
    placesChosen() {
      keeper.screensChosen();
      const till = open.get('till');
      if (till !== undefined) followKiosk(till, options.kiosk());
    },
    screens: () => shownScreens(open),
  };
}

/** Loads a window's page. Never rejects; why a page did not load is printed. */
export function load(contents: WebContents, name: WindowName): Promise<void> {
  return contents.loadURL(pageUrl(name)).catch((fault: unknown) => {
    console.error(`Tillmate: the ${name} window did not load: ${String(fault)}`);
  });
}

/** macOS has a full screen that is a space of its own, which only the front window may have: there the simple one is it. */
function fillScreen(window: BrowserWindow, fill: boolean): void {
  if (process.platform === 'darwin') window.setSimpleFullScreen(fill);
  else window.setFullScreen(fill);
}

function isFilling(window: BrowserWindow | undefined): boolean {
  return window !== undefined && (window.isMaximized() || window.isFullScreen());
}

/** A window that fills a screen goes to no other: it is made free, put there, and fills that one. */
function placeTill(window: BrowserWindow | undefined, bounds: Rectangle, smallest: WindowSize): void {
  if (window === undefined) return;
  const [fullScreen, maximized, kiosk] = [window.isFullScreen(), window.isMaximized(), window.isKiosk()];
  if (kiosk) window.setKiosk(false);
  else if (fullScreen) window.setFullScreen(false);
  if (maximized) window.unmaximize();
  window.setMinimumSize(smallest.width, smallest.height);
  window.setBounds(bounds);
  if (maximized) window.maximize();
  if (kiosk) window.setKiosk(true);
  else if (fullScreen) window.setFullScreen(true);
}

/** In kiosk mode a window fills its screen, and the system offers nothing that would lead out of it. */
function followKiosk(window: BrowserWindow, kiosk: boolean): void {
  if (window.isKiosk() !== kiosk) window.setKiosk(kiosk);
}

function shownScreens(open: ReadonlyMap<WindowName, BrowserWindow>): readonly ShownScreen[] {
  const all = screens();
  return screen.getAllDisplays().flatMap(({ id, rotation }) => {
    const found = all.find((one) => one.id === id);
    if (found === undefined) return [];
    const shows = [...open].filter(([, window]) => screenUnder(all, window.getBounds())?.id === id);
    return [{ screen: found, rotation, shows: shows.map(([name]) => name) }];
  });
}

/** Between two customers nobody touches the till, and its screens must not go dark. */
function keepAwake(): void {
  powerSaveBlocker.start('prevent-display-sleep');
}

function screens(): readonly Screen[] {
  const primary = screen.getPrimaryDisplay().id;
  return screen.getAllDisplays().map((display: Display) => ({
    id: display.id,
    label: display.label,
    primary: display.id === primary,
    bounds: display.bounds,
    workArea: display.workArea,
  }));
}
