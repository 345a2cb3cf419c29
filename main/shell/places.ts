/** Where the two windows go, from the screens there are. All in device-independent pixels. */

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Screen {
  readonly id: number;
  readonly primary: boolean;
  /** The whole screen. */
  readonly bounds: Area;
  /** Without task bars. */
  readonly workArea: Area;
}

export interface Places {
  readonly till: Area;
  /** `screenId` is the screen that the customer display fills; absent when it shares the till's screen. */
  readonly display: Area & { readonly screenId?: number };
}

const WINDOW = { width: 1280, height: 800 };

/** The till on the primary screen; the customer display fills a second one, or stands beside the till on the only one. */
export function placesOn(screens: readonly Screen[]): Places {
  const first = screens.find((screen) => screen.primary) ?? screens[0];
  if (first === undefined) return { till: { x: 0, y: 0, ...WINDOW }, display: { x: 0, y: 0, ...WINDOW } };
  const till = within(first.workArea, 'start');
  const second = screens.find((screen) => screen.id !== first.id);
  if (second !== undefined) return { till, display: { ...second.bounds, screenId: second.id } };
  return { till, display: within(first.workArea, 'end') };
}

function within(area: Area, side: 'start' | 'end'): Area {
  const width = Math.min(WINDOW.width, area.width);
  const height = Math.min(WINDOW.height, area.height);
  return { x: side === 'start' ? area.x : area.x + area.width - width, y: area.y, width, height };
}
