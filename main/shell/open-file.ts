import { app, type BrowserWindow, dialog } from 'electron';
import type { NativeWords } from '../base/native-words.ts';
import type { FileToOpen } from '../windows/paper.ts';

/** The system's dialog for a file to be read, on top of the till and in its language. The file is not opened. */
export async function openFile(
  till: BrowserWindow | undefined,
  words: NativeWords,
  { filters }: FileToOpen,
): Promise<string | undefined> {
  const options: Electron.OpenDialogOptions = {
    defaultPath: app.getPath('documents'),
    properties: ['openFile'],
    filters: [
      // In one: a person who looks for a file does not know which of its kinds it has.
      { name: filters.map((kind) => words(`files.${kind}`)).join(', '), extensions: [...filters] },
      { name: words('everyFile'), extensions: ['*'] },
    ],
  };
  const shown = till === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(till, options);
  const { canceled, filePaths } = await shown;
  return canceled ? undefined : filePaths[0];
}

/** The system's dialog for a folder, in which one can be made. */
export async function openFolder(till: BrowserWindow | undefined): Promise<string | undefined> {
  const options: Electron.OpenDialogOptions = {
    defaultPath: app.getPath('documents'),
    properties: ['openDirectory', 'createDirectory'],
  };
  const shown = till === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(till, options);
  const { canceled, filePaths } = await shown;
  return canceled ? undefined : filePaths[0];
}
