import type { MenuItemConstructorOptions } from 'electron';
import type { NativeWords } from '../base/native-words.ts';

export interface MenuActs {
  openDisplay(): void;
  /** Half levels, as in Electron's own menu; 0 resets to 100 %. */
  zoomTill(step: -1 | 0 | 1): void;
  toggleFullScreen(): void;
  quit(): void;
}

/** Returns a menu without reload and developer tools. Every role has a translated label, as Electron's are English. */
export function menuTemplate(
  platform: NodeJS.Platform,
  acts: MenuActs,
  words: NativeWords,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const quit = { label: words('menu.quit'), accelerator: 'CommandOrControl+Q', click: () => acts.quit() };
  return [
    ...(isMac ? macMenus(words) : [{ label: words('menu.till'), submenu: [quit] }]),
    {
      role: 'editMenu',
      label: words('menu.edit'),
      submenu: [
        { role: 'undo', label: words('menu.undo') },
        { role: 'redo', label: words('menu.redo') },
        { type: 'separator' },
        { role: 'cut', label: words('menu.cut') },
        { role: 'copy', label: words('menu.copy') },
        { role: 'paste', label: words('menu.paste') },
        { role: 'delete', label: words('menu.delete') },
        { type: 'separator' },
        { role: 'selectAll', label: words('menu.selectAll') },
      ],
    },
    {
      label: words('menu.view'),
      submenu: [
        { label: words('menu.openDisplay'), click: () => acts.openDisplay() },
        { type: 'separator' },
        { label: words('menu.zoomIn'), accelerator: 'CommandOrControl+Plus', click: () => acts.zoomTill(1) },
        { label: words('menu.zoomOut'), accelerator: 'CommandOrControl+-', click: () => acts.zoomTill(-1) },
        { label: words('menu.actualSize'), accelerator: 'CommandOrControl+0', click: () => acts.zoomTill(0) },
        { type: 'separator' },
        {
          label: words('menu.fullScreen'),
          accelerator: isMac ? 'Control+Command+F' : 'F11',
          click: () => acts.toggleFullScreen(),
        },
      ],
    },
    ...(isMac ? [macWindowMenu(words)] : []),
  ];
}

function macMenus(words: NativeWords): MenuItemConstructorOptions[] {
  const own: MenuItemConstructorOptions[] = [
    { role: 'about', label: words('menu.about') },
    { type: 'separator' },
    { role: 'services', label: words('menu.services') },
    { type: 'separator' },
    { role: 'hide', label: words('menu.hide') },
    { role: 'hideOthers', label: words('menu.hideOthers') },
    { role: 'unhide', label: words('menu.unhide') },
    { type: 'separator' },
    { role: 'quit', label: words('menu.quit') },
  ];
  return [
    { role: 'appMenu', submenu: own },
    { role: 'fileMenu', label: words('menu.file'), submenu: [{ role: 'close', label: words('menu.close') }] },
  ];
}

function macWindowMenu(words: NativeWords): MenuItemConstructorOptions {
  return {
    role: 'windowMenu',
    label: words('menu.window'),
    submenu: [
      { role: 'minimize', label: words('menu.minimize') },
      { role: 'zoom', label: words('menu.zoom') },
      { type: 'separator' },
      { role: 'front', label: words('menu.front') },
    ],
  };
}
