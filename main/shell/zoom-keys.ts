import type { Input } from 'electron';

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
