import { beforeEach, describe, expect, test } from 'vitest';
import { type ChosenScreens, markOf } from '../../main/shell/known-screens.ts';
import { ScreenKeeper } from '../../main/shell/screen-keeper.ts';
import type { DisplayPlace, Rectangle, Screen, WindowSize } from '../../main/shell/window-places.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const screen = (id: number, x: number): Screen => {
  const bounds = { x, y: 0, width: 1280, height: 800 };
  return { id, primary: id === 1, bounds, workArea: bounds };
};
const [one, two, three] = [screen(1, 0), screen(2, 1280), screen(3, 2560)];
const LONG = 10_000;

let clock: VirtualClock;
let screens: readonly Screen[];
let chosen: ChosenScreens;
let till: Rectangle | undefined;
let tillFills: boolean;
let smallest: WindowSize;
let display: Rectangle | undefined;
/** Maps the requested bounds of a window to its actual bounds. */
let reallyGoes: (asked: Rectangle) => Rectangle;
let said: string[];
let keeper: ScreenKeeper;

const boundsOf = (place: DisplayPlace) => (place.kind === 'own' ? place.screen.bounds : place.bounds);

function open(): void {
  keeper = new ScreenKeeper(
    {
      screens: () => screens,
      chosen: () => chosen,
      tillBounds: () => till,
      tillFills: () => tillFills,
      placeTill(bounds, size) {
        till = reallyGoes(bounds);
        smallest = size;
        said.push(`till at ${bounds.x}`);
      },
      limitTill(size) {
        smallest = size;
      },
      displayBounds: () => display,
      placeDisplay(place) {
        display = reallyGoes(boundsOf(place));
        said.push(`display ${place.kind} at ${boundsOf(place).x}`);
      },
      closeDisplay(why) {
        display = undefined;
        said.push(why);
      },
      onElsewhere: (elsewhere) => said.push(elsewhere ? 'elsewhere' : 'in place'),
    },
    clock,
  );
  till = reallyGoes(keeper.tillOpensAt);
  smallest = keeper.smallestTill;
  keeper.openDisplay();
}

function change(now: readonly Screen[]): void {
  screens = now;
  said = [];
  keeper.screensChanged();
}

beforeEach(() => {
  clock = new VirtualClock();
  screens = [one, two];
  chosen = {};
  said = [];
  tillFills = false;
  reallyGoes = (asked) => asked;
});

test('leaves windows in place and stops checking', () => {
  open();
  clock.tick(1_000);
  keeper.screensChanged();
  clock.tick(LONG);
  expect(said).toEqual(['display own at 1280', 'in place']);
  expect(clock.pending).toBe(0);
});

describe('connecting and disconnecting screens', () => {
  beforeEach(() => {
    open();
    clock.tick(LONG);
  });

  test('the till moves to the other screen and back', () => {
    change([two]);
    keeper.tillMoved();
    clock.tick(LONG);
    expect(said).toEqual(['till at 1280', 'gave-way']);
    change([one, two]);
    expect(said).toEqual(['till at 0', 'display own at 1280']);
  });

  test('the display returns to its replugged screen', () => {
    change([one]);
    expect(said).toEqual(['unplugged']);
    change([one, two]);
    expect(said).toEqual(['display own at 1280']);
  });

  test('a display closed by the user stays closed', () => {
    keeper.displayClosed();
    change([one]);
    change([one, two]);
    expect(said).toEqual([]);
  });

  test('a till moved to the customer’s screen swaps the windows', () => {
    said = [];
    till = { ...two.bounds, x: 1300, width: 1024 };
    keeper.tillMoved();
    clock.tick(1_000);
    keeper.tillMoved();
    clock.tick(1_999);
    expect(said).toEqual([]);
    clock.tick(1);
    expect(said).toEqual(['display own at 0']);
  });
});

