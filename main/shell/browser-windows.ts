import { BrowserWindow, type Display, powerSaveBlocker, screen, type WebContents } from 'electron';
import type { WindowName } from '../../preload/contract.ts';
import type { WindowEvents } from '../windows/window-notices.ts';
import { pageUrl } from './app-urls.ts';
import { type WindowBounds, windowBounds } from './window-bounds.ts';

export interface WindowsOptions {
  /** Path of the built preload (CommonJS). */
  readonly preload: string;
  /** False for `--no-customer-display`. */
  readonly display: boolean;
  readonly onDisplay: WindowEvents['onDisplay'];
  onTillClosed(): void;
  /** Every window of ours, as it is made. */
  onWindow(name: WindowName, window: BrowserWindow): void;
}

export interface Windows {
  get(name: WindowName): BrowserWindow | undefined;
  /** Which of our windows a web contents belongs to. */
  nameOf(contentsId: number): WindowName | undefined;
  displayState(): 'open' | 'closed' | 'off';
  /** Opens the customer display, or brings the open one forward. */
  openDisplay(): void;
  /** Brings the till forward: somebody started the app a second time. */
  focusTill(): void;
}

const TITLES = { till: 'Tillmate', display: 'Tillmate – customer display' } as const;

/** Opens the till and the customer display where the screens are, and keeps them there as screens come and go. */
export function openWindows(options: WindowsOptions): Windows {
  const open = new Map<WindowName, BrowserWindow>();
  let displayScreenId: number | undefined;
  let awaitsScreen = false;

  function make(name: WindowName, place: WindowBounds[WindowName]): BrowserWindow {
    const window = new BrowserWindow({
      x: place.x,
      y: place.y,
      width: place.width,
      height: place.height,
      title: TITLES[name],
      backgroundColor: '#f4f6f8',
      autoHideMenuBar: true,
      ...(name === 'till' ? { minWidth: 1024, minHeight: 700 } : { minWidth: 640, minHeight: 480 }),
      webPreferences: {
        preload: options.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        navigateOnDragDrop: false,
        // The customer display stands behind the till where there is one screen, and must go on counting down there.
        backgroundThrottling: false,
      },
    });
    open.set(name, window);
    options.onWindow(name, window);
    window.on('page-title-updated', (event) => event.preventDefault());
    window.on('closed', () => {
      if (open.get(name) === window) open.delete(name);
    });
    void load(window.webContents, name);
    return window;
  }

  function openDisplay(): void {
    const shown = open.get('display');
    if (shown !== undefined) {
      shown.show();
      return;
    }
    const { display: place } = windowBounds(screens());
    const window = make('display', place);
    displayScreenId = place.screenId;
    if (place.screenId !== undefined) window.setFullScreen(true);
    awaitsScreen = false;
    window.on('closed', () => options.onDisplay('closed', awaitsScreen ? 'unplugged' : 'closed'));
    options.onDisplay('open');
  }

  const till = make('till', windowBounds(screens()).till);
  till.on('closed', options.onTillClosed);
  if (options.display) {
    openDisplay();
    keepAwake();
  }

  // Otherwise the system moves the customer's window onto the till's screen, over the cashier's work.
  screen.on('display-removed', (_event, gone) => {
    if (gone.id !== displayScreenId) return;
    awaitsScreen = true;
    open.get('display')?.close();
  });
  screen.on('display-added', () => {
    const shown = open.get('display');
    if (shown === undefined) {
      if (awaitsScreen) openDisplay();
      return;
    }
    if (displayScreenId !== undefined) return;
    const { display: place } = windowBounds(screens());
    shown.setBounds(place);
    displayScreenId = place.screenId;
    if (place.screenId !== undefined) shown.setFullScreen(true);
  });

  return {
    get: (name) => open.get(name),
    nameOf: (contentsId) => [...open].find(([, window]) => window.webContents.id === contentsId)?.[0],
    displayState: () => (open.has('display') ? 'open' : options.display ? 'closed' : 'off'),
    openDisplay,
    focusTill() {
      const window = open.get('till');
      if (window?.isMinimized()) window.restore();
      window?.show();
      window?.focus();
    },
  };
}

/** Loads a window's page. Never rejects; why a page did not load is printed. */
export function load(contents: WebContents, name: WindowName): Promise<void> {
  return contents.loadURL(pageUrl(name)).catch((fault: unknown) => {
    console.error(`Tillmate: the ${name} window did not load: ${String(fault)}`);
  });
}

/** Between two customers nobody touches the till, and its screens must not go dark. */
function keepAwake(): void {
  powerSaveBlocker.start('prevent-display-sleep');
}

function screens(): Parameters<typeof windowBounds>[0] {
  const primary = screen.getPrimaryDisplay().id;
  return screen.getAllDisplays().map((display: Display) => ({
    id: display.id,
    primary: display.id === primary,
    bounds: display.bounds,
    workArea: display.workArea,
  }));
}
