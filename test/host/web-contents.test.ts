import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser, profileParent } from '../../tools/setup/browser.mjs';
import { type Fixture, startFixture } from './fixture-process.ts';

/** Far longer than the patience of the tests. */
const manyCalls = "(async () => { for (let n = 0; n < 300; n += 1) await bridge.invoke('echo', n); })()";

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

  describe('printing', () => {
    const print = (options = {}) => page.evaluate(`bridge.invoke('print', ${JSON.stringify(options)})`);
    /** Millimetres of the newest print. */
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
    ])('writes a PDF under the user data; its paper is %s', async (_which, options, size) => {
      expect(await print(options)).toEqual([true, '']);
      expect(paper()).toEqual(size);
    });

    test.each([
      ['missing', 'No printers available on the network'],
      ['cancelled', 'Print job canceled'],
      ['fails', 'Print job failed'],
      ['refuses', 'Invalid printer settings'],
    ] as const)('a printer that is %s: the callback says so in Electron’s words', async (answer, reason) => {
      await fixture.play({ host: 'printer', answer });
      expect(await print()).toEqual([false, reason]);
    });

    test.each([
      [
        'silently on the roll that was asked for',
        { silent: true, pageSize: { width: 58_000, height: 120_000 } },
        [58, 120],
      ],
      [
        'on a printer by its name',
        { silent: true, deviceName: 'RECEIPTS_80', usePrinterDefaultPageSize: true },
        [80, 200],
      ],
    ])('prints %s, and no dialog stands in the way', async (_how, options, size) => {
      await fixture.play({ host: 'printer', answer: 'asks' });
      expect(await print(options)).toEqual([true, '']);
      expect(paper()).toEqual(size);
      await fixture.play({ host: 'printer', answer: 'prints' });
    });

    test('a printer that the system does not list is refused in Electron’s words', async () => {
      await fixture.play({ host: 'printers', printers: [{ name: 'OTHER', displayName: 'Other' }] });
      expect(await page.evaluate("bridge.invoke('printers')")).toEqual(['OTHER']);
      expect(await print({ silent: true, deviceName: 'RECEIPTS_80' })).toEqual([false, 'Invalid deviceName provided']);
      expect(await print({ silent: true, deviceName: 'OTHER' })).toEqual([true, '']);
    });

    test.each([
      ['Letter where nothing is said', {}, [216, 279]],
      ['the inches that are given', { pageSize: { width: 58 / 25.4, height: 100 / 25.4 } }, [58, 100]],
    ])('a PDF has the paper of %s', async (_which, options, size) => {
      expect(await page.evaluate(`bridge.invoke('pdf', ${JSON.stringify(options)})`)).toEqual(size);
    });

    test('the callback of a print is forgotten when the page begins another one', async () => {
      await fixture.play({ host: 'printer', answer: 'silent' });
      const first = print().then(() => 'told');
      // What the page asks after it is answered after it has begun.
      await page.evaluate("bridge.invoke('printers')");
      await fixture.play({ host: 'printer', answer: 'prints' });
      expect(await print()).toEqual([true, '']);
      expect(await Promise.race([first, Promise.resolve('never told')])).toBe('never told');
    });

    test('while the dialog is open the page stands still', async () => {
      await fixture.play({ host: 'printer', answer: 'asks' });
      const other = await fixture.page('/two');
      const answersMeanwhile = async () => {
        const asked = page.evaluate('true');
        asked.catch(() => 'its page is gone');
        return Promise.race([asked, other.evaluate(manyCalls).then(() => false)]);
      };
      const printed = print();
      await expect.poll(answersMeanwhile).toBe(false);
      await fixture.play({ host: 'printer', answer: 'cancelled' });
      expect(await printed).toEqual([false, 'Print job canceled']);
      expect(await page.evaluate('true')).toBe(true);
    });
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
    expect(await fixture.heard('render-process-gone')).toEqual(['render-process-gone', 'crashed', 5]);
    await fixture.heard('app-render-process-gone');
    await other.evaluate("bridge.invoke('reload-crashed')");
    await expect.poll(loads).toBe(2);
    const again = await fixture.page('/');
    expect(await again.evaluate("bridge.invoke('echo', 'back').then((x) => [x[0], innerWidth])")).toEqual([
      'back',
      1280,
    ]);
  });

  test('a renderer that hangs is unresponsive once somebody touches it, and ending it is reported as gone', async () => {
    const fixture = await startFixture({ env: { TILLMATE_HOST_UNRESPONSIVE_MS: '500' } });
    onTestFinished(() => fixture.stop());
    const [page, other] = [await fixture.page('/'), await fixture.page('/two')];
    page.evaluate('for (;;);').catch(() => 'its page is gone');
    // The page may take the first presses before its loop begins.
    const pressing = setInterval(() => {
      for (const contents of [1, 2]) void fixture.play({ host: 'press', contents });
    }, 100);
    onTestFinished(() => clearInterval(pressing));
    await fixture.heard('unresponsive', ([window]) => window === 1);
    clearInterval(pressing);
    // The other may be late on a busy machine, and takes its presses then.
    const told = (event: string) => fixture.said.filter(([name, window]) => name === event && window === 2).length;
    await expect.poll(() => told('unresponsive') - told('responsive')).toBe(0);
    other.evaluate("bridge.invoke('restart-hung')").catch(() => 'its page is gone too');
    await fixture.heard('render-process-gone');
  });

  test('a renderer that hangs and that nobody touches is not noticed', async () => {
    const fixture = await startFixture({ env: { TILLMATE_HOST_UNRESPONSIVE_MS: '50' } });
    onTestFinished(() => fixture.stop());
    const [page, other] = [await fixture.page('/'), await fixture.page('/two')];
    page.evaluate('for (;;);').catch(() => 'its page is gone');
    await other.evaluate(manyCalls);
    expect(fixture.said.map(([event]) => event)).not.toContain('unresponsive');
    await fixture.kill();
  });

  test('a renderer that ends is told with the reason and exit code that the machine would give', async () => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.stop());
    const other = await fixture.page('/two');
    const loads = () =>
      fixture.said.filter(([event, url]) => event === 'did-finish-load' && url === 'app://till/').length;
    const reasons = [
      'killed',
      'oom',
      'launch-failed',
      'integrity-failure',
      'memory-eviction',
      'abnormal-exit',
    ] as const;
    for (const [index, reason] of reasons.entries()) {
      await fixture.play({ host: 'end-page', contents: 1, details: { reason, exitCode: index } });
      await fixture.heard('render-process-gone', (facts) => facts[0] === reason && facts[1] === index);
      await other.evaluate("bridge.invoke('reload-crashed')");
      await expect.poll(loads).toBe(index + 2);
    }
  });

  test('a push to it is lost and told on the console, and throws nothing', async () => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.stop());
    const other = await fixture.page('/two');
    await fixture.play({ host: 'end-page', contents: 1, details: { reason: 'crashed', exitCode: 5 } });
    await fixture.heard('render-process-gone');
    expect(await other.evaluate("bridge.invoke('push-to', 1, 'lost').then(() => 'no error')")).toBe('no error');
    await expect
      .poll(() => fixture.stderr())
      .toContain('Error sending from webFrameMain:  Error: Render frame was disposed');
  });
});

