import type { Clock } from '../base/clock.ts';
import {
  type DisplayPlace,
  type DisplayStanding,
  displayPlace,
  type Homes,
  misplaced,
  nextSteps,
  type Rectangle,
  type Screen,
  screenUnder,
  smallestTill,
  tillBounds,
  tillScreen,
  type WindowSize,
} from './window-places.ts';

/** Why the customer display may not stay: its screen or the till's is gone, or it came up over the till. */
export type ClosedWhy = 'unplugged' | 'gave-way' | 'over-till';

/** The screens and windows as the keeper needs them; bounds are undefined while a window is not open. */
export interface KeptWindows {
  screens(): readonly Screen[];
  tillBounds(): Rectangle | undefined;
  /** The till is maximized or in full screen. */
  tillFills(): boolean;
  placeTill(bounds: Rectangle, smallest: WindowSize): void;
  displayBounds(): Rectangle | undefined;
  /** Opens it, or puts the open one there. */
  placeDisplay(place: DisplayPlace): void;
  closeDisplay(why: ClosedWhy): void;
  /** The display is on another screen than its own, although it was put there; or no longer so. */
  onElsewhere(elsewhere: boolean): void;
}

export interface ScreenKeeper {
  /** Where the till opens. */
  readonly tillOpensAt: Rectangle;
  /** The smallest that the till may be on the screen where it opens. */
  readonly smallestTill: WindowSize;
  openDisplay(): void;
  /** A person closed it. */
  displayClosed(): void;
  tillMoved(): void;
  /** A screen came, went, was moved, scaled or turned, or another one is the primary one. */
  screensChanged(): void;
}

/** A window manager may take its time to put a window where it was asked to. */
const LOOK_AFTER_MS = 3_000;
/** Where the till has stood so long, with its screen still there, a person has put it. */
const SETTLED_AFTER_MS = 2_000;

/**
 * Keeps both windows on the screens where they belong. The screens of a counter are furniture: a screen that was off for
 * a while is the till's or the customer's again when it is back. The customer display never stays over the till.
 */
export function keepOnScreens(windows: KeptWindows, clock: Pick<Clock, 'after'>): ScreenKeeper {
  const opensOn = tillScreen(windows.screens(), {});
  let homes: Homes = opensOn === undefined ? {} : { till: opensOn.id };
  let standing: DisplayStanding = { kind: 'closed' };
  let placesAreKept = true;
  let stopLooking = () => {};
  let stopSettling = () => {};

  function put(place: DisplayPlace): void {
    windows.placeDisplay(place);
    standing = place;
    if (place.kind === 'own') homes = { display: place.screen.id, ...homes };
    lookLater(true);
  }

  function rearrange(): void {
    const till = windows.tillBounds();
    const screens = windows.screens();
    if (till === undefined) return;
    const steps = nextSteps(screens, homes, { till, tillFills: windows.tillFills(), display: standing });
    if (steps.till !== undefined) windows.placeTill(steps.till, smallestTill(tillScreen(screens, homes)));
    if (steps.display === undefined || !placesAreKept) return;
    if (steps.display.do === 'give way') giveWay(screens);
    else put(steps.display.place);
  }

  function giveWay(screens: readonly Screen[]): void {
    const own = standing.kind === 'own' ? standing.screen.id : undefined;
    standing = { kind: 'awaits' };
    windows.closeDisplay(screens.some(({ id }) => id === own) ? 'gave-way' : 'unplugged');
  }

  function lookLater(again: boolean): void {
    stopLooking();
    stopLooking = clock.after(LOOK_AFTER_MS, () => look(again));
  }

  /** `again`: what is not where it was put is put there once more. Some window managers heed only that. */
  function look(again: boolean): void {
    const [till, display] = [windows.tillBounds(), windows.displayBounds()];
    if (standing.kind !== 'own' || till === undefined || display === undefined) return;
    const wrong = misplaced(windows.screens(), standing.screen, { till, display });
    if (wrong !== undefined && again) {
      windows.placeDisplay(standing);
      lookLater(false);
      return;
    }
    windows.onElsewhere(wrong === 'elsewhere');
    if (wrong !== 'over-till') return;
    placesAreKept = false;
    standing = { kind: 'closed' };
    windows.closeDisplay('over-till');
  }

  return {
    tillOpensAt: tillBounds(opensOn),
    smallestTill: smallestTill(opensOn),
    openDisplay() {
      const screens = windows.screens();
      const till = tillScreen(screens, homes);
      put(displayPlace(placesAreKept || till === undefined ? screens : [till], homes));
    },
    displayClosed() {
      stopLooking();
      standing = { kind: 'closed' };
      windows.onElsewhere(false);
    },
    tillMoved() {
      stopSettling();
      stopSettling = clock.after(SETTLED_AFTER_MS, () => {
        const screens = windows.screens();
        const now = windows.tillBounds();
        const on = now === undefined ? undefined : screenUnder(screens, now);
        if (on === undefined || !screens.some(({ id }) => id === homes.till)) return;
        homes = { ...homes, till: on.id };
        rearrange();
      });
    },
    screensChanged() {
      stopSettling();
      rearrange();
      lookLater(true);
    },
  };
}
