/** Positions and sizes of the two windows on the screens there are, in device-independent pixels. */

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Screen {
  readonly id: number;
  readonly primary: boolean;
  /** The whole screen. */
  readonly bounds: Rectangle;
  /** Without task bars. */
  readonly workArea: Rectangle;
}

export interface WindowBounds {
  readonly till: Rectangle;
  /** `screenId` is the screen that the customer display fills; absent when it shares the till's screen. */
  readonly display: Rectangle & { readonly screenId?: number };
}

const WINDOW = { width: 1280, height: 800 };

/** The till on the primary screen; the customer display fills a second one, or stands beside the till on the only one. */
export function windowBounds(screens: readonly Screen[]): WindowBounds {
  const first = screens.find((screen) => screen.primary) ?? screens[0];
  if (first === undefined) return { till: { x: 0, y: 0, ...WINDOW }, display: { x: 0, y: 0, ...WINDOW } };
  const till = within(first.workArea, 'start');
  const second = screens.find((screen) => screen.id !== first.id);
  if (second !== undefined) return { till, display: { ...second.bounds, screenId: second.id } };
  return { till, display: within(first.workArea, 'end') };
}

function within(area: Rectangle, side: 'start' | 'end'): Rectangle {
  const width = Math.min(WINDOW.width, area.width);
  const height = Math.min(WINDOW.height, area.height);
  return { x: side === 'start' ? area.x : area.x + area.width - width, y: area.y, width, height };
}
