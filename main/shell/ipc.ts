import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { EventBody, EventName, WindowName } from '../../preload/contract/contract.ts';
import type { Caller, IpcCheckParts } from './ipc-check.ts';

/** The only user of ipcMain: every call is checked, and every answer is an Outcome. */
export function handleCalls(parts: IpcCheckParts, windowOf: (contentsId: number) => WindowName | undefined): void {
  // Loaded while the pages are: the schemas of all calls would hold the windows up.
  const check = import('./ipc-check.ts');
  ipcMain.handle('tillmate:call', async (event, name: unknown, ask: unknown) => {
    const caller = callerOf(event, windowOf);
    return (await check).checkedCall(parts, caller, name, ask);
  });
}

/** A window that is closed, crashed or loading misses it, and asks for one when it is ready. */
export function push<Name extends EventName>(
  window: BrowserWindow | undefined,
  name: Name,
  body: EventBody<Name>,
): void {
  // Electron throws at any other question about a destroyed window.
  if (window === undefined || window.isDestroyed()) return;
  const contents = window.webContents;
  if (contents.isDestroyed() || contents.isCrashed()) return;
  contents.send('tillmate:event', name, body);
}

/** `senderFrame` is null once the frame navigated away or was destroyed: the call then comes from none of our pages. */
function callerOf(event: IpcMainInvokeEvent, windowOf: (contentsId: number) => WindowName | undefined): Caller {
  const frame = event.senderFrame;
  return {
    window: windowOf(event.sender.id),
    mainFrame: frame !== null && frame.parent === null,
    url: frame?.url,
  };
}
