import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { firmFiles } from '../base/patient-files.ts';
import { saveFile } from '../base/saved-file.ts';
import { autostartEntry, runningImage } from './app-image.ts';
import { startCommand } from './start-with-x11.ts';

/** Not for a source checkout: its entry would start a development build. Throws disk errors and a system refusal. */
export function startWithComputer(wanted: boolean): void {
  if (!app.isPackaged) return;
  if (process.platform !== 'linux') {
    if (app.getLoginItemSettings().openAtLogin !== wanted) app.setLoginItemSettings({ openAtLogin: wanted });
    const { openAtLogin, executableWillLaunchAtLogin: opens = openAtLogin } = app.getLoginItemSettings();
    // macOS asks the user first, and Windows keeps an entry disabled in its Task Manager.
    if (wanted && !opens) throw new Error('Start at log-in not enabled by the system');
    return;
  }
  const file = join(app.getPath('appData'), 'autostart', 'tillmate.desktop');
  if (!wanted) {
    if (existsSync(file)) firmFiles.remove(file);
    return;
  }
  // An AppImage is mounted at a new folder each time, so the entry starts the AppImage file.
  const entry = autostartEntry(startCommand(runningImage() ?? process.execPath, []));
  if (existsSync(file) && readFileSync(file, 'utf8') === entry) return;
  mkdirSync(dirname(file), { recursive: true });
  saveFile(file, entry);
}
