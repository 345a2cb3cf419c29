import { spawn } from 'node:child_process';
import { chmodSync, closeSync, constants, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { dirname, isAbsolute, sep } from 'node:path';
import { syncFolder } from '../base/durable-files.ts';
import { type Files, firmFiles } from '../base/patient-files.ts';

/** The launchers of the packages give it (electron-builder.yml); a program that is started without them lacks it. */
const BY_X11 = '--ozone-platform=x11';

/** The AppImage that runs: `APPDIR` is where it is mounted. Another one hands its own names to all that it starts. */
export function runningImage(env: NodeJS.ProcessEnv = process.env, program = process.execPath): string | undefined {
  const { APPIMAGE: image, APPDIR: mounted } = env;
  if (image === undefined || mounted === undefined || !isAbsolute(image)) return undefined;
  return program.startsWith(`${mounted}${sep}`) ? image : undefined;
}

/**
 * Puts a copy of `file` in the place of `image`, under the name by which shortcuts and autostart know it. After a crash or
 * a fault there is the old program or the new one. Throws what the disk throws.
 *
 * Not electron-updater's way: it removes the old program before the new one is there, and renames it by its version.
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

/** The command line that starts the app on Linux: by X11 where there is one, so that its windows stand where it puts them. */
export function startCommand(
  program: string,
  given: readonly string[],
  env = process.env,
): readonly [string, ...string[]] {
  return given.includes(BY_X11) || !env['DISPLAY'] ? [program, ...given] : [program, BY_X11, ...given];
}

/** The AppImage goes on when this process ends. */
export function startImage(image: string, given: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const [program, ...args] = startCommand(image, given, env);
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
  child.on('error', ({ message }) => console.error(`Tillmate was not started again: ${message}`));
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

/** Desktop Entry Specification 1.5, for freedesktop's autostart. */
export function autostartEntry(command: readonly string[]): string {
  return `[Desktop Entry]
Type=Application
Name=Tillmate
Exec=${command.map(quoted).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/**
 * A word of `Exec`: quoted and escaped, then escaped once more for the file. A percent sign would begin a field code.
 */
function quoted(word: string): string {
  const argument = word.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return `"${argument.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
}
