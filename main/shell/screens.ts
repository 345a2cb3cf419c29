import { screen } from 'electron';
import type { ScreenSeen } from '../windows/shell.ts';

/** The screens there are, the main one first. The app must be ready. */
export function screensSeen(): readonly ScreenSeen[] {
  const primary = screen.getPrimaryDisplay().id;
  return screen
    .getAllDisplays()
    .toSorted((a, b) => Number(b.id === primary) - Number(a.id === primary))
    .map(({ size, scaleFactor, rotation }) => ({
      width: Math.round(size.width * scaleFactor),
      height: Math.round(size.height * scaleFactor),
      rotation,
    }));
}