describe('loading', () => {
  test('ends with ERR_ABORTED when another load begins', async () => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.stop());
    const other = await fixture.page('/two');
    expect(await other.evaluate("bridge.invoke('load-in', 1, ['app://till/never', 'app://till/inner'])")).toEqual([
      "ERR_ABORTED (-3) loading 'app://till/inner'",
      'loaded',
    ]);
  });

  test('of a page that is not there is told as failed, and as no navigation', async () => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.stop());
    const other = await fixture.page('/two');
    const urls = ['app://till/throws', 'app://till/inner'];
    for (const url of urls) await other.evaluate(`bridge.invoke('load-in', 1, ['${url}'])`);
    await fixture.heard('did-fail-load', ([code, , url]) => code === -2 && url === 'app://till/throws');
    await fixture.heard('did-navigate', ([url]) => url === 'app://till/inner');
    const told = fixture.said.filter(([event]) => event === 'did-navigate').map(([, url]) => url);
    expect(told).not.toContain('app://till/throws');
  });

  test('a window that is destroyed: no method of it or of its page can be used, and its load has failed', async () => {
    const fixture = await startFixture();
    onTestFinished(() => fixture.stop());
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

test('the profile is gone with the app', async () => {
  const fixture = await startFixture();
  const parent = profileParent(findBrowser() ?? { path: '', snap: false });
  const profiles = () => readdirSync(parent).filter((name) => name.startsWith(`tillmate-host-${fixture.process.pid}-`));
  expect(profiles()).toHaveLength(1);
  await fixture.stop();
  expect(profiles()).toEqual([]);
});
