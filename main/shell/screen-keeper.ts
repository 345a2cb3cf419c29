import type { Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
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

type ClosedWhy = 'unplugged' | 'gave-way' | 'over-till';

/** Bounds are undefined for a closed window. */
interface KeptWindows {
  screens(): readonly Screen[];
  chosen(): ChosenScreens;
  tillBounds(): Rectangle | undefined;
  tillFills(): boolean;
  placeTill(bounds: Rectangle, smallest: WindowSize): void;
  /** Sets only the minimum size; the till stays in place. */
  limitTill(smallest: WindowSize): void;
  displayBounds(): Rectangle | undefined;
  placeDisplay(place: DisplayPlace): void;
  closeDisplay(why: ClosedWhy): void;
  /** Called with true if the system did not put the display on its own screen, with false once it has. */
  onElsewhere(elsewhere: boolean): void;
}

/** A window manager may place a window late. */
const LOOK_AFTER_MS = 3_000;
/** A till without movement or screen changes for so long was placed by a person. */
const SETTLED_AFTER_MS = 2_000;

/** Keeps both windows on their screens, also after a screen was off. Never leaves the display over the till. */
export class ScreenKeeper {
  readonly tillOpensAt: Rectangle;
  readonly smallestTill: WindowSize;
  readonly #windows: KeptWindows;
  readonly #clock: Pick<Clock, 'after'>;
  #homes: Homes;
  readonly #putOn = new Map<number, Chosen>();
  /** True if the till was moved by a missing screen or by the app, not placed by a person. */
  #tillStrayed = false;
  #tillPlaced: Rectangle | undefined;
  #standing: DisplayStanding = { kind: 'closed' };
  #placesAreKept = true;
  #stopLooking = () => {};
  #stopSettling = () => {};
  #stopShaking: (() => void) | undefined;

  constructor(windows: KeptWindows, clock: Pick<Clock, 'after'>) {
    this.#windows = windows;
    this.#clock = clock;
    const known = knownScreens(windows.screens(), windows.chosen());
    const opensOn = tillScreen(windows.screens(), known);
    this.#homes = { ...known, ...omitUndefined({ till: opensOn?.id }) };
    if (opensOn !== undefined) this.#putOn.set(opensOn.id, { screen: opensOn, bounds: tillBounds(opensOn) });
    this.tillOpensAt = tillBounds(opensOn);
    this.smallestTill = smallestTill(opensOn);
  }

  openDisplay(): void {
    const screens = this.#windows.screens();
    const till = tillScreen(screens, this.#homes);
    this.#put(displayPlace(this.#placesAreKept || till === undefined ? screens : [till], this.#homes));
  }

  displayClosed(): void {
    this.#stopLooking();
    this.#standing = { kind: 'closed' };
  }

  /** Handles a move or resize of the till, whether by a person or the system. */
  tillMoved(): void {
    this.#stopSettling();
    // The system may move windows of a missing screen late.
    if (this.#stopShaking !== undefined && !this.#isHome(this.#windows.screens())) return;
    this.#stopSettling = this.#clock.after(SETTLED_AFTER_MS, () => this.#tillSettled());
  }

  screensChanged(): void {
    this.#stopSettling();
    this.#stopShaking?.();
    this.#stopShaking = this.#clock.after(SETTLED_AFTER_MS, () => {
      this.#stopShaking = undefined;
    });
    this.#recall();
    this.#rearrange();
    this.#lookLater('first');
  }

  screensChosen(): void {
    this.#recall();
    this.#rearrange();
  }

  #isHome(screens: readonly Screen[]): boolean {
    return screens.some(({ id }) => id === this.#homes.till);
  }

  #put(place: DisplayPlace): void {
    this.#windows.placeDisplay(place);
    this.#standing = place;
    if (place.kind === 'own') this.#homes = { display: place.screen.id, ...this.#homes };
    this.#lookLater('first');
  }

  #rearrange(): void {
    const till = this.#windows.tillBounds();
    const screens = this.#windows.screens();
    const screen = tillScreen(screens, this.#homes);
    if (!this.#isHome(screens)) this.#tillStrayed = true;
    if (till === undefined || screen === undefined) return;
    const tillBack = this.#tillStrayed ? this.#putOn.get(screen.id) : undefined;
    const steps = nextSteps(screens, this.#homes, {
      till,
      tillFills: this.#windows.tillFills(),
      tillBack,
      display: this.#standing,
    });
    this.#placeTill(steps.till, smallestTill(screen));
    if (steps.display === undefined || !this.#placesAreKept) return;
    if (steps.display.do === 'give way') this.#giveWay(screens);
    else this.#put(steps.display.place);
  }

  /** A choice in the settings overrides a later drag of the till. */
  #recall(): void {
    const known = knownScreens(this.#windows.screens(), this.#windows.chosen());
    const { till, display } = { ...this.#homes, ...known };
    // A till without a chosen screen gives way to the display.
    const stays = till !== undefined && (till !== display || known.till !== undefined);
    this.#homes = omitUndefined({ till: stays ? till : undefined, display });
  }

  #placeTill(bounds: Rectangle | undefined, smallest: WindowSize): void {
    if (bounds === undefined) {
      this.#windows.limitTill(smallest);
      return;
    }
    this.#tillStrayed = true;
    this.#tillPlaced = bounds;
    this.#windows.placeTill(bounds, smallest);
  }

  #tillSettled(): void {
    const screens = this.#windows.screens();
    const bounds = this.#windows.tillBounds();
    const screen = bounds === undefined ? undefined : screenUnder(screens, bounds);
    if (bounds === undefined || screen === undefined) return;
    // A late move by the window manager, requested by the app.
    if (this.#tillPlaced !== undefined && near(bounds, this.#tillPlaced)) return;
    this.#tillPlaced = undefined;
    if (screen.id !== tillScreen(screens, this.#homes)?.id) this.#homes = { ...this.#homes, till: screen.id };
    if (!this.#windows.tillFills()) {
      this.#putOn.set(screen.id, { screen, bounds });
      this.#tillStrayed = false;
    }
    this.#rearrange();
  }

  #giveWay(screens: readonly Screen[]): void {
    const own = this.#standing.kind === 'own' ? this.#standing.screen.id : undefined;
    this.#standing = { kind: 'awaits' };
    this.#windows.closeDisplay(screens.some(({ id }) => id === own) ? 'gave-way' : 'unplugged');
  }

  #lookLater(look: 'first' | 'last'): void {
    this.#stopLooking();
    this.#stopLooking = this.#clock.after(LOOK_AFTER_MS, () => this.#look(look));
  }

  /** The first check places a misplaced display again, since some window managers obey only a second request. */
  #look(look: 'first' | 'last'): void {
    const [till, display] = [this.#windows.tillBounds(), this.#windows.displayBounds()];
    if (this.#standing.kind !== 'own' || till === undefined || display === undefined) return;
    const wrong = misplaced(this.#windows.screens(), this.#standing.screen, { till, display });
    if (wrong !== undefined && look === 'first') {
      this.#windows.placeDisplay(this.#standing);
      this.#lookLater('last');
      return;
    }
    this.#windows.onElsewhere(wrong === 'elsewhere');
    if (wrong !== 'over-till') return;
    this.#placesAreKept = false;
    this.#standing = { kind: 'closed' };
    this.#windows.closeDisplay('over-till');
  }
}
