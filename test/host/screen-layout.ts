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
 * that are there. Throws when the variable is not in that form.
 */
export function screenLayout(env: NodeJS.ProcessEnv): ScreenLayout {
  const headless = !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
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

function size(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(text.trim()) ?? [];
  if (width === undefined || height === undefined) {
    throw new Error(`TILLMATE_HOST_DISPLAYS: "${text}" is not WIDTHxHEIGHT, as in 1280x800,1280x800.`);
  }
  return { width: Number(width), height: Number(height) };
}
