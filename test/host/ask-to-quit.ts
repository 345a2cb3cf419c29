import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Asks an app to quit like a user. Windows has no signal for a quit: asks the host over its channel, or asks Electron's
 * windows to close.
 */
export function askToQuit(child: ChildProcess, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') child.kill('SIGTERM');
  else if (child.connected) child.send({ host: 'quit' });
  else spawn('taskkill', ['/pid', String(child.pid)], { stdio: 'ignore' });
}
