import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, startFixture } from './fixture-process.ts';

let fixture: Fixture;
let page: Page;
beforeAll(async () => {
  fixture = await startFixture({ env: { FIXTURE_MENU: 'yes' } });
  page = await fixture.page('/');
});
afterAll(() => fixture.stop());

const minimized = () => page.evaluate("bridge.invoke('window', 1, 'isMinimized')");

test('the shortcuts of a menu work in every window: it was given to those that were open', async () => {
  fixture.play({ host: 'keys', title: 'Two', keys: 'Ctrl+Shift+P' });
  expect(await fixture.heard('pressed')).toEqual(['pressed', 'Two']);
});

test('a role brings its own shortcut, and acts on the window that was pressed', async () => {
  fixture.play({ host: 'keys', title: 'One', keys: 'CommandOrControl+M' });
  await expect.poll(minimized).toBe(true);
});

test('a window without a menu has no shortcuts', async () => {
  await page.evaluate("bridge.invoke('remove-menu')");
  await page.evaluate("bridge.invoke('window', 1, 'restore')");
  const presses = () => fixture.said.filter(([event]) => event === 'pressed').length;
  const before = presses();
  fixture.play({ host: 'keys', title: 'One', keys: 'CommandOrControl+M' });
  fixture.play({ host: 'keys', title: 'Two', keys: 'Ctrl+Shift+P' });
  await fixture.heard('pressed', () => presses() > before);
  expect(await minimized()).toBe(false);
});
