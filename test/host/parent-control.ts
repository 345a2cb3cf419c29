import { BrowserWindow } from './browser-window.ts';
import { powerMonitor } from './power-save-blocker.ts';
import { type DisplayChange, screen } from './screen.ts';

/** What a parent process may play: messages over Node's own IPC channel, where the host was spawned with one. */
export type Control =
  | { readonly host: 'suspend' | 'resume' }
  | { readonly host: 'plug'; readonly bounds: { x: number; y: number; width: number; height: number } }
  | { readonly host: 'unplug' | 'primary'; readonly display: number }
  | { readonly host: 'metrics'; readonly display: number; readonly change: DisplayChange }
  | { readonly host: 'move'; readonly window: number; readonly to: { readonly x: number; readonly y: number } }
  | { readonly host: 'press'; readonly keys: readonly string[] };

/** The channel does not keep the app alive. */
export function listenToParent(): void {
  if (process.channel === undefined) return;
  process.on('message', (message: Control) => play(message));
  process.channel?.unref();
}

function play(control: Control): void {
  switch (control.host) {
    case 'suspend':
    case 'resume':
      powerMonitor.emit(control.host);
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
    case 'press':
      for (const key of control.keys) BrowserWindow.getFocusedWindow()?.press(key);
  }
}
