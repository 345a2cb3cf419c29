import { type BrowserWindow, Menu } from 'electron';
import type { NativeWords } from '../base/native-words.ts';
import { type MenuActs, menuTemplate } from './menu-template.ts';

/** Must run before a window opens: Electron gives the menu to every window there is, the customer's included. */
export function setMenu(acts: MenuActs, words: NativeWords): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, acts, words)));
}

/** On macOS the menu answers whichever window has the keyboard, so the keys are kept from the customer's. */
export function withoutMenu(window: BrowserWindow): void {
  takeMenu(window);
  window.webContents.on('before-input-event', (event, { alt, control, meta, key }) => {
    if (alt || control || meta || /^F\d+$/.test(key)) event.preventDefault();
  });
}

/** Each new menu of the app goes to every open window, so it is taken from the customer's again. */
export function takeMenu(window: BrowserWindow | undefined): void {
  if (process.platform !== 'darwin') window?.removeMenu();
}
