import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { firmFiles } from '../base/patient-files.ts';
import { saveFile } from '../base/saved-file.ts';
import { autostartEntry, runningImage, startCommand } from './app-image.ts';

/**
 * An installed app alone: a checkout would start what a developer left there. Throws what the disk says, and where the
 * system does not take it.
 */
export function startWithComputer(wanted: boolean): void {
  if (!app.isPackaged) return;
  if (process.platform !== 'linux') {
    if (app.getLoginItemSettings().openAtLogin !== wanted) app.setLoginItemSettings({ openAtLogin: wanted });
    const { openAtLogin, executableWillLaunchAtLogin: opens = openAtLogin } = app.getLoginItemSettings();
    // macOS asks its person first, and Windows keeps an entry that somebody has switched off in its Task Manager.
    if (wanted && !opens) throw new Error('The system does not open it at log-in');
    return;
  }
  const file = join(app.getPath('appData'), 'autostart', 'tillmate.desktop');
  if (!wanted) {
    if (existsSync(file)) firmFiles.remove(file);
    return;
  }
  // An AppImage runs from a folder that is mounted anew each time: the file itself is started.
  const entry = autostartEntry(startCommand(runningImage() ?? process.execPath, []));
  if (existsSync(file) && readFileSync(file, 'utf8') === entry) return;
  mkdirSync(dirname(file), { recursive: true });
  saveFile(file, entry);
}
