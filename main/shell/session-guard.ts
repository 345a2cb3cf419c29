import { app, type Session } from 'electron';

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
export function refuseRequests(ours: Session, report: (what: string, url: string) => void): void {
  ours.webRequest.onBeforeRequest(OUTSIDE, ({ url }, answer) => {
    report('guard.request', url);
    answer({ cancel: true });
  });
}
