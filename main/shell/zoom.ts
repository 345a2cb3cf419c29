import type { BrowserWindow, Input } from 'electron';

/** Handles the zoom keys of every keyboard layout, including keys without a menu accelerator. */
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

/** Compares the typed character: accelerators name keys of the US keyboard and exclude number pads. */
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

/** About 60 % to 200 %: a till with smaller or larger text is unusable. */
const SMALLEST_LEVEL = -3;
const LARGEST_LEVEL = 4;

export function zoomLevelAfter(level: number, step: -1 | 0 | 1): number {
  if (step === 0) return 0;
  return Math.min(LARGEST_LEVEL, Math.max(SMALLEST_LEVEL, level + step / 2));
}
