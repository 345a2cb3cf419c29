import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser, profileParent } from '../../tools/setup/browser.mjs';
import { type Fixture, startFixture } from './fixture-process.ts';

describe('a window that behaves', () => {
  let fixture: Fixture;
  let page: Page;
  beforeAll(async () => {
    fixture = await startFixture();
    page = await fixture.page('/');
  });
  afterAll(() => fixture.stop());

  test('going elsewhere is put to will-navigate, and prevented there', async () => {
    await page.evaluate("void (location.href = 'https://example.com/away')");
    expect(await fixture.heard('will-navigate')).toEqual(['will-navigate', 'https://example.com/away']);
    expect(await page.evaluate('[location.pathname, document.title]')).toEqual(['/', 'One']);
  });

  test('window.open is put to the handler, denied, and gives the page null', async () => {
    expect(await page.evaluate("window.open('https://example.com/popup')")).toBe(null);
    await fixture.heard('window-open', ([url]) => url === 'https://example.com/popup');
  });

  test('a link into a new window is denied likewise', async () => {
    await page.evaluate(`(() => {
      const link = Object.assign(document.createElement('a'), { href: '/two?new', target: '_blank' });
      document.body.append(link);
      link.click();
    })()`);
    await fixture.heard('window-open', ([url]) => url === 'app://till/two?new');
    await expect.poll(() => page.context().pages().length).toBe(2);
  });

  test('permissions are denied as the session’s handlers say', async () => {
    const ask = (name: string) => `navigator.permissions.query({ name: '${name}' }).then((p) => p.state)`;
    expect(
      await page.evaluate(`Promise.all([${ask('geolocation')}, ${ask('camera')}, ${ask('notifications')}])`),
    ).toEqual(Array(3).fill('denied'));
  });

  test('a download is told to the session, and nothing is saved', async () => {
    await page.evaluate("Object.assign(document.createElement('a'), { href: '/teapot', download: 'tea.txt' }).click()");
    expect(await fixture.heard('will-download')).toEqual(['will-download', 'app://till/teapot']);
  });

  test('printing writes a PDF under the user data and says that it printed', async () => {
    expect(await page.evaluate("bridge.invoke('print')")).toEqual([true, '']);
    const folder = join(fixture.userDataDir, 'printed');
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, name)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('a picture of the page is a PNG', async () => {
    expect(await page.evaluate("bridge.invoke('picture').then((png) => [...png.slice(1, 4)])")).toEqual([
      ...Buffer.from('PNG'),
    ]);
  });

  test('the main process can run a script in the page, and hears its error', async () => {
    expect(await page.evaluate("bridge.invoke('run', 'document.title')")).toBe('One');
    const failed = "bridge.invoke('run', \"Promise.reject(new Error('in the page'))\").catch((e) => e.message)";
    expect(await page.evaluate(failed)).toContain('in the page');
  });

  test('the theme that the app chose is what the page prefers', async () => {
    await page.evaluate("bridge.invoke('theme', 'dark')");
    await expect.poll(() => page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")).toBe(true);
  });

  test('an address for the system’s browser opens in a plain page, without preload and apart from the app', async () => {
    const server = createServer((_request, response) => response.end('<title>outside</title>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/outside`;
    const opened = page.context().waitForEvent('page');
    await page.evaluate(`bridge.invoke('open-external', '${url}')`);
    const outside = await opened;
    await outside.waitForURL(url);
    expect(await outside.evaluate('typeof bridge')).toBe('undefined');
  });
});

describe('a window that does not', () => {
  test('a renderer that crashes is reported, and can be loaded again', async () => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.stop());
    const [page, other] = [await fixture.page('/'), await fixture.page('/two')];
    const loads = () =>
      fixture.said.filter(([event, url]) => event === 'did-finish-load' && url === 'app://till/').length;
    page.evaluate("bridge.invoke('crash')").catch(() => 'its page is gone');
    expect(await fixture.heard('render-process-gone')).toEqual(['render-process-gone', 'crashed']);
    await fixture.heard('app-render-process-gone');
    await other.evaluate("bridge.invoke('reload-crashed')");
    await expect.poll(loads).toBe(2);
    const again = await fixture.page('/');
    expect(await again.evaluate("bridge.invoke('echo', 'back').then((x) => [x[0], innerWidth])")).toEqual([
      'back',
      1280,
    ]);
  });

  test('a renderer that hangs is unresponsive, and ending it is reported as gone', async () => {
    const fixture = await startFixture({ env: { TILLMATE_HOST_UNRESPONSIVE_MS: '500' } });
    onTestFinished(() => fixture.stop());
    const [page, other] = [await fixture.page('/'), await fixture.page('/two')];
    page.evaluate('for (;;);').catch(() => 'its page is gone');
    expect(await fixture.heard('unresponsive')).toEqual(['unresponsive', 1]);
    other.evaluate("bridge.invoke('restart-hung')").catch(() => 'its page is gone too');
    await fixture.heard('render-process-gone');
  });
});

test('the profile is gone with the app', async () => {
  const fixture = await startFixture();
  const parent = profileParent(findBrowser() ?? { path: '', snap: false });
  const profiles = () => readdirSync(parent).filter((name) => name.startsWith(`tillmate-host-${fixture.process.pid}-`));
  expect(profiles()).toHaveLength(1);
  await fixture.stop();
  expect(profiles()).toEqual([]);
});
