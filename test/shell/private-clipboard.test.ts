import { expect, test } from 'vitest';
import { withElectron } from './with-electron.ts';

const electron = `
  export const written = [];
  export const clipboard = { write: async (items) => written.push(...items), writeText: async (text) => written.push(text) };
  export class ClipboardItem { constructor(items) { this.items = items; } }
  export const dialog = {};`;

test.each([
  ['win32', 'ExcludeClipboardContentFromMonitorProcessing', [1, 0, 0, 0]],
  ['darwin', 'org.nspasteboard.ConcealedType', [...Buffer.from('secret')]],
  ['linux', 'x-kde-passwordManagerHint', [...Buffer.from('secret')]],
])('on %s, copies carry the clipboard history exclusion mark %s', (platform, mark, content) => {
  expect(
    withElectron(
      platform,
      electron,
      `
      const { privatePlaces } = await load('main/shell/private-clipboard.ts');
      await privatePlaces().writeClipboard('NL91ABNA0417164300');
      const [{ items: { 'text/plain': text, ...marks } = {} }] = electron.written;
      const bytes = async ([name, blob]) => [name, [...new Uint8Array(await blob.arrayBuffer())]];
      return [electron.written.length, text, await Promise.all(Object.entries(marks).map(bytes))];`,
    ),
  ).toEqual([1, 'NL91ABNA0417164300', [[`electron application/osclipboard;format="${mark}"`, content]]]);
});
