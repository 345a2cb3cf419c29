import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { valueAt } from '../../main/settings/sealed-fields.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { TERMINAL_FILE_VERSION, terminalFile } from '../../main/settings/terminal-file-versions.ts';
import { settingsCalls } from '../../preload/contract/settings.ts';
import { counterSettings, everySetting, pathInFile } from '../../preload/contract/settings-table.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { terminalSettings } from './terminal-settings.ts';

/**
 * `versions/N-*.json` are files as written by version N of the app. Never edit a file: terminals have such files. A
 * change of the stored shape needs a new version, a migration step and a new file.
 */
const versions = join(import.meta.dirname, 'versions');
const TERMINAL_ID = '00000000-0000-4000-8000-000000000001';

const path = () => join(folder, 'terminal.json');
const open = () => openSettings(path(), { clock: new VirtualClock(), random: systemRandom });

function opened(text: string) {
  writeFileSync(path(), text);
  return open();
}

const written = (name: string) => readFileSync(join(versions, name), 'utf8');
const everyField = JSON.parse(written('1-every-field.json'));
const withoutSettings = JSON.parse(written('1-without-settings.json'));
const { settings: shop } = everyField;
const { tuning } = shop;
const { counter } = withoutSettings;

test('1-every-field.json opens unchanged', () => {
  const { file, setAside } = opened(written('1-every-field.json'));
  expect(setAside).toBeUndefined();
  expect(file).toEqual(everyField);
});

test('1-without-settings.json keeps its id', () => {
  const { file, setAside } = opened(written('1-without-settings.json'));
  expect(file).toEqual(withoutSettings);
  expect(file.terminalId).toBe(TERMINAL_ID);
  expect(setAside).toBeUndefined();
});

test('every written version has its file', () => {
  const numbers = new Set(readdirSync(versions).map((name) => Number(name.split('-')[0])));
  expect([...numbers].sort()).toEqual(Array.from({ length: TERMINAL_FILE_VERSION }, (_, index) => index + 1));
});

test('the newest file has every field of the app', () => {
  const file = JSON.parse(written(`${TERMINAL_FILE_VERSION}-every-field.json`));
  expect(Object.keys(file).sort()).toEqual(Object.keys(terminalFile.shape).sort());
  const absent = everySetting.map(({ path }) => pathInFile(path)).filter((path) => valueAt(file, path) === undefined);
  expect(absent).toEqual([]);
});

test('saving writes the newest version', () => {
  const store = opened(written('1-every-field.json'));
  store.write({ ...store.file, mode: 'training' });
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ version: TERMINAL_FILE_VERSION, mode: 'training' });
  expect(open().file).toEqual(store.file);
});

test.each([
  ['shop name', { shop: { shopId: 'shop-7', shopName: 'x'.repeat(500) } }],
  ['POS id', { pos: { posId: 'TILL-42 at the door' } }],
  ['merchant', { merchant: { merchantId: 'short', profileId: '' } }],
  ['address', { service: { ...shop.service, baseUrl: 'ftp://pay.example' } }],
  ['issuer', { service: { ...shop.service, issuer: '' } }],
  ['port', { callbacks: { listen: { host: '', port: 99_999 } } }],
  ['tuning', { tuning: { ...tuning, connectTimeoutMs: 180_000, toleranceSeconds: 0 } }],
])('opens and shows a %s refused by current rules', (_what, fields) => {
  const settings = { ...shop, ...fields };
  expect(terminalSettings.safeParse(settings).success).toBe(false);
  const store = opened(JSON.stringify({ ...everyField, settings }));
  expect(store.setAside).toBeUndefined();
  expect(store.file).toMatchObject({ terminalId: TERMINAL_ID, settings: fields });
  expect(settingsCalls['settings.read'].answer.shape.settings.safeParse(store.file.settings).success).toBe(true);
});

test.each([
  ['maximum', { maximum: 0 }],
  ['quick amount', { quickAmounts: [1, 2, 3, 4, 5, 6, -7] }],
  ['limit', { refundPinAbove: -1 }],
  ['message', { display: { ...counter.display, message: 'x'.repeat(500) } }],
  ['name of a picture', { display: { ...counter.display, logo: '../../secret' } }],
])('opens a counter %s refused by current rules', (_what, fields) => {
  const changed = { ...counter, ...fields };
  expect(counterSettings.given.safeParse(changed).success).toBe(false);
  const store = opened(JSON.stringify({ ...withoutSettings, counter: changed }));
  expect(store.setAside).toBeUndefined();
  expect(store.file.counter).toEqual(changed);
  expect(counterSettings.stored.safeParse(store.file.counter).success).toBe(true);
});

test.each([
  ['with what this app knows', { ...everyField, version: TERMINAL_FILE_VERSION + 1 }],
  ['with nothing that this app knows', { version: 99, tills: [] }],
])('refuses a newer version %s and leaves the file unchanged', (_what, content) => {
  const text = JSON.stringify(content);
  writeFileSync(path(), text);
  expect(open).toThrow(
    expect.objectContaining({ code: 'settings.too-new', values: expect.objectContaining({ file: path() }) }),
  );
  expect(readFileSync(path(), 'utf8')).toBe(text);
  expect(readdirSync(folder)).toEqual(['terminal.json']);
});

test.each([
  ['no version', { terminalId: TERMINAL_ID }],
  ['a version of none', { version: 0, terminalId: TERMINAL_ID }],
  ['no id', { version: 1 }],
  ['settings of another shape', { version: 1, terminalId: TERMINAL_ID, counter, settings: 'none' }],
  ['no counter', { version: 1, terminalId: TERMINAL_ID }],
  [
    'settings without a shop',
    { version: 1, terminalId: TERMINAL_ID, counter, settings: { ...shop, shop: undefined, tuning } },
  ],
])('sets a file with %s aside', (_what, content) => {
  expect(opened(JSON.stringify(content)).setAside).toMatch(/terminal\.json\.broken-/);
});
