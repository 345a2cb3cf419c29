import { describe, expect, test } from 'vitest';
import {
  type DisplayStanding,
  displayPlace,
  misplaced,
  nextSteps,
  type Screen,
  smallestTill,
  tillBounds,
  tillScreen,
} from '../../main/shell/window-places.ts';

const TASK_BAR = 48;
const screen = (id: number, x: number, width = 1280, height = 800): Screen => ({
  id,
  primary: false,
  bounds: { x, y: 0, width, height },
  workArea: { x, y: 0, width, height: height - TASK_BAR },
});
const primary = (one: Screen): Screen => ({ ...one, primary: true });
const [a, b, c] = [primary(screen(1, 0)), screen(2, 1280), screen(3, 2560, 1920, 1080)];
const homes = { till: 1, display: 2 };
const onA = tillBounds(a);
const onB = tillBounds(b);
const own = (it: Screen): DisplayStanding => ({ kind: 'own', screen: it });

describe('as the windows open', () => {
  test('the till is on the primary screen, wherever it stands in the list, and clear of its task bar', () => {
    const left = screen(2, -1280);
    expect(tillScreen([left, a], {})).toBe(a);
    expect(tillBounds(a)).toEqual({ x: 0, y: 0, width: 1280, height: 752 });
    expect(tillBounds(primary(screen(1, 0, 1920, 1080)))).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  });

  test('the customer display fills the second of two screens, or of three', () => {
    expect(displayPlace([a, b], {})).toEqual({ kind: 'own', screen: b });
    expect(displayPlace([a, b, c], {})).toEqual({ kind: 'own', screen: b });
  });

  test('on one screen both windows fit, side by side where there is room', () => {
    const wide = primary(screen(1, 0, 2560, 1440));
    expect(displayPlace([wide], {})).toEqual({
      kind: 'shared',
      bounds: { x: 1280, y: 0, width: 1280, height: 800 },
    });
    expect(displayPlace([a], {})).toEqual({ kind: 'shared', bounds: onA });
  });

  test('two screens with the same picture are one: the display does not fill it over the till', () => {
    expect(displayPlace([a, { ...a, id: 2, primary: false }], {}).kind).toBe('shared');
  });

  test('without any screen they open all the same', () => {
    expect(tillScreen([], {})).toBeUndefined();
    expect(tillBounds(undefined).width).toBe(1280);
    expect(displayPlace([], {}).kind).toBe('shared');
  });

  test('the smallest till fits 1080p at 150 % and 768p at 125 %, and never is larger than its screen', () => {
    expect(smallestTill(screen(1, 0, 1280, 720))).toEqual({ width: 1024, height: 560 });
    expect(smallestTill(screen(1, 0, 1092, 614))).toEqual({ width: 1024, height: 560 });
    expect(smallestTill(screen(1, 0, 910, 512))).toEqual({ width: 910, height: 464 });
    expect(smallestTill(undefined)).toEqual({ width: 1024, height: 560 });
  });
});

const steps = (screens: readonly Screen[], till: typeof onA, display: DisplayStanding, tillFills = false) =>
  nextSteps(screens, homes, { till, tillFills, display });

