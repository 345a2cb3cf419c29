import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { HostEvent } from './host-event.ts';
import { decodeClone, encodeClone } from './structured-clone.ts';
import type { HostFrame } from './web-frame-main.ts';

type Handler = Parameters<Electron.IpcMain['handle']>[1];

class HostIpcMain extends EventEmitter implements Pick<Electron.IpcMain, 'handle'> {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, listener: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof listener !== 'function') {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`);
    }
    this.#handlers.set(channel, listener);
  }

  handler(channel: string): Handler | undefined {
    return this.#handlers.get(channel);
  }
}

export const ipcMain = new HostIpcMain();

/** Origin of a message, and the way to reply. */
export interface Sender {
  readonly contents: unknown;
  /** `undefined` when the document was gone before its message arrived. */
  readonly frame: HostFrame | undefined;
  reply(message: readonly unknown[]): void;
}

export function receive(sender: Sender, channel: string, body: string): void {
  const args = decodeClone(body) as unknown[];
  ipcMain.emit(channel, eventFor(sender), ...args);
}

/** `ipcRenderer.invoke`: always sends a reply, and reduces an error to its text as Electron does. */
export async function answer(sender: Sender, id: number, channel: string, body: string): Promise<void> {
  try {
    const handler = ipcMain.handler(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const event = eventFor(sender) as unknown as Electron.IpcMainInvokeEvent;
    const result: unknown = await handler(event, ...(decodeClone(body) as unknown[]));
    sender.reply(['reply', id, cloned(result)]);
  } catch (thrown) {
    console.error(`Error occurred in handler for '${channel}':`, thrown);
    sender.reply(['error', id, `Error invoking remote method '${channel}': ${String(thrown)}`]);
  }
}

function cloned(value: unknown): string {
  try {
    return encodeClone(value);
  } catch (cause) {
    throw new Error('An object could not be cloned.', { cause });
  }
}

function eventFor(sender: Sender): HostEvent {
  const event = HostEvent.with({ sender: sender.contents });
  const { frame } = sender;
  const get = () => (frame === undefined || frame.detached ? null : frame);
  Object.defineProperty(event, 'senderFrame', { enumerable: true, get });
  return event;
}
