import { app, type Session, session, type WebContents } from 'electron';
import { isOwnPage } from './app-urls.ts';
import { refuseRequests } from './session-guard.ts';

/** Holds for every web contents from its creation. */
export function guardWebContents(report: (what: string, url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, report));
  guardSession(session.defaultSession, report);
}

function guardContents(contents: WebContents, report: (what: string, url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    report('guard.new-window', url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url)) return;
    report('guard.navigation', event.url);
    event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame) return;
    report('guard.frame', event.url);
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    report('guard.webview', contents.getURL());
    event.preventDefault();
  });
}

function guardSession(ours: Session, report: (what: string, url: string) => void): void {
  refuseRequests(ours, report);
  ours.setPermissionRequestHandler((contents, permission, decide) => {
    report(`guard.permission.${permission}`, contents?.getURL() ?? '');
    decide(false);
  });
  ours.setPermissionCheckHandler(() => false);
  ours.setDevicePermissionHandler(() => false);
  ours.on('will-download', (event, item) => {
    report('guard.download', item.getURL());
    event.preventDefault();
  });
}
