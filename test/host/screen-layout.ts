import type { Rectangle } from 'electron';

/** A display of this run. Positions and sizes are in device-independent pixels, as everything that the app is told. */
export interface LaidDisplay {
  readonly bounds: Rectangle;
  /** Without the task bar. */
  readonly workArea: Rectangle;
  readonly scaleFactor: number;
}

/** The displays of this run, from left to right, and whether anybody can see them. */
export interface ScreenLayout {
  readonly headless: boolean;
  /** Empty: the displays are those that the X server names. */
  readonly displays: readonly LaidDisplay[];
  /** For Chromium's `--screen-info`, which gives headless windows real screens to stand on. */
  readonly screenInfo: string;
  /** Windows are not where they were put, as under Wayland. */
  readonly positionsIgnored: boolean;
}

/**
 * Reads `TILLMATE_HOST_DISPLAYS` (`1280x800,1920x1080@1.5/48`: width and height in the display's own pixels, its scale
 * factor, the height of a task bar at its foot). Without it: two displays of 1280×800 when headless, else those that
 * are there. Headless is Linux without a display, and every system under `TILLMATE_HOST_HEADLESS=1`. Throws when the
 * variable is not in that form.
 */
export function screenLayout(env: NodeJS.ProcessEnv, platform = process.platform): ScreenLayout {
  const noDisplay = platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
  const headless = noDisplay || env['TILLMATE_HOST_HEADLESS'] === '1';
  const told = env['TILLMATE_HOST_DISPLAYS'] ?? (headless ? '1280x800,1280x800' : '');
  const sizes = told === '' ? [] : told.split(',').map(size);
  let x = 0;
  const displays = sizes.map(({ width, height, scaleFactor, taskBar }) => {
    const bounds = { x, y: 0, width, height };
    x += width;
    return { bounds, workArea: { ...bounds, height: height - taskBar }, scaleFactor };
  });
  const screenInfo = displays.map(({ bounds }) => `{${bounds.x},0 ${bounds.width}x${bounds.height}}`).join('');
  return { headless, displays, screenInfo, positionsIgnored: env['TILLMATE_HOST_POSITIONS'] === 'ignored' };
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

function size(text: string): { width: number; height: number; scaleFactor: number; taskBar: number } {
  const form = /^(\d{2,5})x(\d{2,5})(?:@(\d(?:\.\d+)?))?(?:\/(\d{1,3}))?$/;
  const [, width, height, scale = '1', taskBar = '0'] = form.exec(text.trim()) ?? [];
  if (width === undefined || height === undefined) {
    throw new Error(
      `TILLMATE_HOST_DISPLAYS: "${text}" is not WIDTHxHEIGHT, as in 1280x800,1280x800, or WIDTHxHEIGHT@SCALE/TASKBAR.`,
    );
  }
  const scaleFactor = Number(scale);
  return {
    width: Math.floor(Number(width) / scaleFactor),
    height: Math.floor(Number(height) / scaleFactor),
    scaleFactor,
    taskBar: Number(taskBar),
  };
}
