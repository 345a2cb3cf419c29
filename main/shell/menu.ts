import { type BrowserWindow, Menu } from 'electron';
import { type MenuActs, menuTemplate } from './menu-template.ts';

/** Must run before a window opens: Electron gives the menu to every window there is, the customer's included. */
export function setMenu(acts: MenuActs): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, acts)));
}

/**
 * Takes menu and shortcuts from the customer's window. On macOS the menu belongs to the app and answers whichever window
 * has the keyboard, so the keys are kept from it.
 */
export function withoutMenu(window: BrowserWindow): void {
  if (process.platform !== 'darwin') window.removeMenu();
  window.webContents.on('before-input-event', (event, { control, meta, key }) => {
    if (control || meta || /^F\d+$/.test(key)) event.preventDefault();
  });
}
