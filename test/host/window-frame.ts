import { randomUUID } from 'node:crypto';
import type * as Electron from 'electron';
import { type Protocol, reportUnlessGone, type Session } from './cdp.ts';
import { startPage } from './preload.ts';
import { chromium, layout } from './running-host.ts';

/** Opens an empty Chromium window, without tabs if visible; returns its target. */
export function openWindow(bounds: Electron.Rectangle): Promise<string> {
  return layout.headless ? openHeadless(bounds) : openTabless();
}

async function openHeadless(bounds: Electron.Rectangle): Promise<string> {
  const { targetId } = await chromium.connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    left: bounds.x,
    top: bounds.y,
    width: bounds.width,
    height: bounds.height,
  });
  return targetId;
}

/** A unique first address identifies the window's target. */
function openTabless(): Promise<string> {
  const url = `${startPage}${randomUUID()}`;
  const { browser } = chromium.connection;
  return new Promise((resolve) => {
    const look = ({ targetInfo }: Protocol.Target.targetCreatedPayload) => {
      if (targetInfo.url !== url) return;
      browser.events.off('Target.targetCreated', look);
      browser.events.off('Target.targetInfoChanged', look);
      resolve(targetInfo.targetId);
    };
    browser.on('Target.targetCreated', look);
    browser.on('Target.targetInfoChanged', look);
    chromium.openAppWindow(url);
  });
}

export interface Placement {
  readonly state: 'normal' | 'minimized' | 'maximized' | 'fullscreen';
  readonly bounds: Electron.Rectangle;
  /** The display with the window. */
  readonly display: Pick<Electron.Display, 'bounds' | 'workArea' | 'scaleFactor'>;
  readonly zoom: number;
  /** Height of the title bar, which is not part of the page. */
  readonly titleBar: number;
}

/**
 * Places a window on its display. Headless Chromium keeps part of a window's height for an invisible tab strip: the
 * page's viewport is then set to the full bounds of the window.
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
  const { x: left, y: top, width, height } = state === 'fullscreen' ? display.bounds : bounds;
  // Chromium sets bounds only in the normal window state, so state and bounds take two steps.
  if (now.windowState !== 'normal')
    await browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  await browser.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } });
  if (windowState !== 'normal') await browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
}

function emulate(session: Session, { state, bounds, display, zoom, titleBar }: Placement): void {
  // Chromium does not slow down a focused page. window-focus.ts sets the focus that the page sees.
  if (layout.headless) session.post('Emulation.setFocusEmulationEnabled', { enabled: true });
  if (!layout.headless && zoom === 1) {
    session.post('Emulation.clearDeviceMetricsOverride');
    return;
  }
  const { width, height } = state === 'fullscreen' ? display.bounds : state === 'maximized' ? display.workArea : bounds;
  const frame = state === 'fullscreen' ? 0 : titleBar;
  session.post('Emulation.setDeviceMetricsOverride', {
    width: Math.round(width / zoom),
    height: Math.round((height - frame) / zoom),
    deviceScaleFactor: zoom * display.scaleFactor,
    mobile: false,
    screenWidth: display.bounds.width,
    screenHeight: display.bounds.height,
  });
}
