import type * as Electron from 'electron';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { HostEvent } from './host-event.ts';
import { pressKeys } from './menu.ts';
import { powerMonitor } from './power-save-blocker.ts';
import { type PlayedPrinter, type PrinterAnswer, playPrinter, playPrinters } from './printer.ts';
import { type DisplayChange, screen } from './screen.ts';
import { HostWebContents } from './web-contents.ts';

/** What a parent process may play: messages over Node's own IPC channel, where the host was spawned with one. */
export type Control =
  | { readonly host: 'suspend' | 'resume' | 'quit' }
  | { readonly host: 'plug'; readonly bounds: { x: number; y: number; width: number; height: number } }
  | { readonly host: 'unplug' | 'primary'; readonly display: number }
  | { readonly host: 'metrics'; readonly display: number; readonly change: DisplayChange }
  | { readonly host: 'move'; readonly window: number; readonly to: { readonly x: number; readonly y: number } }
  /** Somebody types: the window that has the keyboard gets it. */
  | { readonly host: 'type'; readonly keys: readonly string[] }
  | { readonly host: 'printer'; readonly answer: PrinterAnswer }
  | { readonly host: 'printers'; readonly printers: readonly PlayedPrinter[] }
  /** Somebody touches a window: a page that stands still is noticed by that. */
  | { readonly host: 'press'; readonly contents: number }
  /** The process of a page ends, for a reason that Electron knows. Contents are numbered in the order of their making. */
  | { readonly host: 'end-page'; readonly contents: number; readonly details: Electron.RenderProcessGoneDetails }
  /** A process that belongs to no page ends, such as that for graphics. */
  | { readonly host: 'end-child'; readonly details: Electron.Details }
  /** Somebody presses the cross of the window with this title. */
  | { readonly host: 'close-window'; readonly title: string }
  /** Somebody presses keys in it, named as a menu names them. */
  | { readonly host: 'keys'; readonly title: string; readonly keys: string }
  /** Somebody drags files from a folder onto the window with this title. */
  | { readonly host: 'drop'; readonly title: string; readonly files: readonly string[] }
  /** The system shuts down (Linux, macOS), or logs the person off (Windows). */
  | { readonly host: 'shutdown' | 'session-end' }
  /** Somebody presses the app's icon in the Dock. */
  | { readonly host: 'activate' };

/** The channel does not keep the app alive. The parent is told of each message once it has been played. */
export function listenToParent(): void {
  if (process.channel === undefined) return;
  process.on('message', (message: Control) => {
    play(message);
    process.send?.('played');
  });
  process.channel?.unref();
}

function play(control: Control): void {
  switch (control.host) {
    case 'suspend':
    case 'resume':
      powerMonitor.emit(control.host);
      return;
    case 'quit':
      app.quit();
      return;
    case 'plug':
      screen.plug(control.bounds);
      return;
    case 'unplug':
      screen.unplug(control.display);
      return;
    case 'primary':
      screen.makePrimary(control.display);
      return;
    case 'metrics':
      screen.change(control.display, control.change);
      return;
    case 'move':
      BrowserWindow.fromId(control.window)?.setBounds(control.to);
      return;
    case 'type':
      for (const key of control.keys) BrowserWindow.getFocusedWindow()?.press(key);
      return;
    case 'printer':
      playPrinter(control.answer);
      return;
    case 'printers':
      playPrinters(control.printers);
      return;
    case 'press':
      HostWebContents.fromId(control.contents)?.press();
      return;
    case 'end-page':
      HostWebContents.fromId(control.contents)?.endAs(control.details);
      return;
    case 'end-child':
      app.emit('child-process-gone', new HostEvent(), control.details);
      return;
    case 'close-window':
      windowCalled(control.title)?.close();
      return;
    case 'drop':
      windowCalled(control.title)?.webContents.drop(control.files);
      return;
    case 'keys': {
      const window = windowCalled(control.title);
      if (window !== undefined) pressKeys(window, control.keys);
      return;
    }
    case 'shutdown':
      powerMonitor.emit('shutdown', new HostEvent());
      return;
    case 'session-end':
      for (const window of BrowserWindow.getAllWindows()) window.emit('session-end', new HostEvent());
      return;
    case 'activate':
      app.emit('activate', new HostEvent(), BrowserWindow.getAllWindows().length > 0);
  }
}

function windowCalled(title: string): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows().find((window) => window.getTitle() === title);
}
