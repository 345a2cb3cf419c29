import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/** A moment of a save of the terminal: before or after the n-th write of its record, or of `terminal.json`. */
export interface SavePoint {
  readonly when: 'before' | 'after';
  readonly write: 'record' | 'file';
  readonly nth: number;
}

export interface Arming {
  readonly dieAt: SavePoint;
}

export function isArming(message: unknown): message is Arming {
  return typeof message === 'object' && message !== null && 'dieAt' in message;
}

/**
 * Has this process end itself by SIGKILL at the point that the test arms: in the middle of a save, with nothing flushed.
 * The app is unchanged; what it calls of the keychain's library and of the disk is watched.
 */
export function dieAtSaves(): void {
  let point: SavePoint | undefined;
  const written = { record: 0, file: 0 };
  const reached = (when: SavePoint['when'], write: SavePoint['write']) => {
    if (point?.when === when && point.write === write && point.nth === written[write])
      process.kill(process.pid, 'SIGKILL');
  };
  process.on('message', (message) => {
    if (!isArming(message)) return;
    point = message.dieAt;
    written.record = 0;
    written.file = 0;
  });

  const keychain = createRequire(import.meta.url)('keytar');
  const { setPassword } = keychain;
  keychain.setPassword = async (service: string, account: string, secret: string): Promise<void> => {
    const isRecord = account.endsWith('/record');
    if (isRecord) written.record += 1;
    if (isRecord) reached('before', 'record');
    await setPassword(service, account, secret);
    if (isRecord) reached('after', 'record');
  };
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    const isFile = basename(String(to)) === 'terminal.json';
    if (isFile) written.file += 1;
    if (isFile) reached('before', 'file');
    renameSync(from, to);
    if (isFile) reached('after', 'file');
  };
  syncBuiltinESMExports();
}