describe('where the user placed the till', () => {
  const small: Screen = { ...screen(9, 0), bounds: { x: 0, y: 0, width: 640, height: 440 } };
  const phantom: Screen = { ...small, workArea: small.bounds };
  const placed = { x: 100, y: 50, width: 1100, height: 700 };
  const full = { width: 1024, height: 560 };

  function person(bounds: Rectangle): void {
    till = bounds;
    keeper.tillMoved();
    clock.tick(2_000);
  }
  /** Electron also reports moves made by the keeper. */
  function changeAndMove(now: readonly Screen[]): void {
    const before = till;
    change(now);
    if (till !== before) keeper.tillMoved();
    clock.tick(LONG);
  }

  beforeEach(() => {
    open();
    clock.tick(LONG);
    person(placed);
  });

  test('returns with its smallest size when all screens return', () => {
    changeAndMove([phantom]);
    expect([till, smallest]).toEqual([phantom.bounds, { width: 640, height: 440 }]);
    changeAndMove([one, two]);
    expect([till, smallest]).toEqual([placed, full]);
  });

  test('fits a smaller screen, then returns to its place', () => {
    changeAndMove([two]);
    changeAndMove([{ ...screen(1, -900), workArea: { x: -900, y: 0, width: 900, height: 800 } }, two]);
    expect(till).toEqual({ x: -900, y: 50, width: 900, height: 700 });
    changeAndMove([one, two]);
    expect(till).toEqual(placed);
  });

  test('is remembered for each screen separately', () => {
    changeAndMove([two]);
    const there = { ...placed, x: 1400 };
    person(there);
    changeAndMove([one, two]);
    expect(till).toEqual(placed);
    changeAndMove([two]);
    expect(till).toEqual(there);
    person({ ...there, y: 90 });
    person(there);
    changeAndMove([one, two]);
    changeAndMove([two]);
    expect(till).toEqual(there);
  });

  test('leaves a full-screen till alone, but restores its smallest size', () => {
    changeAndMove([phantom]);
    tillFills = true;
    till = one.bounds;
    changeAndMove([one, two]);
    expect([till, smallest]).toEqual([one.bounds, full]);
  });

  test('does not change when a task bar comes and goes', () => {
    changeAndMove([two]);
    changeAndMove([one, two]);
    person({ ...placed, x: 130 });
    till = { ...placed, x: 150 };
    keeper.tillMoved();
    change([{ ...one, workArea: { ...one.workArea, height: 760 } }, two]);
    expect(till.x).toBe(150);
  });

  test('is followed on a screen with a new id', () => {
    changeAndMove([{ ...three, id: 4 }, two]);
    expect(till?.x).toBe(2560);
    said = [];
    person({ ...placed, x: 1300 });
    expect(said).toEqual(['display own at 2560']);
  });

  test('ignores a system move just before its screen disappears', () => {
    till = two.bounds;
    keeper.tillMoved();
    changeAndMove([two]);
    changeAndMove([one, two]);
    expect(till).toEqual(placed);
  });

  test('ignores a system move soon after a screen change', () => {
    const four = screen(4, 3840);
    change([two, three, four]);
    clock.tick(1_000);
    keeper.screensChanged();
    clock.tick(1_999);
    till = four.bounds;
    keeper.tillMoved();
    clock.tick(LONG);
    change([one, two, three, four]);
    expect(till).toEqual(placed);
  });
});

describe('a system ignoring the requested window places', () => {
  const anywhere = (asked: Rectangle) => ({ ...asked, x: 0, y: 0 });

  test('places a window again if the first request was ignored', () => {
    reallyGoes = anywhere;
    open();
    reallyGoes = (asked) => asked;
    clock.tick(LONG);
    expect(said).toEqual(['display own at 1280', 'display own at 1280', 'in place']);
  });

  test('closes a display over the till until reopened', () => {
    reallyGoes = anywhere;
    open();
    clock.tick(LONG);
    expect(said.slice(-2)).toEqual(['in place', 'over-till']);
    said = [];
    keeper.openDisplay();
    clock.tick(LONG);
    change([one]);
    change([one, two]);
    clock.tick(LONG);
    expect(said.filter((what) => what !== 'in place')).toEqual([]);
    expect(display).toBeDefined();
  });

  test('reports a display elsewhere until back in place', () => {
    screens = [one, two, three];
    reallyGoes = (asked) => (asked.x === 1280 ? three.bounds : asked);
    open();
    clock.tick(LONG);
    expect(said.at(-1)).toBe('elsewhere');
    display = two.bounds;
    keeper.screensChanged();
    clock.tick(LONG);
    expect(said.at(-1)).toBe('in place');
  });

  test('does nothing while the till is closed', () => {
    open();
    till = undefined;
    clock.tick(LONG);
    change([one]);
    clock.tick(LONG);
    expect(said).toEqual([]);
  });
});

describe('chosen screens', () => {
  const named = (id: number, x: number, label: string): Screen => ({ ...screen(id, x), label });
  const [left, right] = [named(1, 0, 'Left'), named(2, 1280, 'Right')];

  test('open the windows in their chosen places', () => {
    screens = [left, right];
    chosen = { till: markOf(right), display: markOf(left) };
    open();
    expect(keeper.tillOpensAt.x).toBe(1280);
    expect(said).toEqual(['display own at 0']);
  });

  test('keep their windows when two screens swap sockets', () => {
    screens = [left, right];
    chosen = { display: markOf(right) };
    open();
    clock.tick(LONG);
    change([named(1, 0, 'Right'), named(2, 1280, 'Left')]);
    expect(said).toEqual(['till at 1280', 'display own at 0']);
  });

  test('move the windows as soon as they are chosen', () => {
    screens = [left, right];
    open();
    clock.tick(LONG);
    said = [];
    chosen = { till: markOf(right), display: markOf(left) };
    keeper.screensChosen();
    expect(said).toEqual(['till at 1280', 'display own at 0']);
  });
});
