import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { HostEvent } from './host-event.ts';
import { pressKeys } from './menu.ts';
import { powerMonitor } from './power-save-blocker.ts';
import { type PlayedPrinter, playPrinters } from './printer.ts';
import { screen } from './screen.ts';

/**
 * Controls that a parent process may play: messages over Node's IPC channel, if the host was spawned with a channel.
 */
export type Control =
  | { readonly host: 'suspend' | 'resume' | 'quit' }
  | { readonly host: 'plug'; readonly bounds: { x: number; y: number; width: number; height: number } }
  | { readonly host: 'unplug'; readonly display: number }
  /** Keyboard input for the focused window. */
  | { readonly host: 'type'; readonly keys: readonly string[] }
  | { readonly host: 'printers'; readonly printers: readonly PlayedPrinter[] }
  /** The user clicks the close button of the window with this title. */
  | { readonly host: 'close-window'; readonly title: string }
  /** The user presses keys in the window, with the names of menu shortcuts. */
  | { readonly host: 'keys'; readonly title: string; readonly keys: string }
  /** The user drags files from a folder onto the window with this title. */
  | { readonly host: 'drop'; readonly title: string; readonly files: readonly string[] }
  /** The system shuts down: macOS notifies the power monitor, Windows the windows; Linux sends a signal. */
  | { readonly host: 'shutdown' }
  /** The user clicks the app's icon in the Dock. */
  | { readonly host: 'activate' };

/** Plays the parent's messages and confirms each of them. The channel does not keep the app alive. */
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
    case 'type':
      for (const key of control.keys) BrowserWindow.getFocusedWindow()?.press(key);
      return;
    case 'printers':
      playPrinters(control.printers);
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
      if (process.platform === 'darwin') {
        powerMonitor.emit('shutdown', new HostEvent());
        return;
      }
      for (const window of process.platform === 'win32' ? BrowserWindow.getAllWindows() : [])
        window.emit('session-end', HostEvent.with({ reasons: ['shutdown'] }));
      app.quit();
      return;
    case 'activate':
      app.emit('activate', new HostEvent(), BrowserWindow.getAllWindows().length > 0);
  }
}

function windowCalled(title: string): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows().find((window) => window.getTitle() === title);
}
