import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { EventBody, EventName, WindowName } from '../../preload/contract/contract.ts';
import type { Caller, IpcCheckParts } from './ipc-check.ts';

/** The only user of ipcMain: checks every call and answers with an `Outcome`. */
export function handleCalls(parts: IpcCheckParts, windowOf: (contentsId: number) => WindowName | undefined): void {
  // Loaded while the windows load their pages: the schemas of all calls would delay the windows.
  const check = import('./ipc-check.ts');
  ipcMain.handle('tillmate:call', async (event, name: unknown, ask: unknown) => {
    const caller = callerOf(event, windowOf);
    return (await check).checkedCall(parts, caller, name, ask);
  });
}

/** Sends an event. A closed, crashed or loading window misses the event, and requests a snapshot when ready. */
export function push<Name extends EventName>(
  window: BrowserWindow | undefined,
  name: Name,
  body: EventBody<Name>,
): void {
  // Electron throws on any other call to a destroyed window.
  if (window === undefined || window.isDestroyed()) return;
  const contents = window.webContents;
  if (contents.isDestroyed() || contents.isCrashed()) return;
  contents.send('tillmate:event', name, body);
}

/** `senderFrame` is null once the frame has navigated away or is destroyed: the call is then from no page of ours. */
function callerOf(event: IpcMainInvokeEvent, windowOf: (contentsId: number) => WindowName | undefined): Caller {
  const frame = event.senderFrame;
  return {
    window: windowOf(event.sender.id),
    mainFrame: frame !== null && frame.parent === null,
    url: frame?.url,
  };
}
