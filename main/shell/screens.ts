import { screen } from 'electron';

/** A screen as it stands: pixels as they are seen, and how far it is turned, in degrees. */
export interface ScreenSeen {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

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
