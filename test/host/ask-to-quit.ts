import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Asks an app to quit, as a person would. Windows has no signal for that: there the host is asked over its channel, and
 * Electron's windows are told to close.
 */
export function askToQuit(child: ChildProcess, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') child.kill('SIGTERM');
  else if (child.connected) child.send({ host: 'quit' });
  else spawn('taskkill', ['/pid', String(child.pid)], { stdio: 'ignore' });
}
