import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { NativeWords } from '../base/native-words.ts';
import { TillError } from '../base/till-error.ts';
import { isWithinFolder } from '../base/within-folder.ts';
import type { FileToChoose, FileToOpen } from '../windows/paper.ts';

/** Returns the chosen path. The system's dialog asks before replacing a file. */
export async function chooseFile(
  till: BrowserWindow | undefined,
  words: NativeWords,
  { name, filters }: FileToChoose,
): Promise<string | undefined> {
  const options = {
    defaultPath: join(app.getPath('documents'), safeName(name)),
    filters: filters.map((kind) => ({ name: words(`files.${kind}`), extensions: [kind] })),
  };
  const shown = till === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(till, options);
  const { canceled, filePath } = await shown;
  if (canceled || filePath === '') return undefined;
  refuseOwn(filePath);
  return withExtension(filePath, filters[0]);
}

/** Prevents a receipt from overwriting the journal or the settings. */
function refuseOwn(path: string): void {
  if (isWithinFolder(dirname(path), app.getPath('userData')))
    throw new TillError('file.own-folder', "File inside the till's data folder");
}

/** A reference may hold any character, and Windows allows few in file names. */
function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
}

/** The Linux dialog adds none. Replacing an existing file with it was not confirmed: the name then stays as typed. */
function withExtension(path: string, kind: string): string {
  if (extname(path) !== '') return path;
  const extended = `${path}.${kind}`;
  return existsSync(extended) ? path : extended;
}

export function openFile(
  till: BrowserWindow | undefined,
  words: NativeWords,
  { filters }: FileToOpen,
): Promise<string | undefined> {
  return picked(till, {
    properties: ['openFile'],
    filters: [
      // One entry for all kinds: a person looking for a file does not know its kind.
      { name: filters.map((kind) => words(`files.${kind}`)).join(', '), extensions: [...filters] },
      { name: words('everyFile'), extensions: ['*'] },
    ],
  });
}

export function openFolder(till: BrowserWindow | undefined): Promise<string | undefined> {
  return picked(till, { properties: ['openDirectory', 'createDirectory'] });
}

async function picked(
  till: BrowserWindow | undefined,
  wanted: Electron.OpenDialogOptions,
): Promise<string | undefined> {
  const options = { defaultPath: app.getPath('documents'), ...wanted };
  const shown = till === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(till, options);
  const { canceled, filePaths } = await shown;
  return canceled ? undefined : filePaths[0];
}
