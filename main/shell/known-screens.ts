import type { Homes, Screen } from './window-places.ts';

/** A screen as it was when somebody chose it. The same as in `preload/counter.ts`. */
export interface ScreenMark {
  readonly id: number;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The screens that somebody chose for the windows. */
export interface ChosenScreens {
  readonly till?: ScreenMark | undefined;
  readonly display?: ScreenMark | undefined;
}

/** Less than this is not the screen, though something of it is the same. */
const ENOUGH = 3;

export function markOf({ id, label = '', bounds }: Screen): ScreenMark {
  const { x, y, width, height } = bounds;
  return { id, label, x, y, width, height };
}

/**
 * The screens of today that were chosen once: the same socket has another number after a restart, two of one make share a
 * name, and one that was turned has its sides exchanged, so that what most speaks for it counts. A window whose screen is
 * not there has no home among these.
 */
export function knownScreens(screens: readonly Screen[], chosen: ChosenScreens): Homes {
  const display = chosen.display && likest(screens, chosen.display);
  const others = screens.filter((screen) => screen !== display);
  const till = chosen.till && likest(others, chosen.till);
  return { ...(till && { till: till.id }), ...(display && { display: display.id }) };
}

function likest(screens: readonly Screen[], mark: ScreenMark): Screen | undefined {
  const [best] = screens.toSorted((a, b) => likeness(b, mark) - likeness(a, mark));
  return best !== undefined && likeness(best, mark) >= ENOUGH ? best : undefined;
}

/** How much of a screen is as it was. Another name is another screen, whatever number it has. */
function likeness({ id, label = '', bounds }: Screen, mark: ScreenMark): number {
  if (label !== '' && mark.label !== '' && label !== mark.label) return 0;
  const sides = (one: { readonly width: number; readonly height: number }) =>
    [one.width, one.height].toSorted((a, b) => a - b).join('x');
  return (
    (id === mark.id ? 4 : 0) +
    (label !== '' && label === mark.label ? 3 : 0) +
    (sides(bounds) === sides(mark) ? 2 : 0) +
    (bounds.x === mark.x && bounds.y === mark.y ? 1 : 0)
  );
}
