import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { app } from './app.ts';
import { reportUnlessGone } from './cdp.ts';
import { commandLine } from './command-line.ts';
import { HostProtocol } from './protocol.ts';
import { chromium, lifecycle } from './running-host.ts';
import { recordTraffic } from './traffic.ts';
import { HostWebRequest } from './web-request.ts';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];

/**
 * `session`: the default session. Its profile is new at every start, unless `TILLMATE_HOST_PROFILE` names a folder for
 * a persistent profile, as in Electron.
 */
export class HostSession extends EventEmitter {
  readonly protocol = new HostProtocol(() => void this.begin());
  readonly webRequest = new HostWebRequest();
  #languages: readonly string[] = ['en-US'];
  #request: RequestHandler = null;
  #check: CheckHandler = null;
  #begun = false;

  /** Electron creates a session on first use, which is possible only when the app is ready. */
  begin(): this {
    if (this.#begun) return this;
    if (!lifecycle.ready) throw new Error('Session can only be received when app is ready');
    this.#begun = true;
    this.#loadDictionaries();
    app.emit('session-created', this);
    return this;
  }

  setSpellCheckerEnabled(): void {
    // Hides only the spelling marks, which the host does not draw.
  }

  setSpellCheckerLanguages(languages: string[]): void {
    // macOS has its own dictionaries.
    if (process.platform === 'darwin') return;
    this.#languages = [...languages];
    this.#loadDictionaries();
  }

  /**
   * On Windows and Linux Electron downloads missing dictionaries one turn after creating a session, regardless of a
   * window's `spellcheck`. Only an empty list of languages stops the download. The host reports the URL that Electron
   * would request.
   */
  #loadDictionaries(): void {
    const wanted = this.#languages;
    if (process.platform === 'darwin') return;
    setImmediate(() => {
      if (wanted !== this.#languages) return;
      for (const language of wanted) {
        const url = `https://redirector.gvt1.com/edgedl/chrome/dict/${language.toLowerCase()}-10-1.bdic`;
        process.stderr.write(`host: Electron would fetch ${url} now, for its spell checker.\n`);
        recordTraffic('browser', url);
      }
    });
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(): void {
    // The host offers no devices, so the handler is never called.
  }

  /** Returns the proxy of Chromium's switch; ignores the system's settings. */
  async resolveProxy(): Promise<string> {
    const server = commandLine.getSwitchValue('proxy-server');
    return server === '' ? 'DIRECT' : `PROXY ${server}`;
  }

  /**
   * Chromium cannot ask the host when a page requests a permission, so both handlers are called in advance, for each
   * permission, whenever a window goes to an origin. Without handlers every permission is granted, as in Electron.
   */
  async settlePermissions(contents: unknown, webOrigin: string, appOrigin: string): Promise<void> {
    const browser = chromium.connection.browser;
    await Promise.all(
      permissions.map(async ({ electron, chromium: name, extra }) => {
        const setting = (await this.#allows(contents, electron, appOrigin)) ? 'granted' : 'denied';
        const known = `${webOrigin} ${name}`;
        if (settled.get(known) === setting) return;
        settled.set(known, setting);
        await browser
          .send('Browser.setPermission', { permission: { name, ...extra }, setting, origin: webOrigin })
          .catch(reportUnlessGone);
      }),
    );
  }

  #allows(contents: unknown, permission: string, origin: string): Promise<boolean> {
    const check = this.#check as ((...args: unknown[]) => boolean) | null;
    const details = { requestingUrl: `${origin}/`, isMainFrame: true, securityOrigin: origin };
    if (check !== null && !check(contents, permission, origin, details)) return Promise.resolve(false);
    const request = this.#request as ((...args: unknown[]) => void) | null;
    if (request === null) return Promise.resolve(true);
    return new Promise((resolve) => request(contents, permission, resolve, details));
  }
}

export const defaultSession = new HostSession();

/** Settings already sent to Chromium, by origin and permission. */
const settled = new Map<string, string>();

export const session = {
  get defaultSession(): HostSession {
    return defaultSession.begin();
  },
};

const permissions: readonly { electron: string; chromium: string; extra?: { allowWithoutSanitization: boolean } }[] = [
  { electron: 'geolocation', chromium: 'geolocation' },
  { electron: 'notifications', chromium: 'notifications' },
  { electron: 'media', chromium: 'camera' },
  { electron: 'media', chromium: 'microphone' },
  { electron: 'midi', chromium: 'midi' },
  { electron: 'clipboard-read', chromium: 'clipboard-read' },
  { electron: 'clipboard-sanitized-write', chromium: 'clipboard-write' },
  { electron: 'idle-detection', chromium: 'idle-detection' },
  { electron: 'window-management', chromium: 'window-management' },
];
