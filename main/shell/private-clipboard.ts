import { type BrowserWindow, ClipboardItem, clipboard, dialog, type MessageBoxOptions } from 'electron';
import type { Clock } from '../base/clock.ts';
import type { NativeWords } from '../base/native-words.ts';
import type { PrivatePlaces } from '../windows/refund-iban.ts';

export function privatePlaces(
  clock: Pick<Clock, 'after'>,
  window: () => BrowserWindow | undefined,
  words: () => NativeWords,
): PrivatePlaces {
  return {
    readClipboard: () => clipboard.readText(),
    async writeClipboard(text) {
      if (text === '') clipboard.clear();
      else await clipboard.write([marked(text)]);
    },
    async showText(text, forMs) {
      const closing = new AbortController();
      const cancel = clock.after(forMs, () => closing.abort());
      const title = words()('refundIban.title');
      const close = words()('refundIban.close');
      const box: MessageBoxOptions = { type: 'none', title, message: text, buttons: [close], signal: closing.signal };
      const over = window();
      await (over === undefined ? dialog.showMessageBox(box) : dialog.showMessageBox(over, box)).finally(cancel);
    },
  };
}

const MARKS: Partial<Record<NodeJS.Platform, readonly [format: string, content: string]>> = {
  win32: ['ExcludeClipboardContentFromMonitorProcessing', '\u0001\0\0\0'],
  darwin: ['org.nspasteboard.ConcealedType', 'secret'],
};

/** Keeps the text out of clipboard histories by a mark: of Windows and its cloud, of macOS programs, of KDE. */
function marked(text: string): ClipboardItem {
  const [format, content] = MARKS[process.platform] ?? ['x-kde-passwordManagerHint', 'secret'];
  const mark = `electron application/osclipboard;format="${format}"`;
  return new ClipboardItem({ 'text/plain': text, [mark]: new Blob([content]) });
}
