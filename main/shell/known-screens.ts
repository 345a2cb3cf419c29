import type { Homes, Screen } from './window-places.ts';

/** A screen as it was when somebody chose it. The same as in `preload/contract/counter.ts`. */
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
 * name, and one that was turned has its sides exchanged, so that what most speaks for it counts. Where a screen of its make
 * stands at each place that was chosen, nobody has moved them, and the place says more than the number. A window whose
 * screen is not there has no home among these.
 */
export function knownScreens(screens: readonly Screen[], chosen: ChosenScreens): Homes {
  const marks = [chosen.till, chosen.display].filter((mark) => mark !== undefined);
  const unmoved = marks.every((mark) => screens.some((screen) => isAlike(screen, mark) && isAt(screen, mark)));
  const display = chosen.display && likest(screens, chosen.display, unmoved);
  const others = screens.filter((screen) => screen !== display);
  const till = chosen.till && likest(others, chosen.till, unmoved);
  return { ...(till && { till: till.id }), ...(display && { display: display.id }) };
}

function likest(screens: readonly Screen[], mark: ScreenMark, unmoved: boolean): Screen | undefined {
  const likenessOf = (screen: Screen) => likeness(screen, mark, unmoved);
  const [best] = screens.toSorted((a, b) => likenessOf(b) - likenessOf(a));
  return best !== undefined && likenessOf(best) >= ENOUGH ? best : undefined;
}

/** How much of a screen is as it was. Another name is another screen, whatever number it has. */
function likeness(screen: Screen, mark: ScreenMark, unmoved: boolean): number {
  const { id, label = '' } = screen;
  if (label !== '' && mark.label !== '' && label !== mark.label) return 0;
  return (
    (id === mark.id ? 4 : 0) +
    (label !== '' && label === mark.label ? 3 : 0) +
    (sides(screen.bounds) === sides(mark) ? 2 : 0) +
    (isAt(screen, mark) ? (unmoved ? 5 : 1) : 0)
  );
}

/** Of the same name and size: nothing but number and place tells such screens apart. */
function isAlike({ label = '', bounds }: Screen, mark: ScreenMark): boolean {
  return label === mark.label && sides(bounds) === sides(mark);
}

function isAt({ bounds }: Screen, { x, y }: ScreenMark): boolean {
  return bounds.x === x && bounds.y === y;
}

function sides({ width, height }: { readonly width: number; readonly height: number }): string {
  return [width, height].toSorted((a, b) => a - b).join('x');
}