describe('when screens change', () => {
  test('nothing moves while both windows are where they belong, whichever screen is the primary one', () => {
    expect(steps([a, b], onA, own(b))).toEqual({});
    expect(steps([{ ...a, primary: false }, primary(b)], onA, own(b))).toEqual({});
    expect(steps([a, b, c], onA, own(b))).toEqual({});
    expect(steps([a, b], onA, { kind: 'closed' })).toEqual({});
    expect(steps([], onA, own(b))).toEqual({});
  });

  test('the screen of the customer is gone: the display gives way, or takes a third screen', () => {
    expect(steps([a], onA, own(b))).toEqual({ display: { do: 'give way' } });
    expect(steps([a, c], onA, own(b))).toEqual({ display: { do: 'move', place: own(c) } });
  });

  test('a screen comes: a display that waits for one opens, one that shared the till’s moves there', () => {
    expect(steps([a, b], onA, { kind: 'awaits' })).toEqual({ display: { do: 'open', place: own(b) } });
    expect(steps([a], onA, { kind: 'awaits' })).toEqual({});
    const shared = { kind: 'shared', bounds: onA } as const;
    expect(steps([a, b], onA, shared)).toEqual({ display: { do: 'move', place: own(b) } });
    expect(steps([a], onA, shared)).toEqual({});
  });

  test('the screen of the till is gone: the till comes to the customer’s and the display gives way', () => {
    const left = [primary(b)];
    const both = { till: onB, display: { do: 'give way' } };
    expect(steps(left, onA, own(b))).toEqual(both);
    // The system has already moved the window there.
    expect(steps(left, onB, own(b))).toEqual({ display: { do: 'give way' } });
  });

  test('of three, the screen of the till is gone: the till takes the one that is not the customer’s', () => {
    expect(steps([primary(b), c], onA, own(b))).toEqual({ till: tillBounds(c) });
  });

  test('the screen of the till is back: the till returns to it, and the display to its own', () => {
    expect(steps([a, b], onB, { kind: 'awaits' })).toEqual({
      till: onA,
      display: { do: 'open', place: own(b) },
    });
    expect(steps([a, b, c], onA, own(c))).toEqual({ display: { do: 'move', place: own(b) } });
  });

  test('the customer’s screen is turned, scaled or moved: the display fills it again', () => {
    const turned = screen(2, 1280, 800, 1280);
    expect(steps([a, turned], onA, own(b))).toEqual({ display: { do: 'move', place: own(turned) } });
  });

  test('the till’s screen is scaled or gets a task bar: the till is made to fit, no smaller than it must be', () => {
    const scaled = primary(screen(1, 0, 1092, 614));
    expect(steps([scaled, screen(2, 1092)], onA, own(screen(2, 1092)))).toEqual({
      till: { x: 0, y: 0, width: 1092, height: 566 },
    });
    const moved = { ...onA, x: 300, width: 1100 };
    expect(steps([a, b], moved, own(b))).toEqual({ till: { ...moved, x: 180 } });
  });

  test('a frame over the edge, and a till that fills its screen, are left to the system', () => {
    const maximized = { x: -8, y: -8, width: 1296, height: 768 };
    expect(steps([a, b], maximized, own(b))).toEqual({});
    expect(steps([a, b], a.bounds, own(b), true)).toEqual({});
    expect(steps([primary(b)], a.bounds, own(b), true).till).toEqual(onB);
  });
});

describe('where the windows are', () => {
  test('frames and shifts are no matter, screens are', () => {
    const shifted = { ...b.bounds, x: 1284, y: 32 };
    expect(misplaced([a, b], b, { till: { ...onA, y: 37 }, display: shifted })).toBeUndefined();
  });

  test('the display over the till is found, on whichever screen, and on two that show the same', () => {
    expect(misplaced([a, b], b, { till: onA, display: a.bounds })).toBe('over-till');
    expect(misplaced([a, b], b, { till: onB, display: b.bounds })).toBe('over-till');
    const twin = { ...a, id: 9, primary: false };
    expect(misplaced([a, twin], twin, { till: onA, display: a.bounds })).toBe('over-till');
  });

  test('what Wayland says of any window, 0 and 0, is found where the customer’s screen is elsewhere', () => {
    const nowhere = { x: 0, y: 0, width: 1280, height: 800 };
    expect(misplaced([a, b], b, { till: nowhere, display: nowhere })).toBe('over-till');
    // The till on the right of the customer's.
    expect(misplaced([screen(2, 0), primary(screen(1, 1280))], screen(2, 0), { till: nowhere, display: nowhere })).toBe(
      'over-till',
    );
  });

  test('the display on a third screen is told apart; where a window is on no screen nothing is said', () => {
    expect(misplaced([a, b, c], b, { till: onA, display: c.bounds })).toBe('elsewhere');
    expect(misplaced([a, b], b, { till: { ...onA, x: -32_000 }, display: a.bounds })).toBeUndefined();
  });
});
