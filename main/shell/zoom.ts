import type { BrowserWindow, Input } from 'electron';

/** The keys of every keyboard zoom the till, also those that no accelerator of the menu means. */
export function zoomByKeys(window: BrowserWindow): void {
  window.webContents.on('before-input-event', (event, input) => {
    const step = zoomStep(input, process.platform);
    if (step === undefined) return;
    event.preventDefault();
    zoom(window, step);
  });
}

export function zoom(window: BrowserWindow | undefined, step: -1 | 0 | 1): void {
  const contents = window?.webContents;
  contents?.setZoomLevel(zoomLevelAfter(contents.getZoomLevel(), step));
}

/** By what a key writes: an accelerator names a key of the American keyboard, and leaves number pads out. */
export function zoomStep(
  {
    type,
    control,
    meta,
    alt,
    shift,
    key,
    code,
  }: Omit<Input, 'isAutoRepeat' | 'isComposing' | 'location' | 'modifiers'>,
  platform: NodeJS.Platform,
): -1 | 0 | 1 | undefined {
  const isShortcut = platform === 'darwin' ? meta && !control : control && !meta;
  if (type !== 'keyDown' || !isShortcut || alt) return undefined;
  if (key === '+' || (key === '=' && code === 'Equal')) return 1;
  if (key === '-') return -1;
  return key === '0' || (code === 'Digit0' && !shift) ? 0 : undefined;
}

/** Between about 60 % and 200 %: a till that is larger or smaller than that cannot be worked with. */
const SMALLEST_LEVEL = -3;
const LARGEST_LEVEL = 4;

export function zoomLevelAfter(level: number, step: -1 | 0 | 1): number {
  if (step === 0) return 0;
  return Math.min(LARGEST_LEVEL, Math.max(SMALLEST_LEVEL, level + step / 2));
}
