import type * as Electron from 'electron';
import { app } from './app.ts';
import { menuTemplate, taken } from './arguments.ts';
import { BrowserWindow } from './browser-window.ts';
import { HostEvent } from './host-event.ts';

type Item = Electron.MenuItemConstructorOptions | Electron.MenuItem;

/**
 * `Menu`: never shown, because Chromium's windows have no menu bar. Shortcuts work: parent-control.ts presses the keys.
 */
export class Menu {
  readonly items: readonly Item[];

  constructor(items: readonly Item[] = []) {
    this.items = items;
  }

  static buildFromTemplate(template: readonly Item[]): Menu {
    taken(menuTemplate, template);
    return new Menu(template);
  }

  /** Sets the app's menu. Outside macOS every window gets this menu, open or future. */
  static setApplicationMenu(menu: Menu | null): void {
    if (menu !== null && !(menu instanceof Menu)) throw new TypeError('Invalid menu');
    applicationMenu = menu;
    BrowserWindow.giveMenu(menu);
    if (process.platform !== 'darwin') for (const window of BrowserWindow.getAllWindows()) window.setMenu(menu);
  }
}

/**
 * Presses keys in a window, with the names of menu shortcuts (`CommandOrControl+Q`). The page does not get the keys.
 */
export function pressKeys(window: BrowserWindow, accelerator: string): void {
  const pressed = keysOf(accelerator);
  const input = {
    type: 'keyDown',
    key: pressed.key,
    control: pressed.modifiers.has('control'),
    meta: pressed.modifiers.has('command'),
    alt: pressed.modifiers.has('alt'),
    shift: pressed.modifiers.has('shift'),
  };
  const event = new HostEvent();
  window.webContents.emit('before-input-event', event, input);
  if (event.defaultPrevented) return;
  const menu = process.platform === 'darwin' ? applicationMenu : window.menu;
  const item = menu instanceof Menu ? itemFor(menu.items, pressed) : undefined;
  if (item?.click !== undefined) (item.click as (...args: unknown[]) => void)(item, window, {});
  else if (item !== undefined) roles[item.role ?? '']?.act(window);
}

/** Roles with a shortcut in the app's menus. Chromium handles editing roles. */
const roles: Readonly<Record<string, { readonly accelerator: string; act(focused: BrowserWindow): void }>> = {
  quit: { accelerator: 'CommandOrControl+Q', act: () => app.quit() },
  close: { accelerator: 'CommandOrControl+W', act: (focused) => focused.close() },
  minimize: { accelerator: 'CommandOrControl+M', act: (focused) => focused.minimize() },
};

interface Keys {
  readonly modifiers: ReadonlySet<string>;
  readonly key: string;
}

function itemFor(items: readonly Item[], pressed: Keys): Item | undefined {
  for (const item of items) {
    const accelerator = item.accelerator ?? roles[item.role ?? '']?.accelerator;
    if (typeof accelerator === 'string' && isSame(keysOf(accelerator), pressed)) return item;
    const found = Array.isArray(item.submenu) ? itemFor(item.submenu as Item[], pressed) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function keysOf(accelerator: string): Keys {
  const parts = accelerator.toLowerCase().split('+');
  const name = parts.pop() ?? '';
  const modifiers = new Set(parts.map((part) => modifierNames[part] ?? part));
  return { modifiers, key: /^f\d+$/.test(name) ? name.toUpperCase() : name === 'plus' ? '+' : name };
}

function isSame(one: Keys, other: Keys): boolean {
  const named = ({ key, modifiers }: Keys) => [...modifiers].sort().concat(key).join('+');
  return named(one) === named(other);
}

const control = process.platform === 'darwin' ? 'command' : 'control';
const modifierNames: Readonly<Record<string, string>> = {
  commandorcontrol: control,
  cmdorctrl: control,
  ctrl: 'control',
  cmd: 'command',
  option: 'alt',
};

let applicationMenu: Menu | null = null;
