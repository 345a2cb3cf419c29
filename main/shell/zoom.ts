import type { BrowserWindow, WebContents } from 'electron';
import { zoomStep } from './zoom-keys.ts';

/** Handles the zoom keys of every keyboard layout, including keys without a menu accelerator. */
export function zoomByKeys(window: BrowserWindow): void {
  window.webContents.on('before-input-event', (event, input) => {
    const step = zoomStep(input, process.platform);
    if (step === undefined) return;
    event.preventDefault();
    zoom(window, step);
  });
}

interface Zoomed {
  readonly webContents: Pick<WebContents, 'getZoomLevel' | 'setZoomLevel'>;
}

export function zoom(window: Zoomed | undefined, step: -1 | 0 | 1): void {
  const contents = window?.webContents;
  contents?.setZoomLevel(zoomLevelAfter(contents.getZoomLevel(), step));
}

/** About 60 % to 200 %: a till with smaller or larger text is unusable. */
const SMALLEST_LEVEL = -3;
const LARGEST_LEVEL = 4;

function zoomLevelAfter(level: number, step: -1 | 0 | 1): number {
  if (step === 0) return 0;
  return Math.min(LARGEST_LEVEL, Math.max(SMALLEST_LEVEL, level + step / 2));
}
