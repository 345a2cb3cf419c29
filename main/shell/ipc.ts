import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { EventBody, EventName, WindowName } from '../../preload/contract/contract.ts';
import { type Caller, checkedCall, type IpcCheckParts } from './ipc-check.ts';

/** The only user of ipcMain: every call is checked, and every answer is an Outcome. */
export function handleCalls(parts: IpcCheckParts, windowOf: (contentsId: number) => WindowName | undefined): void {
  ipcMain.handle('tillmate:call', (event, name: unknown, ask: unknown) =>
    checkedCall(parts, callerOf(event, windowOf), name, ask),
  );
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
