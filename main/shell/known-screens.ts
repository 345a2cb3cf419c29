import { omitUndefined } from '../base/omit-undefined.ts';
import type { Homes, Screen } from './window-places.ts';

interface ScreenMark {
  readonly id: number;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ChosenScreens {
  readonly till?: ScreenMark | undefined;
  readonly display?: ScreenMark | undefined;
}

/** Lowest likeness to count as the same screen: a partial match is not enough. */
const ENOUGH = 3;

export function markOf({ id, label = '', bounds }: Screen): ScreenMark {
  const { x, y, width, height } = bounds;
  return { id, label, x, y, width, height };
}

/**
 * By likeness: ids change at a restart, screens of a make share a label, and a rotated screen has swapped sides. If
 * each chosen place has a screen of the same make, no screen was moved: the place counts more than the id.
 */
export function knownScreens(screens: readonly Screen[], chosen: ChosenScreens): Homes {
  const marks = [chosen.till, chosen.display].filter((mark) => mark !== undefined);
  const unmoved = marks.every((mark) => screens.some((screen) => isAlike(screen, mark) && isAt(screen, mark)));
  const placeSays = unmoved ? 5 : 1;
  const display = chosen.display && likest(screens, chosen.display, placeSays);
  const others = screens.filter((screen) => screen !== display);
  const till = chosen.till && likest(others, chosen.till, placeSays);
  return omitUndefined({ till: till?.id, display: display?.id });
}

function likest(screens: readonly Screen[], mark: ScreenMark, placeSays: number): Screen | undefined {
  const likenessOf = (screen: Screen) => likeness(screen, mark, placeSays);
  const [best] = screens.toSorted((a, b) => likenessOf(b) - likenessOf(a));
  return best !== undefined && likenessOf(best) >= ENOUGH ? best : undefined;
}

/** A different label means a different screen, whatever its id. */
function likeness(screen: Screen, mark: ScreenMark, placeSays: number): number {
  const { id, label = '' } = screen;
  if (label !== '' && mark.label !== '' && label !== mark.label) return 0;
  return (
    (id === mark.id ? 4 : 0) +
    (label !== '' && label === mark.label ? 3 : 0) +
    (sides(screen.bounds) === sides(mark) ? 2 : 0) +
    (isAt(screen, mark) ? placeSays : 0)
  );
}

/** True for screens with the same label and size, told apart only by id and place. */
function isAlike({ label = '', bounds }: Screen, mark: ScreenMark): boolean {
  return label === mark.label && sides(bounds) === sides(mark);
}

function isAt({ bounds }: Screen, { x, y }: ScreenMark): boolean {
  return bounds.x === x && bounds.y === y;
}

function sides({ width, height }: { readonly width: number; readonly height: number }): string {
  return [width, height].toSorted((a, b) => a - b).join('x');
}
