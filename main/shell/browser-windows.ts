import { type BrowserWindow, type Display, powerSaveBlocker, screen } from 'electron';
import type { WindowName } from '../../preload/contract/contract.ts';
import type { Clock } from '../base/clock.ts';
import type { Ending } from '../windows/shell-port.ts';
import type { WindowEvents } from '../windows/window-notices.ts';
import { keepDisplayOpen, keepTillOpen } from './kiosk-windows.ts';
import type { ChosenScreens } from './known-screens.ts';
import { ScreenKeeper } from './screen-keeper.ts';
import { type DisplayPlace, type Rectangle, type Screen, screenUnder, type WindowSize } from './window-places.ts';
import { createWindowSet, type WindowSet, type WindowSetOptions } from './window-set.ts';
import { zoom } from './zoom.ts';

interface WindowsOptions extends WindowSetOptions {
  readonly clock: Clock;
  readonly display: boolean;
  chosenScreens(): ChosenScreens;
  kiosk(): boolean;
  readonly onDisplay: WindowEvents['onDisplay'];
  readonly onElsewhere: WindowEvents['onElsewhere'];
  readonly ending: Pick<Ending, 'isEnding' | 'mayCloseTill' | 'tillClosed'>;
}

export type Windows = ReturnType<typeof openWindows>;

export interface ShownScreen {
  readonly screen: Screen;
  /** Degrees, clockwise. */
  readonly rotation: number;
  readonly shows: readonly WindowName[];
}

const SMALLEST_DISPLAY = { width: 640, height: 480 };
const OVER_THE_MENU_BAR = { frame: false, roundedCorners: false, enableLargerThanScreen: true };
const isMac = process.platform === 'darwin';

export function openWindows(options: WindowsOptions) {
  const open = createWindowSet(options);
  // Electron's own `isKiosk` is true for any full screen on Windows and Linux.
  let kiosk = options.kiosk();

  const keeper: ScreenKeeper = new ScreenKeeper(
    {
      screens,
      chosen: options.chosenScreens,
      tillBounds: () => open.get('till')?.getBounds(),
      tillFills: () => kiosk || isFilling(open.get('till')),
      placeTill: (bounds, smallest) => placeTill(open.get('till'), { bounds, smallest, kiosk }),
      limitTill: ({ width, height }) => open.get('till')?.setMinimumSize(width, height),
      displayBounds: () => open.get('display')?.getBounds(),
      placeDisplay: (place) => placeDisplay(open, place, options, () => keeper.displayClosed()),
      closeDisplay(why) {
        open.destroy('display');
        options.onDisplay('closed', why);
      },
      onElsewhere: options.onElsewhere,
    },
    options.clock,
  );

  function openTill(): BrowserWindow {
    const till = open.make('till', keeper.tillOpensAt, keeper.smallestTill, options.ending.tillClosed);
    keepTillOpen(till, () => kiosk, options.ending);
    if (kiosk) till.setKiosk(true);
    till.on('move', () => keeper.tillMoved());
    till.on('resize', () => keeper.tillMoved());
    return till;
  }

  const till = openTill();
  if (options.display) {
    keeper.openDisplay();
    // On a shared screen the till is on top.
    till.moveTop();
    powerSaveBlocker.start('prevent-display-sleep');
  }
  screen.on('display-removed', () => keeper.screensChanged());
  screen.on('display-added', () => keeper.screensChanged());
  screen.on('display-metrics-changed', () => keeper.screensChanged());

  return {
    get: (name: WindowName): BrowserWindow | undefined => open.get(name),
    nameOf: (contentsId: number): WindowName | undefined =>
      open.entries().find(([, window]) => window.webContents.id === contentsId)?.[0],
    displayState: (): 'open' | 'closed' | 'off' =>
      open.get('display') !== undefined ? 'open' : options.display ? 'closed' : 'off',
    openDisplay(): void {
      if (open.get('display') === undefined) keeper.openDisplay();
      bringForward(open.get('display'), open.get('till'));
    },
    focusTill(): 'there' | 'new' {
      const window = open.get('till');
      if (window === undefined) {
        openTill();
        return 'new';
      }
      focus(window);
      return 'there';
    },
    zoomTill: (step: -1 | 0 | 1): void => zoom(open.get('till'), step),
    toggleFullScreen(): void {
      const window = open.get('till');
      if (!options.kiosk()) window?.setFullScreen(!window.isFullScreen());
    },
    placesChosen(): void {
      keeper.screensChosen();
      if (options.kiosk() === kiosk) return;
      kiosk = !kiosk;
      open.get('till')?.setKiosk(kiosk);
    },
    screens: (): readonly ShownScreen[] => shownScreens(open.entries()),
  };
}

