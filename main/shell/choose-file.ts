import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { NativeWords } from '../base/native-words.ts';
import { TillError } from '../base/till-error.ts';
import { isWithinFolder } from '../base/within-folder.ts';
import type { FileToChoose } from '../windows/paper.ts';

/** The system asks by itself before a file is replaced. */
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

/** Nobody overwrites the record of payments, or the settings, by saving a receipt over them. */
function refuseOwn(path: string): void {
  if (isWithinFolder(dirname(path), app.getPath('userData')))
    throw new TillError('file.own-folder', 'The file was to go into the folder of the till');
}

/** A reference may hold anything, and Windows takes few characters for a name. */
function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
}

/** The dialog of Linux adds none. Where the name with it is taken, nobody was asked about that file: it stays as typed. */
function withExtension(path: string, kind: string): string {
  if (extname(path) !== '') return path;
  const extended = `${path}.${kind}`;
  return existsSync(extended) ? path : extended;
}
