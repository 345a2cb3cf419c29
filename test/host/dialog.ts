import type * as Electron from 'electron';
import { messageBox, openDialog, saveDialog, taken, twoTexts } from './arguments.ts';
import { lifecycle } from './running-host.ts';

type Kind = 'open' | 'save' | 'message' | 'error';
type Answer = { readonly filePaths?: string[]; readonly filePath?: string; readonly response?: number };

/**
 * `dialog`: nobody can click here, so each dialog is told on stderr and answered at once: by `TILLMATE_HOST_DIALOGS`,
 * a JSON array of answers taken in order (`{"filePaths":["/a"]}`, `{"filePath":"/b"}`, `{"response":1}`), and when that
 * is used up, as cancelled (a message box: by its `cancelId`, else its first button).
 */
export const dialog = {
  showOpenDialog(...args: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    taken(openDialog, ready(args));
    const { filePaths } = ask('open', args) ?? {};
    return Promise.resolve({ canceled: filePaths === undefined, filePaths: filePaths ?? [] });
  },
  showSaveDialog(...args: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    taken(saveDialog, ready(args));
    const { filePath } = ask('save', args) ?? {};
    return Promise.resolve({ canceled: filePath === undefined, filePath: filePath ?? '' });
  },
  showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    const { cancelId = 0 } = taken(messageBox, ready(args));
    return Promise.resolve({ response: ask('message', args)?.response ?? cancelId, checkboxChecked: false });
  },
  showErrorBox(title: string, content: string): void {
    taken(twoTexts, [title, content]);
    ask('error', [{ title, content }]);
  },
};

const answers: Answer[] = JSON.parse(process.env['TILLMATE_HOST_DIALOGS'] ?? '[]') as Answer[];

/** The options, which come after the window that the dialog belongs to. An error alone is told before that. */
function ready(args: readonly unknown[]): unknown {
  if (!lifecycle.ready) throw new Error('dialog module can only be used after app is ready');
  return args.at(-1);
}

function ask(kind: Kind, args: readonly unknown[]): Answer | undefined {
  process.stderr.write(`host: dialog (${kind}): ${JSON.stringify(args.at(-1) ?? {})}\n`);
  return kind === 'error' ? undefined : answers.shift();
}
