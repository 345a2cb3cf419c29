/** Device-independent pixels. */

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type WindowSize = Pick<Rectangle, 'width' | 'height'>;

export interface Screen {
  readonly id: number;
  readonly primary: boolean;
  readonly label?: string;
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
}

/** Usual screens of the windows, remembered while a screen is missing. */
export interface Homes {
  readonly till?: number;
  readonly display?: number;
}

export type DisplayPlace =
  | { readonly kind: 'own'; readonly screen: Screen }
  | { readonly kind: 'shared'; readonly bounds: Rectangle };

/** `awaits`: closed for lack of a screen. */
export type DisplayStanding = DisplayPlace | { readonly kind: 'closed' | 'awaits' };

/** An absent step leaves the window unchanged. */
interface Steps {
  readonly till?: Rectangle;
  readonly display?: { readonly do: 'open' | 'move'; readonly place: DisplayPlace } | { readonly do: 'give way' };
}

const WINDOW = { width: 1280, height: 800 };
const SMALLEST = { width: 1024, height: 560 };
/** A window's frame may exceed the screen's edge by so much. */
const FRAME = 12;

export function tillScreen(screens: readonly Screen[], homes: Homes): Screen | undefined {
  const home = screens.find(({ id }) => id === homes.till);
  if (home !== undefined) return home;
  const primary = screens.find((screen) => screen.primary) ?? screens[0];
  if (primary === undefined || primary.id !== homes.display) return primary;
  return screens.find(({ id }) => id !== homes.display) ?? primary;
}

/** Returns the place of the display. Mirrored screens count as one: a display on the mirror would cover the till. */
export function displayPlace(screens: readonly Screen[], homes: Homes): DisplayPlace {
  const till = tillScreen(screens, homes);
  if (till === undefined) return { kind: 'shared', bounds: { x: 0, y: 0, ...WINDOW } };
  const others = screens.filter((screen) => screen.id !== till.id && !same(screen.bounds, till.bounds));
  const screen = others.find(({ id }) => id === homes.display) ?? others[0];
  return screen === undefined ? { kind: 'shared', bounds: within(till.workArea, 'end') } : { kind: 'own', screen };
}

export function tillBounds(screen: Screen | undefined): Rectangle {
  return screen === undefined ? { x: 0, y: 0, ...WINDOW } : within(screen.workArea, 'start');
}

/** Returns the minimum size, at most the screen's work area. */
export function smallestTill(screen: Screen | undefined): WindowSize {
  if (screen === undefined) return SMALLEST;
  const { width, height } = screen.workArea;
  return { width: Math.min(SMALLEST.width, width), height: Math.min(SMALLEST.height, height) };
}

export interface Chosen {
  readonly screen: Screen;
  readonly bounds: Rectangle;
}

interface Standing {
  readonly till: Rectangle;
  readonly tillFills: boolean;
  /** The last place chosen by a person, for a till moved by the system. */
  readonly tillBack?: Chosen | undefined;
  readonly display: DisplayStanding;
}

export function nextSteps(screens: readonly Screen[], homes: Homes, standing: Standing): Steps {
  const screen = tillScreen(screens, homes);
  // Between two layouts a system may have no screen for a moment.
  if (screen === undefined) return {};
  const till = tillStep(screens, screen, standing);
  const display = displayStep(standing.display, displayPlace(screens, homes));
  return { ...(till === undefined ? {} : { till }), ...(display === undefined ? {} : { display }) };
}

/** Compares screens, not pixels: window managers shift a window by its frame, and Wayland reports each one at 0, 0. */
export function misplaced(
  screens: readonly Screen[],
  own: Screen,
  windows: { readonly till: Rectangle; readonly display: Rectangle },
): 'over-till' | 'elsewhere' | undefined {
  const till = screenUnder(screens, windows.till);
  const display = screenUnder(screens, windows.display);
  if (till === undefined || display === undefined) return undefined;
  if (display.id === till.id || same(display.bounds, till.bounds)) return 'over-till';
  return display.id === own.id ? undefined : 'elsewhere';
}

export function screenUnder(screens: readonly Screen[], window: Rectangle): Screen | undefined {
  const [most] = screens.toSorted((a, b) => overlap(b.bounds, window) - overlap(a.bounds, window));
  return most !== undefined && overlap(most.bounds, window) > 0 ? most : undefined;
}

export function near(a: Rectangle, b: Rectangle): boolean {
  const edges = ['x', 'y', 'width', 'height'] as const;
  return edges.every((edge) => Math.abs(a[edge] - b[edge]) <= FRAME);
}

function tillStep(screens: readonly Screen[], screen: Screen, standing: Standing): Rectangle | undefined {
  const { till, tillFills, tillBack } = standing;
  const isThere = screenUnder(screens, till)?.id === screen.id;
  if (isThere && tillFills) return undefined;
  if (tillBack === undefined) return isThere ? into(screen.workArea, till) : tillBounds(screen);
  const back = backOn(screen, tillBack);
  return isThere && near(till, back) ? undefined : back;
}

/** The screen may have returned at another place or smaller. */
function backOn(screen: Screen, { screen: before, bounds }: Chosen): Rectangle {
  const [x, y] = [bounds.x - before.bounds.x + screen.bounds.x, bounds.y - before.bounds.y + screen.bounds.y];
  const moved = { ...bounds, x, y };
  return into(screen.workArea, moved) ?? moved;
}

function displayStep(standing: DisplayStanding, place: DisplayPlace): Steps['display'] {
  switch (standing.kind) {
    case 'closed':
      return undefined;
    case 'awaits':
      return place.kind === 'own' ? { do: 'open', place } : undefined;
    case 'shared': {
      if (place.kind === 'own') return { do: 'move', place };
      return same(standing.bounds, place.bounds) ? undefined : { do: 'move', place };
    }
    case 'own':
      if (place.kind === 'shared') return { do: 'give way' };
      return same(standing.screen.bounds, place.screen.bounds) ? undefined : { do: 'move', place };
  }
}

/** Returns the bounds moved into the area; undefined if they fit already. */
function into(area: Rectangle, now: Rectangle): Rectangle | undefined {
  const fits =
    now.x >= area.x - FRAME &&
    now.y >= area.y - FRAME &&
    now.x + now.width <= area.x + area.width + FRAME &&
    now.y + now.height <= area.y + area.height + FRAME;
  if (fits) return undefined;
  const width = Math.min(now.width, area.width);
  const height = Math.min(now.height, area.height);
  return {
    x: Math.max(area.x, Math.min(now.x, area.x + area.width - width)),
    y: Math.max(area.y, Math.min(now.y, area.y + area.height - height)),
    width,
    height,
  };
}

function within(area: Rectangle, side: 'start' | 'end'): Rectangle {
  const width = Math.min(WINDOW.width, area.width);
  const height = Math.min(WINDOW.height, area.height);
  return { x: side === 'start' ? area.x : area.x + area.width - width, y: area.y, width, height };
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function same(a: Rectangle, b: Rectangle): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
