import { describe, expect, test } from 'vitest';
import { fixture, givenFixture, page } from './given-fixture.ts';

givenFixture();

test('before the app is ready there is no dialog, no screen, no window and no session', async () => {
  const [, ...refused] = await fixture.heard('before-ready');
  expect(refused).toEqual([
    'Error: dialog module can only be used after app is ready',
    "Error: The 'screen' module can't be used before the app 'ready' event",
    'Error: Cannot create BrowserWindow before app is ready',
    'Error: Session can only be received when app is ready',
  ]);
});

const converter = /^TypeError: Error processing argument at index 0/;
const dropped = /^TypeError: Invalid input: expected \w+/;
const nameless = 'Invalid template for MenuItem: must have at least one of label, role or type';
const file = (paper: object) => ({ margins: {}, pageSize: { width: 2, height: 4 }, ...paper });

describe('Electron refuses, or drops in silence, and the host refuses', () => {
  test.each<[call: string, args: readonly unknown[], refusal: string | RegExp]>([
    ['dialog.showMessageBox', [{ message: 7 }], 'TypeError: Message must be a string'],
    ['dialog.showMessageBox', [{ message: '', title: 7 }], 'TypeError: Title must be a string'],
    ['dialog.showMessageBox', [{ message: '', type: 'loud' }], 'TypeError: Invalid message box type'],
    ['dialog.showMessageBox', [{ message: '', buttons: 'Close' }], 'TypeError: Buttons must be an array'],
    ['dialog.showMessageBox', [{ message: '', buttons: [7] }], dropped],
    ['dialog.showOpenDialog', [{ properties: 'openFile' }], 'TypeError: Properties must be an array'],
    ['dialog.showOpenDialog', [{ filters: [{ name: 'Text' }] }], dropped],
    ['dialog.showSaveDialog', [{ defaultPath: null }], 'TypeError: Default path must be a string'],
    ['dialog.showErrorBox', [7, ''], converter],
    ['Menu.buildFromTemplate', [{}], 'TypeError: Invalid template for Menu: Menu template must be an array'],
    ['Menu.buildFromTemplate', [[{ accelerator: 'F1' }]], `TypeError: ${nameless}`],
    ['Menu.buildFromTemplate', [[{ label: 'A', submenu: [{ type: 'normal' }] }]], `TypeError: ${nameless}`],
    ['Menu.buildFromTemplate', [[{ label: 'A', type: 'button' }]], 'TypeError: Unknown menu item type'],
    ['Menu.setApplicationMenu', [{}], 'TypeError: Invalid menu'],
    ['window.setBounds', [{ x: 10.5 }], converter],
    ['window.setBounds', [{ width: '800' }], converter],
    ['window.setMinimumSize', [640, 480.5], 'TypeError: Error processing argument at index 1, conversion failure'],
    ['window.setTitle', [7], converter],
    ['window.loadURL', [null], converter],
    ['contents.setZoomLevel', ['1'], converter],
    ['contents.print', [null], 'TypeError: webContents.print(): Invalid print settings specified.'],
    ['contents.print', [{ pageSize: 'A9' }], 'TypeError: Unsupported pageSize: A9'],
    ['contents.print', [{ pageSize: { width: 80, height: 200 } }], /must be minimum 352 microns/],
    ['contents.print', [{ silent: 'yes' }], dropped],
    ['contents.printToPDF', [file({ margins: { top: '0' } })], 'TypeError: margins.top must be a number'],
    ['contents.printToPDF', [file({ margins: { top: 5 } })], /margins must be less than or equal to pageSize/],
    ['contents.printToPDF', [file({ margins: 0 })], 'TypeError: margins must be a object'],
    ['contents.printToPDF', [file({ pageSize: { width: 2 } })], /width and height properties are required/],
    ['contents.printToPDF', [file({ landscape: 1 })], 'TypeError: landscape must be a boolean'],
    ['powerSaveBlocker.start', ['prevent-sleep'], converter],
    ['autoUpdater.setFeedURL', [7], "TypeError: Expected an options object with a 'url' property to be provided"],
    ['autoUpdater.setFeedURL', [{}], /contain a 'url' string property/],
    ['webRequest.onBeforeRequest', [{}, null], "TypeError: Parameter 'filter' must have property 'urls'."],
    ['webRequest.onBeforeRequest', [{ urls: ['example.com'] }, null], 'TypeError: Invalid url pattern example.com'],
    ['webRequest.onBeforeRequest', [{ urls: ['http://a*/b'] }, null], 'TypeError: Invalid url pattern http://a*/b'],
    ['webRequest.onBeforeRequest', [{ urls: ['<all_urls>'] }], 'TypeError: Must pass null or a Function'],
    ['webRequest.onBeforeRequest', [{ urls: ['<all_urls>'], types: ['xhr'] }, null], /Unrecognized key: "types"/],
  ])('%s of %j', async (call, args, refusal) => {
    const [owner, method] = call.split('.');
    const asked = ['refusal', owner, method, ...args].map((arg) => JSON.stringify(arg)).join(', ');
    const told = await page.evaluate(`bridge.invoke(${asked})`);
    if (typeof refusal === 'string') expect(told).toContain(refusal);
    else expect(told).toMatch(refusal);
  });

  test.each([
    [{ width: 800.5, height: 600 }],
    [{ show: 'yes' }],
    [{ webPreferences: { preload: 'preload.cjs' } }],
    [{ webPreferences: { sandbox: false } }],
  ])('a window with %j', async (options) => {
    const told = await page.evaluate(`bridge.invoke('open', ${JSON.stringify(options)}).catch((e) => e.message)`);
    expect(told).toMatch(/TypeError: Invalid (input|string)/);
  });
});
