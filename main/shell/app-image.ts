import { spawn } from 'node:child_process';
import { chmodSync, closeSync, constants, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { dirname, isAbsolute, sep } from 'node:path';
import { syncFolder } from '../base/durable-files.ts';
import { type Files, firmFiles } from '../base/patient-files.ts';
import { startCommand } from './start-with-x11.ts';

/** Path of the running AppImage, mounted at `APPDIR`. Checks the program: another AppImage passes its variables on. */
export function runningImage(env: NodeJS.ProcessEnv = process.env, program = process.execPath): string | undefined {
  const { APPIMAGE: image, APPDIR: mounted } = env;
  if (image === undefined || mounted === undefined || !isAbsolute(image)) return undefined;
  return program.startsWith(`${mounted}${sep}`) ? image : undefined;
}

/**
 * Keeps the file name, which shortcuts and autostart use. A crash or error leaves the old or the new program complete.
 * Throws disk errors. electron-updater would remove the old program first and rename the file by version.
 */
export function replaceImage(image: string, file: string, files: Files = firmFiles): void {
  const draft = `${image}.next`;
  files.remove(draft);
  try {
    copyFileSync(file, draft, constants.COPYFILE_EXCL);
    chmodSync(draft, 0o755);
    syncFile(draft);
    files.rename(draft, image);
  } catch (thrown) {
    files.remove(draft);
    throw thrown;
  }
  syncFolder(dirname(image));
}

/** Starts the AppImage detached, so that the new process survives the end of this process. */
export function startImage(image: string, given: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const [program, ...args] = startCommand(image, given, env);
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
  child.on('error', ({ message }) => console.error(`Tillmate restart failed: ${message}`));
  child.unref();
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Returns the text of an autostart file (Desktop Entry Specification 1.5). */
export function autostartEntry(command: readonly string[]): string {
  return `[Desktop Entry]
Type=Application
Name=Tillmate
Exec=${command.map(quoted).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** Quotes an argument of `Exec`, then escapes again for the file. A percent sign would begin a field code. */
function quoted(word: string): string {
  const argument = word.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return `"${argument.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
}
