import { BrowserWindow } from 'electron';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { Clock } from '../base/clock.ts';
import { testPicture, testPictureText } from '../windows/test-picture.ts';
import type { GeneratedPages } from './app-protocol.ts';
import type { ShownScreen } from './browser-windows.ts';
import { HOST, SCHEME } from './page-security.ts';

/** Long enough to walk around the counter and scan a code. */
const SHOWN_MS = 12_000;

/** Degrees, clockwise. */
interface Turned {
  readonly id: number;
  readonly rotation: number;
}

export function createTestPictures(parts: {
  readonly clock: Pick<Clock, 'after'>;
  readonly pages: GeneratedPages;
  screens(): readonly ShownScreen[];
  language(): Language;
}): (turned: Turned | undefined) => Promise<void> {
  let close = () => {};

  return async (turned) => {
    const screens = parts.screens();
    const { default: QRCode } = await import('qrcode');
    const codes = await Promise.all(
      screens.map((_, index) => QRCode.toString(testPictureText(index + 1), { type: 'svg', margin: 4 })),
    );
    // An earlier click may have waited for its codes in parallel.
    close();
    const windows = screens.map(({ screen }, index) => {
      const { width, height } = screen.bounds;
      const rotation = turned?.id === screen.id ? turned.rotation : 0;
      const picture = {
        number: index + 1,
        label: screen.label ?? '',
        width,
        height,
        rotation,
        code: codes[index] ?? '',
      };
      parts.pages.set(picturePath(index + 1), () => testPicture(picture, parts.language()));
      return pictureWindow(index + 1, screen.bounds);
    });
    const stop = parts.clock.after(SHOWN_MS, () => close());
    close = () => {
      close = () => {};
      stop();
      for (const window of windows) if (!window.isDestroyed()) window.destroy();
    };
  };
}

const picturePath = (number: number) => `/screen-${number}.html`;
const pictureUrl = (number: number) => `${SCHEME}://${HOST}${picturePath(number)}`;

function pictureWindow(number: number, { x, y, width, height }: ShownScreen['screen']['bounds']): BrowserWindow {
  const side = Math.round(Math.min(width, height) * 0.72);
  const window = new BrowserWindow({
    x: x + Math.round((width - side) / 2),
    y: y + Math.round((height - side) / 2),
    width: side,
    height: side,
    frame: false,
    focusable: false,
    alwaysOnTop: true,
    skipTaskbar: true,
    show: false,
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      focusOnNavigation: false,
      zoomMode: 'isolated',
    },
  });
  window.webContents.loadURL(pictureUrl(number)).catch((fault: unknown) => {
    console.error(`Tillmate: test picture not loaded: ${String(fault)}`);
  });
  window.showInactive();
  return window;
}
