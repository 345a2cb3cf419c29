import type { BrowserWindow } from 'electron';

/**
 * Prints what the till window holds for paper (its receipt; nothing else of it prints), through the system's dialog.
 * Answers whether it was printed: false when the person cancelled, or there is no printer or no window.
 */
export async function printWindow(window: BrowserWindow | undefined): Promise<boolean> {
  if (window === undefined || window.isDestroyed()) return false;
  return new Promise((resolve) => window.webContents.print({ printBackground: false }, (printed) => resolve(printed)));
}
