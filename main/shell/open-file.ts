import { app, type BrowserWindow, dialog } from 'electron';
import type { NativeWords } from '../base/native-words.ts';
import type { FileToOpen } from '../windows/paper.ts';

export async function openFile(
  till: BrowserWindow | undefined,
  words: NativeWords,
  { filters }: FileToOpen,
): Promise<string | undefined> {
  const options: Electron.OpenDialogOptions = {
    defaultPath: app.getPath('documents'),
    properties: ['openFile'],
    filters: [
      // One entry for all kinds: a person who looks for a file does not know which it has.
      { name: filters.map((kind) => words(`files.${kind}`)).join(', '), extensions: [...filters] },
      { name: words('everyFile'), extensions: ['*'] },
    ],
  };
  const shown = till === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(till, options);
  const { canceled, filePaths } = await shown;
  return canceled ? undefined : filePaths[0];
}

export async function openFolder(till: BrowserWindow | undefined): Promise<string | undefined> {
  const options: Electron.OpenDialogOptions = {
    defaultPath: app.getPath('documents'),
    properties: ['openDirectory', 'createDirectory'],
  };
  const shown = till === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(till, options);
  const { canceled, filePaths } = await shown;
  return canceled ? undefined : filePaths[0];
}
