import { EventEmitter } from 'node:events';
import type { IpcMainInvokeEvent } from 'electron';
import type { FromTest, ToTest } from './headless-app.ts';

/**
 * Stand-in for `electron` without windows: receives IPC calls from the test over the process channel and sends
 * snapshots back over the same channel. All functions of windows are empty.
 */

type Handler = (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, ...args: unknown[]) => Promise<unknown>;

const paths = new Map<string, string>();
const handler = Promise.withResolvers<Handler>();
const nothing = () => undefined;
const tell = (message: ToTest) => process.send?.(message);

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  getVersion: () => '0.0.0-kill',
  setPath: (name: string, path: string) => void paths.set(name, path),
  getPath: (name: string) => paths.get(name) ?? '',
  requestSingleInstanceLock: () => true,
  whenReady: async () => undefined,
  quit: () => process.exit(),
  exit: (code: number) => process.exit(code),
  releaseSingleInstanceLock: nothing,
  relaunch: nothing,
});

/** Dialog of a failed start. The run has then failed; the text gives the reason. */
export const dialog = { showErrorBox: (title: string, text: string) => console.error(`${title}\n${text}`) };

const windows: BrowserWindow[] = [];

class Contents extends EventEmitter {
  readonly id = windows.length + 1;
  url = '';

  readonly isDestroyed = () => false;
  readonly isCrashed = () => false;
  /** True: the app does not check a page for signs of life while DevTools are open, and no page runs here. */
  readonly isDevToolsOpened = () => true;
  readonly setWindowOpenHandler = nothing;
  readonly getURL = () => this.url;

  async loadURL(url: string): Promise<void> {
    this.url = url;
  }

  send(_channel: string, name: string, body: unknown): void {
    tell({ event: name, body });
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new Contents();
  readonly isDestroyed = () => false;
  readonly isMinimized = () => false;
  readonly show = nothing;
  readonly focus = nothing;
  readonly setBounds = nothing;
  readonly getBounds = () => area;
  readonly setFullScreen = nothing;
  readonly isFullScreen = () => false;
  readonly setKiosk = nothing;
  readonly isMaximized = () => false;
  readonly showInactive = nothing;
  readonly moveTop = nothing;
  readonly restore = nothing;

  constructor() {
    super();
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
}

export const ipcMain = {
  handle: (_channel: string, listener: Handler) => handler.resolve(listener),
};

process.on('message', async (message: FromTest) => {
  const handle = await handler.promise;
  const till = windows[0]?.webContents;
  if (till === undefined) throw new Error('no till window');
  const event = { sender: till, senderFrame: { url: till.url, parent: null } } as unknown as IpcMainInvokeEvent;
  tell({ id: message.id, outcome: await handle(event, message.call, message.ask) });
});

const area = { x: 0, y: 0, width: 1280, height: 800 };
const display = { id: 1, label: '', bounds: area, workArea: area, rotation: 0, scaleFactor: 1 };

export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
});
export const session = {
  defaultSession: Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: nothing,
    setPermissionCheckHandler: nothing,
    setDevicePermissionHandler: nothing,
    webRequest: { onBeforeRequest: nothing },
    resolveProxy: async () => 'DIRECT',
  }),
};
export const clipboard = { readText: () => '', writeText: async () => undefined, clear: nothing };
export class ClipboardItem {}
export const protocol = { registerSchemesAsPrivileged: nothing, handle: nothing };
export const Menu = { setApplicationMenu: nothing, buildFromTemplate: () => ({}) };
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = { start: () => 0 };
export const shell = { openExternal: async () => undefined };
