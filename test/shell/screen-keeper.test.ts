import { beforeEach, describe, expect, test } from 'vitest';
import { keepOnScreens, type ScreenKeeper } from '../../main/shell/screen-keeper.ts';
import type { DisplayPlace, Rectangle, Screen } from '../../main/shell/window-places.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const screen = (id: number, x: number): Screen => {
  const bounds = { x, y: 0, width: 1280, height: 800 };
  return { id, primary: id === 1, bounds, workArea: bounds };
};
const [one, two, three] = [screen(1, 0), screen(2, 1280), screen(3, 2560)];
const LONG = 10_000;

let clock: VirtualClock;
let screens: readonly Screen[];
let till: Rectangle | undefined;
let display: Rectangle | undefined;
/** Where windows really go, when they are put somewhere. */
let reallyGoes: (asked: Rectangle) => Rectangle;
let said: string[];
let keeper: ScreenKeeper;

const boundsOf = (place: DisplayPlace) => (place.kind === 'own' ? place.screen.bounds : place.bounds);

function open(): void {
  keeper = keepOnScreens(
    {
      screens: () => screens,
      tillBounds: () => till,
      tillFills: () => false,
      placeTill(bounds) {
        till = reallyGoes(bounds);
        said.push(`till at ${bounds.x}`);
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
  said = [];
  reallyGoes = (asked) => asked;
});

test('windows that are where they were put are left alone, and nothing more is looked at', () => {
  open();
  clock.tick(LONG);
  expect(said).toEqual(['display own at 1280', 'in place']);
  expect(clock.pending).toBe(0);
});

describe('screens that come and go', () => {
  beforeEach(() => {
    open();
    clock.tick(LONG);
  });

  test('the till’s screen is off for a while: the till comes to the other, and goes back with the display behind it', () => {
    change([two]);
    keeper.tillMoved();
    clock.tick(LONG);
    expect(said).toEqual(['till at 1280', 'gave-way']);
    change([one, two]);
    expect(said).toEqual(['till at 0', 'display own at 1280']);
  });

  test('the customer’s screen is unplugged and plugged in again', () => {
    change([one]);
    expect(said).toEqual(['unplugged']);
    change([one, two]);
    expect(said).toEqual(['display own at 1280']);
  });

  test('a display that a person has closed stays closed', () => {
    keeper.displayClosed();
    change([one]);
    change([one, two]);
    expect(said).toEqual([]);
  });

  test('a third screen takes the display as long as its own is gone', () => {
    change([one, three]);
    expect(said).toEqual(['display own at 2560']);
    change([one, two, three]);
    expect(said).toEqual(['display own at 1280']);
  });

  test('the till, put on the customer’s screen by a person, changes places with the display', () => {
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

  test('a till that the system moved as screens changed has not been put there by a person', () => {
    till = two.bounds;
    keeper.tillMoved();
    change([two]);
    clock.tick(LONG);
    change([one, two]);
    expect(said).toContain('till at 0');
  });
});

describe('a system that does not put windows where it is asked to', () => {
  const anywhere = (asked: Rectangle) => ({ ...asked, x: 0, y: 0 });

  test('a window manager that heeds the second time is asked a second time', () => {
    reallyGoes = anywhere;
    open();
    reallyGoes = (asked) => asked;
    clock.tick(LONG);
    expect(said).toEqual(['display own at 1280', 'display own at 1280', 'in place']);
  });

  test('a display over the till is closed, and opens as a window of its own when a person asks for it', () => {
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

  test('a display on another screen than its own is told, and no longer when it is in its place', () => {
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

  test('nothing is done while the till is closed', () => {
    open();
    till = undefined;
    clock.tick(LONG);
    change([one]);
    clock.tick(LONG);
    expect(said).toEqual([]);
  });
});
