import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser, profileParent } from '../../tools/setup/browser.mjs';
import { listening } from '../base/listening.ts';
import { startFixture } from './fixture-process.ts';
import { fixture, givenFixture, ownFixture, page } from './given-fixture.ts';

describe('a responsive window', () => {
  givenFixture();

  test('reports a download to the session and saves nothing', async () => {
    await page.evaluate("Object.assign(document.createElement('a'), { href: '/teapot', download: 'tea.txt' }).click()");
    expect(await fixture.heard('will-download')).toEqual(['will-download', 'app://till/teapot']);
  });

  describe('printing', () => {
    const print = (options = {}) => page.evaluate(`bridge.invoke('print', ${JSON.stringify(options)})`);
    /** Size of the newest print in millimetres. */
    const paper = () => {
      const folder = join(fixture.userDataDir, 'printed');
      const name = readdirSync(folder).sort().at(-1) ?? '';
      const [, width, height] =
        /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(readFileSync(join(folder, name), 'latin1')) ?? [];
      return [width, height].map((points) => Math.round((Number(points) / 72) * 25.4));
    };

    test.each([
      ['without options the printer’s own', {}, [80, 200]],
      ['with any option and no page size A4', { printBackground: false }, [210, 297]],
      ['with the printer’s page size asked for that one', { usePrinterDefaultPageSize: true }, [80, 200]],
      ['on a roll that one', { silent: true, pageSize: { width: 58_000, height: 120_000 } }, [58, 120]],
    ])('writes a PDF to the user data; its paper is %s', async (_which, options, size) => {
      expect(await print(options)).toEqual([true, '']);
      expect(paper()).toEqual(size);
    });

    test("refuses an unlisted printer with Electron's message", async () => {
      await fixture.play({ host: 'printers', printers: [{ name: 'OTHER', displayName: 'Other' }] });
      expect(await page.evaluate("bridge.invoke('printers')")).toEqual(['OTHER']);
      expect(await print({ silent: true, deviceName: 'RECEIPTS_80' })).toEqual([false, 'Invalid deviceName provided']);
      expect(await print({ silent: true, deviceName: 'OTHER' })).toEqual([true, '']);
    });

    test('creates a PDF on the requested paper', async () => {
      const pageSize = { width: 58 / 25.4, height: 100 / 25.4 };
      expect(await page.evaluate(`bridge.invoke('pdf', ${JSON.stringify({ pageSize })})`)).toEqual([58, 100]);
    });
  });

  test('opens external links in a plain page without preload', async () => {
    const server = createServer((_request, response) => response.end('<title>outside</title>'));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${await listening(server)}/outside`;
    const opened = page.context().waitForEvent('page');
    await page.evaluate(`bridge.invoke('open-external', '${url}')`);
    const outside = await opened;
    await outside.waitForURL(url);
    expect(await outside.evaluate('typeof bridge')).toBe('undefined');
  });
});

describe('a crashed window', () => {
  test('loses a push and logs the error without throwing', async () => {
    const fixture = await ownFixture();
    const other = await fixture.page('/two');
    (await fixture.page('/')).evaluate("bridge.invoke('crash')").catch(() => 'its page is gone');
    await fixture.heard('render-process-gone');
    expect(await other.evaluate("bridge.invoke('push-to', 1, 'lost').then(() => 'no error')")).toBe('no error');
    await expect
      .poll(() => fixture.stderr())
      .toContain('Error sending from webFrameMain:  Error: Render frame was disposed');
  });
});

describe('loading', () => {
  test('ends with ERR_ABORTED when a new load begins', async () => {
    const fixture = await ownFixture();
    const other = await fixture.page('/two');
    expect(await other.evaluate("bridge.invoke('load-in', 1, ['app://till/never', 'app://till/inner'])")).toEqual([
      "ERR_ABORTED (-3) loading 'app://till/inner'",
      'loaded',
    ]);
  });

  test('reports a missing page as failed without navigating', async () => {
    const fixture = await ownFixture();
    const other = await fixture.page('/two');
    const urls = ['app://till/throws', 'app://till/inner'];
    for (const url of urls) await other.evaluate(`bridge.invoke('load-in', 1, ['${url}'])`);
    await fixture.heard('did-fail-load', ([code, , url]) => code === -2 && url === 'app://till/throws');
    await fixture.heard('did-navigate', ([url]) => url === 'app://till/inner');
    const told = fixture.said.filter(([event]) => event === 'did-navigate').map(([, url]) => url);
    expect(told).not.toContain('app://till/throws');
  });

  test('fails and blocks all methods in a destroyed window', async () => {
    const fixture = await ownFixture();
    const other = await fixture.page('/two');
    expect(await other.evaluate("bridge.invoke('destroy', 1)")).toEqual([
      true,
      'TypeError: Object has been destroyed',
      'TypeError: Object has been destroyed',
      'nothing',
      "ERR_FAILED (-2) loading 'app://till/never'",
    ]);
  });
});

test('removes the profile when the app ends', async () => {
  const fixture = await startFixture();
  const parent = profileParent(findBrowser() ?? { path: '', snap: false });
  const profiles = () => readdirSync(parent).filter((name) => name.startsWith(`tillmate-host-${fixture.process.pid}-`));
  expect(profiles()).toHaveLength(1);
  await fixture.stop();
  expect(profiles()).toEqual([]);
});
