import type { Rectangle } from 'electron';

/** A display of this run. Positions and sizes are in device-independent pixels, as everywhere in Electron. */
export interface LaidDisplay {
  readonly bounds: Rectangle;
  /** Without the task bar. */
  readonly workArea: Rectangle;
  readonly scaleFactor: number;
}

/** The displays of this run, from left to right; `headless` if no display is visible. */
export interface ScreenLayout {
  readonly headless: boolean;
  /** Empty: use the displays of the X server. */
  readonly displays: readonly LaidDisplay[];
  /** For Chromium's `--screen-info`, which gives headless windows real screens. */
  readonly screenInfo: string;
}

/**
 * Returns two displays of 1280×800 when headless, otherwise the real displays. Headless is Linux without a display, and
 * every system with `TILLMATE_HOST_HEADLESS=1`.
 */
export function screenLayout(env: NodeJS.ProcessEnv, platform = process.platform): ScreenLayout {
  const noDisplay = platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
  const headless = noDisplay || env['TILLMATE_HOST_HEADLESS'] === '1';
  const displays = (headless ? [0, 1280] : []).map((x) => plain({ x, y: 0, width: 1280, height: 800 }));
  const screenInfo = displays.map(({ bounds }) => `{${bounds.x},0 1280x800}`).join('');
  return { headless, displays, screenInfo };
}

export function plain(bounds: Rectangle): LaidDisplay {
  return { bounds, workArea: bounds, scaleFactor: 1 };
}

/** Parses the bounds of the displays from `xrandr --query`, primary display first. */
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
