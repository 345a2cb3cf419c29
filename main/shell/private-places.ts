import { type BrowserWindow, clipboard, dialog, type MessageBoxOptions } from 'electron';
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
      else await clipboard.writeText(text);
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
