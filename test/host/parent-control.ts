import type * as Electron from 'electron';
import { app } from './app.ts';
import { HostEvent } from './host-event.ts';
import { powerMonitor } from './power-save-blocker.ts';
import { type PrinterAnswer, playPrinter } from './printer.ts';
import { screen } from './screen.ts';
import { HostWebContents } from './web-contents.ts';

/** What a parent process may play: messages over Node's own IPC channel, where the host was spawned with one. */
export type Control =
  | { readonly host: 'suspend' | 'resume' | 'quit' }
  | { readonly host: 'plug'; readonly bounds: { x: number; y: number; width: number; height: number } }
  | { readonly host: 'unplug'; readonly display: number }
  | { readonly host: 'printer'; readonly answer: PrinterAnswer }
  /** Somebody touches a window: a page that stands still is noticed by that. */
  | { readonly host: 'press'; readonly contents: number }
  /** The process of a page ends, for a reason that Electron knows. Contents are numbered in the order of their making. */
  | { readonly host: 'end-page'; readonly contents: number; readonly details: Electron.RenderProcessGoneDetails }
  /** A process that belongs to no page ends, such as that for graphics. */
  | { readonly host: 'end-child'; readonly details: Electron.Details };

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
    case 'printer':
      playPrinter(control.answer);
      return;
    case 'press':
      HostWebContents.fromId(control.contents)?.press();
      return;
    case 'end-page':
      HostWebContents.fromId(control.contents)?.endAs(control.details);
      return;
    case 'end-child':
      app.emit('child-process-gone', new HostEvent(), control.details);
  }
}
