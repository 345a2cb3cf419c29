import type * as Electron from 'electron';
import { lifecycle } from './running-host.ts';

type Kind = 'open' | 'save' | 'message' | 'error';
type Answer = { readonly filePaths?: string[]; readonly filePath?: string; readonly response?: number };

/**
 * `dialog`: no user can click here, so each dialog is reported on stderr and answered at once: from
 * `TILLMATE_HOST_DIALOGS`, a JSON array of answers in order (`{"filePaths":["/a"]}`, `{"filePath":"/b"}`,
 * `{"response":1}`); after the last answer, as cancelled (a message box: by its `cancelId`, else its first button).
 */
export const dialog = {
  showOpenDialog(...args: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    assertReady();
    const { filePaths } = ask('open', args) ?? {};
    return Promise.resolve({ canceled: filePaths === undefined, filePaths: filePaths ?? [] });
  },
  showSaveDialog(...args: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    assertReady();
    const { filePath } = ask('save', args) ?? {};
    return Promise.resolve({ canceled: filePath === undefined, filePath: filePath ?? '' });
  },
  showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    assertReady();
    const { cancelId = 0 } = args.at(-1) as Electron.MessageBoxOptions;
    return Promise.resolve({ response: ask('message', args)?.response ?? cancelId, checkboxChecked: false });
  },
  showErrorBox(title: string, content: string): void {
    ask('error', [{ title, content }]);
  },
};

/**
 * Handles uncaught errors as Electron does, including errors of the main script: shows a dialog and goes on. An app
 * with a listener for uncaught errors gets the errors instead.
 */
export function tellUncaught(): void {
  process.on('uncaughtException', (fault: unknown) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const stack = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    dialog.showErrorBox('A JavaScript error occurred in the main process', `Uncaught Exception:\n${stack}`);
  });
}

const answers: Answer[] = JSON.parse(process.env['TILLMATE_HOST_DIALOGS'] ?? '[]') as Answer[];

/** Only error boxes are allowed earlier. */
function assertReady(): void {
  if (!lifecycle.ready) throw new Error('dialog module can only be used after app is ready');
}

/** The options are the last argument, after the window of the dialog. */
function ask(kind: Kind, args: readonly unknown[]): Answer | undefined {
  process.stderr.write(`host: dialog (${kind}): ${JSON.stringify(args.at(-1) ?? {})}\n`);
  return kind === 'error' ? undefined : answers.shift();
}
