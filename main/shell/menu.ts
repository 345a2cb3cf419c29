import { Menu, type MenuItemConstructorOptions } from 'electron';

/** A till needs few menu commands: edit commands for text fields, the display, zoom, full screen, and an end. */
export function setMenu(acts: { openDisplay(): void }): void {
  const mac: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...mac,
      ...(process.platform === 'darwin' ? [] : [{ label: 'Till', submenu: [{ role: 'quit' as const }] }]),
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { label: 'Open customer display', click: acts.openDisplay },
          { type: 'separator' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'resetZoom' },
          { role: 'togglefullscreen' },
        ],
      },
    ]),
  );
}
