import type { Clock } from '../base/clock.ts';
import { type ChosenScreens, knownScreens } from './known-screens.ts';
import {
  type Chosen,
  type DisplayPlace,
  type DisplayStanding,
  displayPlace,
  type Homes,
  misplaced,
  near,
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
  /** The screens that somebody chose in the settings. */
  chosen(): ChosenScreens;
  tillBounds(): Rectangle | undefined;
  /** The till is maximized or in full screen. */
  tillFills(): boolean;
  placeTill(bounds: Rectangle, smallest: WindowSize): void;
  /** The till stays where it is, and may be made no smaller. */
  limitTill(smallest: WindowSize): void;
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
  /** It was moved, or made larger or smaller, by whoever it was. */
  tillMoved(): void;
  /** A screen came, went, was moved, scaled or turned, or another one is the primary one. */
  screensChanged(): void;
  /** Somebody chose other screens in the settings. */
  screensChosen(): void;
}

/** A window manager may take its time to put a window where it was asked to. */
const LOOK_AFTER_MS = 3_000;
/** Where the till has stood so long, without a change of the screens, a person has put it. */
const SETTLED_AFTER_MS = 2_000;

/**
 * Keeps both windows on the screens where they belong. The screens of a counter are furniture: a screen that was off for
 * a while is the till's or the customer's again when it is back. The customer display never stays over the till.
 */
export function keepOnScreens(windows: KeptWindows, clock: Pick<Clock, 'after'>): ScreenKeeper {
  const known = knownScreens(windows.screens(), windows.chosen());
  const opensOn = tillScreen(windows.screens(), known);
  let homes: Homes = { ...known, ...(opensOn && { till: opensOn.id }) };
  /** Where the till was put on each screen. */
  const putOn = new Map<number, Chosen>();
  if (opensOn !== undefined) putOn.set(opensOn.id, { screen: opensOn, bounds: tillBounds(opensOn) });
  /** The screens went from under the till, or it was moved here: nobody has put it where it is. */
  let tillStrayed = false;
  let tillPlaced: Rectangle | undefined;
  let standing: DisplayStanding = { kind: 'closed' };
  let placesAreKept = true;
  let stopLooking = () => {};
  let stopSettling = () => {};
  let stopShaking: (() => void) | undefined;

  const isHome = (screens: readonly Screen[]) => screens.some(({ id }) => id === homes.till);

  function put(place: DisplayPlace): void {
    windows.placeDisplay(place);
    standing = place;
    if (place.kind === 'own') homes = { display: place.screen.id, ...homes };
    lookLater(true);
  }

  function rearrange(): void {
    const till = windows.tillBounds();
    const screens = windows.screens();
    const screen = tillScreen(screens, homes);
    if (!isHome(screens)) tillStrayed = true;
    if (till === undefined || screen === undefined) return;
    const tillBack = tillStrayed ? putOn.get(screen.id) : undefined;
    const steps = nextSteps(screens, homes, { till, tillFills: windows.tillFills(), tillBack, display: standing });
    placeTill(steps.till, smallestTill(screen));
    if (steps.display === undefined || !placesAreKept) return;
    if (steps.display.do === 'give way') giveWay(screens);
    else put(steps.display.place);
  }

  /** What was chosen counts for more than where a person has dragged the till since. */
  function recall(): void {
    const known = knownScreens(windows.screens(), windows.chosen());
    const { till, display } = { ...homes, ...known };
    // A till whose screen nobody chose gives way.
    const stays = till !== undefined && (till !== display || known.till !== undefined);
    homes = { ...(stays && { till }), ...(display !== undefined && { display }) };
  }

  function placeTill(bounds: Rectangle | undefined, smallest: WindowSize): void {
    if (bounds === undefined) {
      windows.limitTill(smallest);
      return;
    }
    tillStrayed = true;
    tillPlaced = bounds;
    windows.placeTill(bounds, smallest);
  }

  function tillSettled(): void {
    const screens = windows.screens();
    const bounds = windows.tillBounds();
    const screen = bounds === undefined ? undefined : screenUnder(screens, bounds);
    if (bounds === undefined || screen === undefined) return;
    // Where a window manager has put it for us, late.
    if (tillPlaced !== undefined && near(bounds, tillPlaced)) return;
    tillPlaced = undefined;
    if (screen.id !== tillScreen(screens, homes)?.id) homes = { ...homes, till: screen.id };
    if (!windows.tillFills()) {
      putOn.set(screen.id, { screen, bounds });
      tillStrayed = false;
    }
    rearrange();
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
      // A system takes its time to move what was on a screen that is gone.
      if (stopShaking !== undefined && !isHome(windows.screens())) return;
      stopSettling = clock.after(SETTLED_AFTER_MS, tillSettled);
    },
    screensChanged() {
      stopSettling();
      stopShaking?.();
      stopShaking = clock.after(SETTLED_AFTER_MS, () => {
        stopShaking = undefined;
      });
      recall();
      rearrange();
      lookLater(true);
    },
    screensChosen() {
      recall();
      rearrange();
    },
  };
}
