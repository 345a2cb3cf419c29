import { app, type Session, session, type WebContents } from 'electron';
import { isOwnPage } from './page-security.ts';

/** Holds for every web contents from its creation. */
export function guardWebContents(report: (what: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, report));
  guardSession(session.defaultSession, report);
}

function guardContents(contents: WebContents, report: (what: string) => void): void {
  contents.setWindowOpenHandler(() => {
    report('guard.new-window');
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url)) return;
    report('guard.navigation');
    event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame) return;
    report('guard.frame');
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    report('guard.webview');
    event.preventDefault();
  });
}

function guardSession(ours: Session, report: (what: string) => void): void {
  refuseRequests(ours, report);
  ours.setPermissionRequestHandler((_contents, permission, decide) => {
    report(`guard.permission.${permission}`);
    decide(false);
  });
  ours.setPermissionCheckHandler(() => false);
  ours.setDevicePermissionHandler(() => false);
  ours.on('will-download', (event) => {
    report('guard.download');
    event.preventDefault();
  });
}

/** Addresses that no page of ours needs: everything that leaves the app, or reads the machine's files. */
const OUTSIDE = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*'] };

/**
 * Keeps Electron from fetching dictionaries for its spell checker. On Windows and Linux it begins to when it creates a
 * session, whatever a window's `spellcheck` says. Only an empty list of languages ends that, in the same turn: nothing
 * has been asked for by then. macOS has the system's checker, which is switched off. Must run before the app is ready.
 */
export function fetchNoDictionaries(): void {
  app.on('session-created', (created) => {
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerEnabled(false);
  });
}

/** Refuses whatever a page asks for outside the app: a second wall behind the content security policy. */
function refuseRequests(ours: Session, report: (what: string) => void): void {
  ours.webRequest.onBeforeRequest(OUTSIDE, (_request, answer) => {
    report('guard.request');
    answer({ cancel: true });
  });
}
