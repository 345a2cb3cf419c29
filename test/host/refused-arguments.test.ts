import { describe, expect, test } from 'vitest';
import { fixture, givenFixture, page } from './given-fixture.ts';

givenFixture();

test('refuses dialog, screen, window and session before ready', async () => {
  const [, ...refused] = await fixture.heard('before-ready');
  expect(refused).toEqual([
    'Error: dialog module can only be used after app is ready',
    "Error: The 'screen' module can't be used before the app 'ready' event",
    'Error: Cannot create BrowserWindow before app is ready',
    'Error: Session can only be received when app is ready',
  ]);
});

const converter = /^TypeError: Error processing argument at index 0/;
const nameless = 'Invalid template for MenuItem: must have at least one of label, role or type';
const wide = { margins: { top: 5 }, pageSize: { width: 2, height: 4 } };

describe('arguments that Electron refuses or ignores despite its types', () => {
  test.each<[call: string, args: readonly unknown[], refusal: string | RegExp]>([
    ['Menu.buildFromTemplate', [[{ accelerator: 'F1' }]], `TypeError: ${nameless}`],
    ['Menu.buildFromTemplate', [[{ label: 'A', submenu: [{ type: 'normal' }] }]], `TypeError: ${nameless}`],
    ['Menu.buildFromTemplate', [[{ label: 'A', type: 'submenu' }]], 'TypeError: Invalid submenu'],
    ['window.setBounds', [{ x: 10.5 }], converter],
    ['window.setMinimumSize', [640, 480.5], 'TypeError: Error processing argument at index 1, conversion failure'],
    ['contents.print', [{ pageSize: { width: 80, height: 200 } }], /must be minimum 352 microns/],
    ['contents.print', [{ pageSize: 'Legal' }], 'Unsupported pageSize in the host: Legal'],
    ['contents.printToPDF', [wide], /margins must be less than or equal to pageSize/],
    ['webRequest.onBeforeRequest', [{ urls: ['example.com'] }, null], 'TypeError: Invalid url pattern example.com'],
    ['webRequest.onBeforeRequest', [{ urls: ['http://a*/b'] }, null], 'TypeError: Invalid url pattern http://a*/b'],
    ['webRequest.onBeforeRequest', [{ urls: ['<all_urls>'], types: ['xhr'] }, null], /Unrecognized key: "types"/],
  ])('refuses %s of %j', async (call, args, refusal) => {
    const [owner, method] = call.split('.');
    const asked = ['refusal', owner, method, ...args].map((arg) => JSON.stringify(arg)).join(', ');
    const told = await page.evaluate(`bridge.invoke(${asked})`);
    if (typeof refusal === 'string') expect(told).toContain(refusal);
    else expect(told).toMatch(refusal);
  });

  test.each([
    [{ width: 800.5, height: 600 }],
    [{ webPreferences: { preload: 'preload.cjs' } }],
    [{ webPreferences: { sandbox: false } }],
  ])('refuses a window with %j', async (options) => {
    const told = await page.evaluate(`bridge.invoke('open', ${JSON.stringify(options)}).catch((e) => e.message)`);
    expect(told).toMatch(/TypeError: Invalid (input|string)/);
  });
});
