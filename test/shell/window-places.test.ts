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

describe('opening the windows', () => {
  test('the till opens on the primary screen, above the taskbar', () => {
    const left = screen(2, -1280);
    expect(tillScreen([left, a], {})).toBe(a);
    expect(tillBounds(a)).toEqual({ x: 0, y: 0, width: 1280, height: 752 });
    expect(tillBounds(primary(screen(1, 0, 1920, 1080)))).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  });

  test('fills the second screen with the display', () => {
    expect(displayPlace([a, b], {})).toEqual({ kind: 'own', screen: b });
    expect(displayPlace([a, b, c], {})).toEqual({ kind: 'own', screen: b });
  });

  test('places both windows side by side on a wide screen', () => {
    const wide = primary(screen(1, 0, 2560, 1440));
    expect(displayPlace([wide], {})).toEqual({
      kind: 'shared',
      bounds: { x: 1280, y: 0, width: 1280, height: 800 },
    });
    expect(displayPlace([a], {})).toEqual({ kind: 'shared', bounds: onA });
  });

  test('treats two mirrored screens as a single screen', () => {
    expect(displayPlace([a, { ...a, id: 2, primary: false }], {}).kind).toBe('shared');
  });

  test('works without any screen', () => {
    expect(tillScreen([], {})).toBeUndefined();
    expect(tillBounds(undefined).width).toBe(1280);
    expect(displayPlace([], {}).kind).toBe('shared');
  });

  test('keeps the smallest till within small and scaled screens', () => {
    expect(smallestTill(screen(1, 0, 1280, 720))).toEqual({ width: 1024, height: 560 });
    expect(smallestTill(screen(1, 0, 1092, 614))).toEqual({ width: 1024, height: 560 });
    expect(smallestTill(screen(1, 0, 910, 512))).toEqual({ width: 910, height: 464 });
    expect(smallestTill(undefined)).toEqual({ width: 1024, height: 560 });
  });
});

const steps = (screens: readonly Screen[], till: typeof onA, display: DisplayStanding, tillFills = false) =>
  nextSteps(screens, homes, { till, tillFills, display });

describe('changing screens', () => {
  test('moves nothing while both windows are in place', () => {
    expect(steps([a, b], onA, own(b))).toEqual({});
    expect(steps([{ ...a, primary: false }, primary(b)], onA, own(b))).toEqual({});
    expect(steps([a, b, c], onA, own(b))).toEqual({});
    expect(steps([a, b], onA, { kind: 'closed' })).toEqual({});
    expect(steps([], onA, own(b))).toEqual({});
  });

  test('without the customer’s screen, closes or moves the display', () => {
    expect(steps([a], onA, own(b))).toEqual({ display: { do: 'give way' } });
    expect(steps([a, c], onA, own(b))).toEqual({ display: { do: 'move', place: own(c) } });
  });

  test('moves the display to a newly connected screen', () => {
    expect(steps([a, b], onA, { kind: 'awaits' })).toEqual({ display: { do: 'open', place: own(b) } });
    expect(steps([a], onA, { kind: 'awaits' })).toEqual({});
    const shared = { kind: 'shared', bounds: onA } as const;
    expect(steps([a, b], onA, shared)).toEqual({ display: { do: 'move', place: own(b) } });
    expect(steps([a], onA, shared)).toEqual({});
  });

  test('without its screen, the till takes the customer’s', () => {
    const left = [primary(b)];
    const both = { till: onB, display: { do: 'give way' } };
    expect(steps(left, onA, own(b))).toEqual(both);
    // The system has already moved the window there.
    expect(steps(left, onB, own(b))).toEqual({ display: { do: 'give way' } });
  });

  test('without its screen, the till prefers a free third screen', () => {
    expect(steps([primary(b), c], onA, own(b))).toEqual({ till: tillBounds(c) });
  });

  test('returns both windows to a returned screen', () => {
    expect(steps([a, b], onB, { kind: 'awaits' })).toEqual({
      till: onA,
      display: { do: 'open', place: own(b) },
    });
    expect(steps([a, b, c], onA, own(c))).toEqual({ display: { do: 'move', place: own(b) } });
  });

  test('fills a turned, scaled or moved customer screen again', () => {
    const turned = screen(2, 1280, 800, 1280);
    expect(steps([a, turned], onA, own(b))).toEqual({ display: { do: 'move', place: own(turned) } });
  });

  test('fits the till to a smaller screen with minimal change', () => {
    const scaled = primary(screen(1, 0, 1092, 614));
    expect(steps([scaled, screen(2, 1092)], onA, own(screen(2, 1092)))).toEqual({
      till: { x: 0, y: 0, width: 1092, height: 566 },
    });
    const moved = { ...onA, x: 300, width: 1100 };
    expect(steps([a, b], moved, own(b))).toEqual({ till: { ...moved, x: 180 } });
  });

  test('leaves maximized and full-screen tills to the system', () => {
    const maximized = { x: -8, y: -8, width: 1296, height: 768 };
    expect(steps([a, b], maximized, own(b))).toEqual({});
    expect(steps([a, b], a.bounds, own(b), true)).toEqual({});
    expect(steps([primary(b)], a.bounds, own(b), true).till).toEqual(onB);
  });
});

describe('checking window places', () => {
  test('tolerates frames and small shifts', () => {
    const shifted = { ...b.bounds, x: 1284, y: 32 };
    expect(misplaced([a, b], b, { till: { ...onA, y: 37 }, display: shifted })).toBeUndefined();
  });

  test('finds the display over the till on any screen', () => {
    expect(misplaced([a, b], b, { till: onA, display: a.bounds })).toBe('over-till');
    expect(misplaced([a, b], b, { till: onB, display: b.bounds })).toBe('over-till');
    const twin = { ...a, id: 9, primary: false };
    expect(misplaced([a, twin], twin, { till: onA, display: a.bounds })).toBe('over-till');
  });

  test('handles Wayland reporting every window at 0, 0', () => {
    const nowhere = { x: 0, y: 0, width: 1280, height: 800 };
    expect(misplaced([a, b], b, { till: nowhere, display: nowhere })).toBe('over-till');
    // The till to the right of the customer's screen.
    expect(misplaced([screen(2, 0), primary(screen(1, 1280))], screen(2, 0), { till: nowhere, display: nowhere })).toBe(
      'over-till',
    );
  });

  test('distinguishes a third screen and ignores off-screen windows', () => {
    expect(misplaced([a, b, c], b, { till: onA, display: c.bounds })).toBe('elsewhere');
    expect(misplaced([a, b], b, { till: { ...onA, x: -32_000 }, display: a.bounds })).toBeUndefined();
  });
});
