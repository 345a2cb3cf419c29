import type { MenuItemConstructorOptions } from 'electron';

/** What the menu can do. Everything acts on the till, whichever window has the keyboard. */
export interface MenuActs {
  openDisplay(): void;
  /** Steps of half a level, as Electron's own menu has them; 0 goes back to 100 %. */
  zoomTill(step: -1 | 0 | 1): void;
  toggleFullScreen(): void;
  quit(): void;
}

/**
 * A till needs few menu commands: edit commands for text fields, the display, zoom, full screen, and an end. No reload
 * and no developer tools, which nobody at a counter needs. macOS has its own menus besides.
 */
export function menuTemplate(platform: NodeJS.Platform, acts: MenuActs): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const quit = { label: 'Quit', accelerator: 'CommandOrControl+Q', click: () => acts.quit() };
  return [
    ...(isMac ? macMenus : [{ label: 'Till', submenu: [quit] }]),
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { label: 'Open customer display', click: () => acts.openDisplay() },
        { type: 'separator' },
        { label: 'Zoom In', accelerator: 'CommandOrControl+Plus', click: () => acts.zoomTill(1) },
        { label: 'Zoom Out', accelerator: 'CommandOrControl+-', click: () => acts.zoomTill(-1) },
        { label: 'Actual Size', accelerator: 'CommandOrControl+0', click: () => acts.zoomTill(0) },
        { type: 'separator' },
        {
          label: 'Toggle Full Screen',
          accelerator: isMac ? 'Control+Command+F' : 'F11',
          click: () => acts.toggleFullScreen(),
        },
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
  ];
}

/** About, Hide and Quit are in the first, Close in the second. */
const macMenus: MenuItemConstructorOptions[] = [{ role: 'appMenu' }, { role: 'fileMenu' }];

/** Between about 60 % and 200 %: a till that is larger or smaller than that cannot be worked with. */
const SMALLEST_LEVEL = -3;
const LARGEST_LEVEL = 4;

/** The zoom level after a step; one level is a factor of 1.2. */
export function zoomLevelAfter(level: number, step: -1 | 0 | 1): number {
  if (step === 0) return 0;
  return Math.min(LARGEST_LEVEL, Math.max(SMALLEST_LEVEL, level + step / 2));
}
