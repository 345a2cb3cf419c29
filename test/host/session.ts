import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { reportUnlessGone } from './cdp.ts';
import { commandLine } from './command-line.ts';
import { HostProtocol } from './protocol.ts';
import { chromium, lifecycle } from './running-host.ts';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];

/**
 * `session`. Partitions have their own protocol handlers and permissions here, but share Chromium's one profile, which
 * is new at every start.
 */
export class HostSession
  extends EventEmitter
  implements Pick<Electron.Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'resolveProxy'>
{
  readonly protocol = new HostProtocol();
  #request: RequestHandler = null;
  #check: CheckHandler = null;

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(): void {
    // No device is ever offered, so there is nothing to ask about.
  }

  /** That of Chromium's own switch, or what a test names; the system's settings are not looked at. */
  async resolveProxy(): Promise<string> {
    const server = commandLine.getSwitchValue('proxy-server');
    return process.env['TILLMATE_HOST_PROXY'] ?? (server === '' ? 'DIRECT' : `PROXY ${server}`);
  }

  async clearStorageData(): Promise<void> {
    await chromium.connection.browser.send('Storage.clearCookies');
  }

  async clearCache(): Promise<void> {
    // The profile is new at every start, and the app's own pages are never cached.
  }

  /**
   * Chromium cannot ask the host when a page asks for a permission, so both handlers are asked beforehand, for each
   * permission that there is, whenever a window goes to an origin. Without handlers everything is granted, as in
   * Electron.
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

/** What Chromium was told already, by origin and permission. */
const settled = new Map<string, string>();

const partitions = new Map<string, HostSession>();

export const session = {
  get defaultSession(): HostSession {
    if (!lifecycle.ready) throw new Error('Session can only be received when app is ready');
    return defaultSession;
  },
  fromPartition(partition: string): HostSession {
    const known = partition === '' ? defaultSession : partitions.get(partition);
    if (known !== undefined) return known;
    const made = new HostSession();
    partitions.set(partition, made);
    return made;
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
