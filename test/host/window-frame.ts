import type * as Electron from 'electron';
import { reportUnlessGone, type Session } from './cdp.ts';
import { chromium, layout } from './lifecycle.ts';

/** Opens an empty window of Chromium's; answers with its target. */
export async function openWindow(bounds: Electron.Rectangle): Promise<string> {
  const { browser } = chromium.connection;
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    left: bounds.x,
    top: bounds.y,
    width: bounds.width,
    height: bounds.height,
  });
  return targetId;
}

export interface Placement {
  readonly state: 'normal' | 'minimized' | 'maximized' | 'fullscreen';
  readonly bounds: Electron.Rectangle;
  /** The display that the window is on. */
  readonly display: Electron.Rectangle;
  readonly zoom: number;
}

/**
 * Puts a window where it belongs. Headless windows stand on their display too, but Chromium keeps part of their height
 * for a tab strip that nobody sees: there the page is given the whole of the window's bounds as its viewport.
 */
export function placeWindow(contents: Framed, placement: Placement): void {
  contents.page((session, targetId) => {
    move(targetId, placement).catch(reportUnlessGone);
    emulate(session, placement);
  });
}

interface Framed {
  page(use: (session: Session, targetId: string) => void): void;
}

async function move(targetId: string, { state, bounds, display }: Placement): Promise<void> {
  const { browser } = chromium.connection;
  const { windowId, bounds: now } = await browser.send('Browser.getWindowForTarget', { targetId });
  const windowState = layout.headless && state === 'minimized' ? 'normal' : state;
  const { x: left, y: top, width, height } = state === 'fullscreen' ? display : bounds;
  // Chromium takes a place and a state in two steps, and a place only from a window in its normal state.
  if (now.windowState !== 'normal')
    await browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  await browser.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } });
  if (windowState !== 'normal') await browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
}

function emulate(session: Session, { state, bounds, display, zoom }: Placement): void {
  if (layout.headless) session.post('Emulation.setFocusEmulationEnabled', { enabled: true });
  if (!layout.headless && zoom === 1) {
    session.post('Emulation.clearDeviceMetricsOverride');
    return;
  }
  const { width, height } = state === 'fullscreen' || state === 'maximized' ? display : bounds;
  session.post('Emulation.setDeviceMetricsOverride', {
    width: Math.round(width / zoom),
    height: Math.round(height / zoom),
    deviceScaleFactor: zoom,
    mobile: false,
    screenWidth: display.width,
    screenHeight: display.height,
  });
}
