import { expect, test } from 'vitest';
import { nativeWords } from '../../main/base/native-words.ts';
import { TillError } from '../../main/base/till-error.ts';
import { startError as told } from '../../main/windows/start-error.ts';
import { language } from '../../preload/contract/setting-values.ts';

const startError = (thrown: unknown, folder: string) => told(thrown, folder, nativeWords('en'));

const fault = (code: string, path?: string) => Object.assign(new Error(`${code}: it failed`), { code, path });

test.each([
  ['EACCES', 'The account that Tillmate runs in may not read and write this file or folder.'],
  ['EPERM', 'The account that Tillmate runs in may not read and write this file or folder.'],
  ['EROFS', 'The account that Tillmate runs in may not read and write this file or folder.'],
  ['EISDIR', 'Something else stands where Tillmate keeps a file or a folder of its own.'],
  ['ENOSPC', 'The disk is full.'],
  ['EBUSY', 'Another program, such as a backup, holds this file.'],
  ['EIO', 'Something failed while it started.'],
])('explains %s with the place and the fix', (code, words) => {
  const { text } = startError(fault(code, '/data/terminal.json'), '/data');
  expect(text).toContain(words);
  expect(text).toContain('/data/terminal.json');
  expect(text).toMatch(/start (Tillmate|it) again/i);
});

test('a settings fault names its file and the disk error', () => {
  const cause = fault('EACCES');
  const { text } = startError(new TillError('settings.unusable', 'x', { values: { file: '/d/t.json' }, cause }), '/d');
  expect(text).toContain('may not read and write');
  expect(text).toContain('/d/t.json');
  expect(text).toContain('(EACCES: it failed)');
});

test('settings from a newer version recommend installing that version', () => {
  const { text } = startError(new TillError('settings.too-new', 'version 7', { values: { file: '/d/t.json' } }), '/d');
  expect(text).toContain('Install the newer Tillmate');
  expect(text).toContain('/d/t.json');
  expect(text).not.toContain('support');
  expect(startError('what?', '/d').text).toContain('support');
});

test.each([
  ['folder.network', 'is on a network drive'],
  ['folder.synced', 'A cloud service copies the folder'],
] as const)('%s names the folder, its location and the fix', (code, words) => {
  const error = new TillError(code, 'Z:\\till (//nas/shop)', { values: { file: 'Z:\\till', by: '//nas/shop' } });
  const { text } = startError(error, '/d');
  expect(text).toContain(words);
  expect(text).toContain('Z:\\till\n');
  expect(text).toContain('(Z:\\till (//nas/shop))');
  expect(text).toMatch(/then start Tillmate again/);
  expect(text).not.toContain('--user-data-dir');
});

test('names an option that an installed app refuses', () => {
  const refused = new TillError('start.option-refused', 'no', { values: { option: '--no-sandbox' } });
  const { text } = startError(refused, '/data');
  expect(text).toContain('It was started with another:\n\n--no-sandbox\n\nTake it out of the shortcut or script');
});

test('explains that an AppImage gets no sandbox', () => {
  const refused = new TillError('start.no-sandbox', 'no', { values: { option: '--no-sandbox' } });
  const { text } = startError(refused, '/data');
  expect(text).toContain('does not allow the sandbox that an AppImage needs');
  expect(text).toContain('\n\n--no-sandbox\n\nHave an administrator install the .deb');
  expect(text).not.toContain('shortcut');
});

test('a fault without a file names the data folder', () => {
  expect(startError('what?', '/data').text).toContain('/data');
});

test.each(language.options)('in %s, shows the same facts', (spoken) => {
  const newer = new TillError('settings.too-new', 'version 7', { values: { file: '/d/t.json' } });
  const { title, text } = told(newer, '/d', nativeWords(spoken));
  expect(title).toContain('Tillmate');
  expect(text).toContain(nativeWords(spoken)('start.tooNew.what'));
  expect(text).toMatch(/\/d\/t\.json[\s\S]*\(version 7\)$/);
});
