import { expect, test } from 'vitest';
import { zoom } from '../../main/shell/zoom.ts';
import { zoomStep } from '../../main/shell/zoom-keys.ts';

test.each([
  ['Ctrl and the plus of a German keyboard', 'win32', { control: true, key: '+', code: 'BracketRight' }, 1],
  ['Ctrl and the plus of a French one', 'linux', { control: true, shift: true, key: '+', code: 'Equal' }, 1],
  ['Ctrl and an American plus without Shift', 'win32', { control: true, key: '=', code: 'Equal' }, 1],
  ['Ctrl and the minus of a French keyboard', 'win32', { control: true, key: '-', code: 'Digit6' }, -1],
  ['Ctrl and the zero of a French one', 'win32', { control: true, key: 'à', code: 'Digit0' }, 0],
  ['Ctrl and the plus of a number pad', 'linux', { control: true, key: '+', code: 'NumpadAdd' }, 1],
  ['Ctrl and the zero of a number pad', 'linux', { control: true, key: '0', code: 'Numpad0' }, 0],
  ['⌘ and a minus', 'darwin', { meta: true, key: '-', code: 'Slash' }, -1],
  ['Ctrl and a minus on macOS', 'darwin', { control: true, key: '-', code: 'Slash' }, undefined],
  ['a plus alone, of an amount', 'win32', { key: '+', code: 'NumpadAdd' }, undefined],
  ['AltGr and a zero, which types a brace', 'win32', { control: true, alt: true, key: '}', code: 'Digit0' }, undefined],
  ['Ctrl and a German equals sign', 'win32', { control: true, shift: true, key: '=', code: 'Digit0' }, undefined],
  ['a key that is let go', 'win32', { type: 'keyUp', control: true, key: '+', code: 'BracketRight' }, undefined],
])('%s on %s zooms by its character: %j', (_what, platform, pressed, step) => {
  const nothingElse = { type: 'keyDown', control: false, meta: false, alt: false, shift: false } as const;
  expect(zoomStep({ ...nothingElse, ...pressed }, platform as NodeJS.Platform)).toBe(step);
});

test('zooms by half levels, within a usable range', () => {
  const after = (level: number, step: -1 | 0 | 1) => {
    let now = level;
    const setZoomLevel = (next: number) => {
      now = next;
    };
    const webContents = { getZoomLevel: () => level, setZoomLevel };
    zoom({ webContents }, step);
    return now;
  };
  expect([after(0, 1), after(0.5, -1), after(3, 0)]).toEqual([0.5, 0, 0]);
  expect([after(4, 1), after(-3, -1), after(8, 1)]).toEqual([4, -3, 4]);
});
