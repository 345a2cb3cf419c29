import type { Rectangle } from 'electron';

/** The displays of this run, from left to right, and whether anybody can see them. */
export interface ScreenLayout {
  readonly headless: boolean;
  /** Empty: the displays are those that the X server names. */
  readonly displays: readonly { readonly x: number; readonly width: number; readonly height: number }[];
  /** For Chromium's `--screen-info`, which gives headless windows real screens to stand on. */
  readonly screenInfo: string;
}

/**
 * Reads `TILLMATE_HOST_DISPLAYS` (`1280x800,1920x1080`). Without it: two displays of 1280×800 when headless, else those
 * that are there. Headless is Linux without a display, and every system under `TILLMATE_HOST_HEADLESS=1`. Throws when the variable is not in that form.
 */
export function screenLayout(env: NodeJS.ProcessEnv, platform = process.platform): ScreenLayout {
  const noDisplay = platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
  const headless = noDisplay || env['TILLMATE_HOST_HEADLESS'] === '1';
  const told = env['TILLMATE_HOST_DISPLAYS'] ?? (headless ? '1280x800,1280x800' : '');
  const sizes = told === '' ? [] : told.split(',').map(size);
  let x = 0;
  const displays = sizes.map(({ width, height }) => {
    const display = { x, width, height };
    x += width;
    return display;
  });
  const screenInfo = displays.map((display) => `{${display.x},0 ${display.width}x${display.height}}`).join('');
  return { headless, displays, screenInfo };
}

/** Bounds of the displays in what `xrandr --query` prints, the primary one first. */
export function displaysOf(xrandr: string): Rectangle[] {
  const lines = [...xrandr.matchAll(/ connected (primary )?(\d+)x(\d+)\+(\d+)\+(\d+)/g)];
  const primaryFirst = lines.toSorted((a, b) => Number(b[1] !== undefined) - Number(a[1] !== undefined));
  return primaryFirst.map(([, , width, height, x, y]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }));
}

function size(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(text.trim()) ?? [];
  if (width === undefined || height === undefined) {
    throw new Error(`TILLMATE_HOST_DISPLAYS: "${text}" is not WIDTHxHEIGHT, as in 1280x800,1280x800.`);
  }
  return { width: Number(width), height: Number(height) };
}
