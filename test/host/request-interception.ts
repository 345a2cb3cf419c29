import { toApp } from './app-address.ts';
import { type Protocol as Cdp, reportUnlessGone, type Session } from './cdp.ts';
import { HostEvent } from './host-event.ts';
import { type HostProtocol, privileged } from './protocol.ts';
import { recordTraffic } from './traffic.ts';
import type { FrameTree } from './web-frame-main.ts';
import type { HostWebRequest } from './web-request.ts';

/** Parts of a window that its page's traffic needs. */
export interface Guard {
  readonly mainId: string;
  readonly frames: FrameTree;
  readonly protocol: HostProtocol;
  readonly webRequest: HostWebRequest;
  emit(name: string, event: HostEvent, ...args: unknown[]): boolean;
  /** Returns true once for each navigation of the main process: such navigations raise no event. */
  takeOwnNavigation(): boolean;
}

/**
 * Intercepts every request of a page: navigations raise `will-frame-navigate`, `will-navigate` and `will-redirect`, the
 * app's addresses go to its protocol handler, other requests go on to the network.
 */
export function watchTraffic(session: Session, guard: Guard): void {
  session.on('Fetch.requestPaused', (paused) => {
    handle(session, guard, paused).catch(reportUnlessGone);
  });
  session.post('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
}

async function handle(session: Session, guard: Guard, paused: Cdp.Fetch.requestPausedPayload): Promise<void> {
  const { requestId, request } = paused;
  if (paused.resourceType === 'Document' && !isNavigationAllowed(guard, paused)) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    return;
  }
  if (isFaviconGuess(paused)) {
    await session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
    return;
  }
  const url = toApp(request.url, privileged);
  if (!(await guard.webRequest.allows({ url, method: request.method }))) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    return;
  }
  recordTraffic('page', url);
  const answer = await guard.protocol.answer(request);
  if (answer === undefined) await session.send('Fetch.continueRequest', { requestId });
  else if (answer === 'failed') await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  else await session.send('Fetch.fulfillRequest', { ...answer, requestId });
}

/** Chromium requests this icon from every site; Electron does not. */
function isFaviconGuess({ resourceType, request }: Cdp.Fetch.requestPausedPayload): boolean {
  return resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico';
}

function isNavigationAllowed(guard: Guard, paused: Cdp.Fetch.requestPausedPayload): boolean {
  const isMainFrame = paused.frameId === guard.mainId;
  const url = toApp(paused.request.url, privileged);
  const frame = guard.frames.frame(paused.frameId) ?? null;
  const facts = { url, isSameDocument: false, isMainFrame, frame, initiator: frame };
  if (paused.redirectedRequestId !== undefined) {
    if (!isMainFrame) return true;
    return !prevented(guard, 'will-redirect', facts);
  }
  if (isMainFrame && guard.takeOwnNavigation()) return true;
  if (prevented(guard, 'will-frame-navigate', facts)) return false;
  if (isMainFrame && prevented(guard, 'will-navigate', facts)) return false;
  guard.emit('did-start-navigation', HostEvent.with({ ...facts }), url, false, isMainFrame, 0, 0);
  return true;
}

function prevented(
  guard: Guard,
  name: string,
  facts: { readonly url: string; readonly isMainFrame: boolean },
): boolean {
  const event = HostEvent.with({ ...facts });
  guard.emit(name, event, facts.url, false, facts.isMainFrame);
  return event.defaultPrevented;
}
