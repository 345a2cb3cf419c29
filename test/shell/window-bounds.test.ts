import { expect, test } from 'vitest';
import { type Screen, windowBounds } from '../../main/shell/window-bounds.ts';

const screen = (id: number, x: number, width: number, height: number, primary = false): Screen => ({
  id,
  primary,
  bounds: { x, y: 0, width, height },
  workArea: { x, y: 30, width, height: height - 30 },
});

test('with two screens the customer display fills the second', () => {
  const places = windowBounds([screen(1, 0, 1920, 1080, true), screen(2, 1920, 1280, 800)]);
  expect(places.till).toEqual({ x: 0, y: 30, width: 1280, height: 800 });
  expect(places.display).toEqual({ x: 1920, y: 0, width: 1280, height: 800, screenId: 2 });
});

test('the till stays on the primary screen, wherever it stands in the list', () => {
  const places = windowBounds([screen(2, -1280, 1280, 800), screen(1, 0, 1024, 768, true)]);
  expect(places.till).toEqual({ x: 0, y: 30, width: 1024, height: 738 });
  expect(places.display.screenId).toBe(2);
});

test('with one screen both windows fit on it, side by side where there is room', () => {
  expect(windowBounds([screen(1, 0, 2560, 1440, true)]).display).toEqual({ x: 1280, y: 30, width: 1280, height: 800 });
  expect(windowBounds([screen(1, 0, 1024, 768, true)]).display).toEqual({ x: 0, y: 30, width: 1024, height: 738 });
});

test('without any screen the windows open all the same', () => {
  expect(windowBounds([]).till.width).toBe(1280);
});
