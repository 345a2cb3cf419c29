import type * as Electron from 'electron';
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
 * What Electron does with an error that the app does not catch, also one of its main script: it shows a dialog, and the
 * process goes on. An app that listens for uncaught errors gets them instead.
 */
export function tellUncaught(): void {
  process.on('uncaughtException', (fault: unknown) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const stack = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    dialog.showErrorBox('A JavaScript error occurred in the main process', `Uncaught Exception:\n${stack}`);
  });
}

const answers: Answer[] = JSON.parse(process.env['TILLMATE_HOST_DIALOGS'] ?? '[]') as Answer[];

/** An error alone is told before that. */
function assertReady(): void {
  if (!lifecycle.ready) throw new Error('dialog module can only be used after app is ready');
}

/** The options come last, after the window that the dialog belongs to. */
function ask(kind: Kind, args: readonly unknown[]): Answer | undefined {
  process.stderr.write(`host: dialog (${kind}): ${JSON.stringify(args.at(-1) ?? {})}\n`);
  return kind === 'error' ? undefined : answers.shift();
}
