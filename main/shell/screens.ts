import { screen } from 'electron';
import type { ScreenSeen } from '../windows/shell.ts';

/** The main one first. */
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
