import type { BrowserWindow } from 'electron';

/**
 * Prints the receipt of the till window through the system's dialog; its style sheet hides everything else on paper.
 * False when the person cancelled, or there is no printer or no window.
 */
export async function printWindow(window: BrowserWindow | undefined): Promise<boolean> {
  if (window === undefined || window.isDestroyed()) return false;
  return new Promise((resolve) => window.webContents.print({ printBackground: false }, (printed) => resolve(printed)));
}
