import { describe, expect, test } from 'vitest';
import { knownScreens, markOf } from '../../main/shell/known-screens.ts';
import type { Screen } from '../../main/shell/window-places.ts';

const screen = (id: number, label: string, x = 0, [width, height] = [1280, 800]): Screen => {
  const bounds = { x, y: 0, width, height };
  return { id, label, primary: id === 1, bounds, workArea: bounds };
};
const till = screen(1, 'Till', 0);
const customers = screen(2, 'Customer', 1280);
const chosen = { till: markOf(till), display: markOf(customers) };

describe('recognises a chosen screen', () => {
  test.each<[string, readonly Screen[], object]>([
    ['as it was', [till, customers], { till: 1, display: 2 }],
    [
      'with another number, as after a restart',
      [screen(71, 'Till'), screen(72, 'Customer', 1280)],
      { till: 71, display: 72 },
    ],
    ['at another place', [screen(1, 'Till', 1280), screen(2, 'Customer', 0)], { till: 1, display: 2 }],
    ['on the other socket', [screen(1, 'Customer', 0), screen(2, 'Till', 1280)], { till: 2, display: 1 }],
    ['turned', [till, screen(2, 'Customer', 1280, [800, 1280])], { till: 1, display: 2 }],
    ['with another resolution', [till, screen(2, 'Customer', 1280, [1920, 1080])], { till: 1, display: 2 }],
    ['and not when it is gone', [till], { till: 1 }],
    ['and another one is not it, though it has its number', [till, screen(2, 'New', 1280)], { till: 1 }],
    ['and none without screens', [], {}],
  ])('%s', (_name, screens, homes) => {
    expect(knownScreens(screens, chosen)).toEqual(homes);
  });

  test('by number and place among screens with the same name', () => {
    const [one, other] = [screen(1, 'Same', 0), screen(2, 'Same', 1280)];
    expect(knownScreens([one, other], { display: markOf(other) })).toEqual({ display: 2 });
    expect(knownScreens([one, other], { display: markOf(one) })).toEqual({ display: 1 });
  });

  test('by place when a restart swapped the numbers', () => {
    const both = { till: markOf(screen(1, 'Same', 0)), display: markOf(screen(2, 'Same', 1280)) };
    expect(knownScreens([screen(2, 'Same', 0), screen(1, 'Same', 1280)], both)).toEqual({ till: 2, display: 1 });
    const nameless = { till: markOf(screen(1, '', 0)), display: markOf(screen(2, '', 1280)) };
    expect(knownScreens([screen(2, '', 0), screen(1, '', 1280)], nameless)).toEqual({ till: 2, display: 1 });
  });

  test('by number when two equal screens moved', () => {
    const both = { till: markOf(screen(2, 'Same', 1280)), display: markOf(screen(1, 'Same', 0)) };
    expect(knownScreens([screen(2, 'Same', 0), screen(1, 'Same', -1280)], both)).toEqual({ till: 2, display: 1 });
  });

  test('without names by number, size and place', () => {
    const [one, other] = [screen(1, '', 0), screen(2, '', 1280)];
    expect(knownScreens([one, other], { till: markOf(other) })).toEqual({ till: 2 });
    expect(knownScreens([screen(8, '', 0, [640, 480])], { till: markOf(other) })).toEqual({});
  });

  test('as unknown when nothing was chosen', () => {
    expect(knownScreens([till, customers], {})).toEqual({});
  });
});
