import { BrowserWindow, type BrowserWindowConstructorOptions, type WebContents } from 'electron';
import type { WindowName } from '../../preload/contract/contract.ts';
import { withoutMenu } from './menu.ts';
import { pageUrl } from './page-security.ts';
import type { Rectangle, WindowSize } from './window-places.ts';
import { zoomByKeys } from './zoom.ts';

export interface WindowSetOptions {
  readonly preload: string;
  titles(): Readonly<Record<WindowName, string>>;
  onWindow(name: WindowName, window: BrowserWindow): void;
}

export type WindowSet = ReturnType<typeof createWindowSet>;

export function createWindowSet(options: WindowSetOptions) {
  const open = new Map<WindowName, BrowserWindow>();
  return {
    get: (name: WindowName) => open.get(name),
    entries: () => [...open],
    make(
      name: WindowName,
      place: Rectangle,
      smallest: WindowSize,
      onClosed: () => void,
      look: BrowserWindowConstructorOptions = {},
    ): BrowserWindow {
      const window = newWindow(name, { ...look, ...place }, smallest, options);
      open.set(name, window);
      options.onWindow(name, window);
      if (name === 'display') withoutMenu(window);
      else zoomByKeys(window);
      window.on('page-title-updated', (event) => event.preventDefault());
      window.on('closed', () => {
        if (open.get(name) !== window) return;
        open.delete(name);
        onClosed();
      });
      void load(window.webContents, name);
      return window;
    },
    /** Forgets the window first: its `closed` event may come after the next window has opened. */
    destroy(name: WindowName): void {
      const window = open.get(name);
      open.delete(name);
      window?.destroy();
    },
  };
}

function newWindow(
  name: WindowName,
  look: BrowserWindowConstructorOptions,
  smallest: WindowSize,
  options: WindowSetOptions,
): BrowserWindow {
  return new BrowserWindow({
    ...look,
    title: options.titles()[name],
    backgroundColor: '#f4f6f8',
    autoHideMenuBar: true,
    minWidth: smallest.width,
    minHeight: smallest.height,
    // A window shown at creation takes the keyboard focus.
    show: name === 'till',
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      // By default all windows of an origin share a stored zoom: the cashier's zoom keys would change the customer
      // display.
      zoomMode: 'isolated',
      // With a single screen the customer display is behind the till and must go on counting down.
      backgroundThrottling: false,
      focusOnNavigation: name === 'till',
    },
  });
}

export function load(contents: WebContents, name: WindowName): Promise<void> {
  return contents.loadURL(pageUrl(name)).catch((fault: unknown) => {
    console.error(`Tillmate: ${name} window not loaded: ${String(fault)}`);
  });
}
