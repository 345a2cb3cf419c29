import { expect, test } from 'vitest';
import { displaysOf, screenLayout } from './screen-layout.ts';

const plain = (x: number, width: number, height: number) => {
  const bounds = { x, y: 0, width, height };
  return { bounds, workArea: bounds, scaleFactor: 1 };
};

test('without a display there are two of 1280×800, side by side', () => {
  expect(screenLayout({}, 'linux')).toEqual({
    headless: true,
    displays: [plain(0, 1280, 800), plain(1280, 1280, 800)],
    screenInfo: '{0,0 1280x800}{1280,0 1280x800}',
  });
});

test('with a display, and nothing told, the X server is to be asked', () => {
  expect(screenLayout({ DISPLAY: ':0' }, 'linux')).toMatchObject({ headless: false, displays: [], screenInfo: '' });
});

test('Windows and macOS have a display without saying so; the tests ask for windows that nobody sees', () => {
  for (const platform of ['win32', 'darwin'] as const) {
    expect(screenLayout({}, platform).headless).toBe(false);
    expect(screenLayout({ TILLMATE_HOST_HEADLESS: '1' }, platform).headless).toBe(true);
  }
});

test('the primary display comes first, displays that are off not at all', () => {
  const xrandr = [
    'Screen 0: minimum 320 x 200, current 3200 x 1080, maximum 16384 x 16384',
    'HDMI-1 connected 1280x800+1920+0 (normal left inverted right x axis y axis) 300mm x 190mm',
    '   1280x800      59.81*+',
    'DP-1 connected primary 1920x1080+0+0 (normal left inverted right x axis y axis) 520mm x 290mm',
    'DP-2 disconnected (normal left inverted right x axis y axis)',
  ].join('\n');
  expect(displaysOf(xrandr)).toEqual([
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: 1920, y: 0, width: 1280, height: 800 },
  ]);
});
