import { type BrowserWindow, Menu } from 'electron';
import type { NativeWords } from '../base/native-words.ts';
import { type MenuActs, menuTemplate } from './menu-template.ts';

/** Must run before a window opens: Electron adds the menu to every open window, the customer display included. */
export function setMenu(acts: MenuActs, words: NativeWords): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, acts, words)));
}

/** On macOS the menu reacts to keys of any focused window, so the customer display ignores shortcut keys. */
export function withoutMenu(window: BrowserWindow): void {
  takeMenu(window);
  window.webContents.on('before-input-event', (event, { alt, control, meta, key }) => {
    if (alt || control || meta || /^F\d+$/.test(key)) event.preventDefault();
  });
}

/** Removes the menu from the customer display again: Electron adds each new app menu to every open window. */
export function takeMenu(window: BrowserWindow | undefined): void {
  if (process.platform !== 'darwin') window?.removeMenu();
}
