import type * as Electron from 'electron';

type Template = readonly (Electron.MenuItemConstructorOptions | Electron.MenuItem)[];

/** `Menu`: kept and never shown. Chromium's windows have no menu bar, so accelerators do nothing here either. */
export class Menu {
  readonly items: Template;

  constructor(items: Template = []) {
    this.items = items;
  }

  static buildFromTemplate(template: Template): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  /** Nothing pops up; the call returns as if the menu had been dismissed. */
  popup(options: { callback?: () => void } = {}): void {
    options.callback?.();
  }
}

let applicationMenu: Menu | null = null;
