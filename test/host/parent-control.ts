import { app } from './app.ts';
import { powerMonitor } from './power-save-blocker.ts';
import { screen } from './screen.ts';

/** What a parent process may play: messages over Node's own IPC channel, where the host was spawned with one. */
export type Control =
  | { readonly host: 'suspend' | 'resume' | 'quit' }
  | { readonly host: 'plug'; readonly bounds: { x: number; y: number; width: number; height: number } }
  | { readonly host: 'unplug'; readonly display: number };

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
    case 'quit':
      app.quit();
      return;
    case 'plug':
      screen.plug(control.bounds);
      return;
    case 'unplug':
      screen.unplug(control.display);
  }
}
