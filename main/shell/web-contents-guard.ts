import { app, type Session, session, type WebContents } from 'electron';
import { isOwnPage } from './page-security.ts';

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

/** Addresses unused by our pages: all network access, and files of the machine. */
const OUTSIDE = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*'] };

/**
 * Prevents downloads of spell checker dictionaries, which Electron on Windows and Linux starts when a session is
 * created, whatever a window's `spellcheck` says. Only an empty language list in the same turn, before the first
 * request, prevents the download. macOS has its own spell checker, switched off. Must run before the app is ready.
 */
export function fetchNoDictionaries(): void {
  app.on('session-created', (created) => {
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerEnabled(false);
  });
}

/** Cancels every request to the outside: a second defence behind the content security policy. */
function refuseRequests(ours: Session, report: (what: string) => void): void {
  ours.webRequest.onBeforeRequest(OUTSIDE, (_request, answer) => {
    report('guard.request');
    answer({ cancel: true });
  });
}
