import { BrowserWindow } from 'electron';
import { HOST, SCHEME } from './content.ts';
import type { MadePages } from './protocol.ts';

/**
 * Prints a page of plain HTML (no script, same headers as every page) through the system's dialog.
 * Answers whether it was printed: false when the person cancelled or there is no printer.
 */
export async function printPage(pages: MadePages, html: string, id: string): Promise<boolean> {
  const path = `/print/${id}.html`;
  pages.set(path, () => html);
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  try {
    await window.loadURL(`${SCHEME}://${HOST}${path}`);
    return await new Promise<boolean>((resolve) => {
      window.webContents.print({ printBackground: false }, (printed) => resolve(printed));
    });
  } finally {
    pages.delete(path);
    if (!window.isDestroyed()) window.destroy();
  }
}