function placeDisplay(open: WindowSet, place: DisplayPlace, options: WindowsOptions, closed: () => void): void {
  const fills = place.kind === 'own';
  const bounds = fills ? place.screen.bounds : place.bounds;
  // macOS cannot add or remove the frame of an existing window.
  if (isMac && open.get('display')?.isAlwaysOnTop() === !fills) open.destroy('display');
  let window = open.get('display');
  if (window === undefined) {
    window = open.make(
      'display',
      bounds,
      SMALLEST_DISPLAY,
      () => {
        closed();
        options.onDisplay('closed');
      },
      isMac && fills ? OVER_THE_MENU_BAR : {},
    );
    keepDisplayOpen(window, options.kiosk, options.ending);
    // Before full screen: Electron on Linux would show a hidden window with focus.
    window.showInactive();
    options.onDisplay('open');
  } else {
    if (!isMac) window.setFullScreen(false);
    window.setBounds(bounds);
  }
  if (fills) fillScreen(window);
}

function focus(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Leaves the keyboard focus with the till. */
function bringForward(display: BrowserWindow | undefined, till: BrowserWindow | undefined): void {
  const hadKeyboard = till?.isFocused() ?? false;
  if (display?.isMinimized()) display.restore();
  else display?.showInactive();
  display?.moveTop();
  // Every system focuses a restored window.
  if (hadKeyboard && !till?.isFocused()) till?.focus();
}

/**
 * On macOS the window covers menu bar and Dock by its level. Native full screen opens a separate space for the front
 * window, and simple full screen changes the presentation of the whole app, which the kiosk uses.
 */
function fillScreen(window: BrowserWindow): void {
  if (!isMac) {
    window.setFullScreen(true);
    return;
  }
  window.setAlwaysOnTop(true, 'screen-saver');
  window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true });
}

function isFilling(window: BrowserWindow | undefined): boolean {
  return window !== undefined && (window.isMaximized() || window.isFullScreen());
}

interface TillPlace {
  readonly bounds: Rectangle;
  readonly smallest: WindowSize;
  readonly kiosk: boolean;
}

/** Target of a till until macOS has left full screen. */
const goesTo = new WeakMap<BrowserWindow, TillPlace>();

/** A window in full screen cannot move to another screen: it leaves, moves, and enters full screen there. */
function placeTill(window: BrowserWindow | undefined, place: TillPlace): void {
  if (window === undefined) return;
  if (!place.kiosk && !window.isFullScreen()) {
    putTill(window, place);
    return;
  }
  const isLeaving = goesTo.has(window);
  goesTo.set(window, place);
  if (isLeaving) return;
  const go = () => {
    putTill(window, goesTo.get(window) ?? place);
    goesTo.delete(window);
    window.setFullScreen(true);
  };
  if (isMac) window.once('leave-full-screen', go);
  window.setFullScreen(false);
  if (!isMac) go();
}

function putTill(window: BrowserWindow, { bounds, smallest }: TillPlace): void {
  const maximized = window.isMaximized();
  if (maximized) window.unmaximize();
  window.setMinimumSize(smallest.width, smallest.height);
  window.setBounds(bounds);
  if (maximized) window.maximize();
}

function shownScreens(open: ReturnType<WindowSet['entries']>): readonly ShownScreen[] {
  const all = screens();
  return screen.getAllDisplays().flatMap(({ id, rotation }) => {
    const found = all.find((one) => one.id === id);
    if (found === undefined) return [];
    const shows = open.filter(([, window]) => screenUnder(all, window.getBounds())?.id === id);
    return [{ screen: found, rotation, shows: shows.map(([name]) => name) }];
  });
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
