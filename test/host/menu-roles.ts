import type * as Electron from 'electron';
import { app } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';

/** What Electron does for the roles of menu items, as far as a shortcut can set it off. */
interface Role {
  readonly accelerator?: string;
  readonly submenu?: readonly Electron.MenuItemConstructorOptions[];
  act?(focused: BrowserWindow): void;
}

const isMac = process.platform === 'darwin';

const zoom = (by: number) => (focused: BrowserWindow) =>
  focused.webContents.setZoomLevel(by === 0 ? 0 : focused.webContents.getZoomLevel() + by);

const roles: Readonly<Record<string, Role>> = {
  appmenu: { submenu: [{ role: 'about' }, { role: 'hide' }, { role: 'hideOthers' }, { role: 'quit' }] },
  filemenu: { submenu: [{ role: isMac ? 'close' : 'quit' }] },
  viewmenu: {
    submenu: [{ role: 'reload' }, { role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }],
  },
  windowmenu: { submenu: [{ role: 'minimize' }, ...(isMac ? [] : [{ role: 'close' as const }])] },
  quit: { ...(process.platform === 'win32' ? {} : { accelerator: 'CommandOrControl+Q' }), act: () => app.quit() },
  close: { accelerator: 'CommandOrControl+W', act: (focused) => focused.close() },
  minimize: { accelerator: 'CommandOrControl+M', act: (focused) => focused.minimize() },
  reload: { accelerator: 'CommandOrControl+R', act: (focused) => focused.reload() },
  resetzoom: { accelerator: 'CommandOrControl+0', act: zoom(0) },
  zoomin: { accelerator: 'CommandOrControl+Plus', act: zoom(0.5) },
  zoomout: { accelerator: 'CommandOrControl+-', act: zoom(-0.5) },
  togglefullscreen: {
    accelerator: isMac ? 'Control+Command+F' : 'F11',
    act: (focused) => focused.setFullScreen(!focused.isFullScreen()),
  },
};

export function roleOf(name: string | undefined): Role {
  return roles[(name ?? '').toLowerCase()] ?? {};
}
