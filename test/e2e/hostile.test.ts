import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../preload/contract/contract.ts';
import { charge, givenTraining, logOf, shows, snapshotOf } from './harness/index.ts';

const app = givenTraining();
let outside: Server;
let address: string;
const asked: string[] = [];
/**
 * Requests of links do not count on the host: a request may leave before the host closes the link's window, which
 * Electron never opens.
 */
const reached = () => asked.filter((path) => app.runtime === 'electron' || path !== '/link');
const WINDOWS = 2;
beforeAll(async () => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('outside');
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  // Proves that the server records requests.
  await fetch(`${address}/from-the-test`);
  expect(asked).toEqual(['/from-the-test']);
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  // The service's state changes by itself after the start.
  await app.till.getByRole('status', { name: 'Payment service' }).filter({ hasText: 'online' }).waitFor();
});
afterAll(() => outside.close());

describe('a hostile script in a window', () => {
  test('gets only the bridge, no eval, web view or permission', () =>
    inEachWindow(async (page) => {
      const found = await page.evaluate(() =>
        ['require', 'process', 'Buffer', 'module', 'electron', 'ipcRenderer', '__dirname'].filter(
          (word) => word in globalThis,
        ),
      );
      expect(found).toEqual([]);
      expect(await page.evaluate(() => Object.keys(window.tillmate).sort())).toEqual(['call', 'handIn', 'on']);

      // In a later turn: code evaluated directly by the test is exempt from the policy.
      const ran = await page.evaluate(
        () =>
          new Promise((resolve) => {
            setTimeout(() => {
              try {
                resolve(new Function('return "ran"')());
              } catch (thrown) {
                resolve(thrown instanceof EvalError ? 'refused' : String(thrown));
              }
            });
          }),
      );
      expect(ran).toBe('refused');

      const made = await page.evaluate(() => {
        const view = document.createElement('webview');
        view.setAttribute('src', 'about:blank');
        view.setAttribute('allowpopups', '');
        document.body.append(view);
        const kind = { loads: 'loadURL' in view, runs: 'executeJavaScript' in view };
        view.remove();
        return kind;
      });
      expect(made).toEqual({ loads: false, runs: false });
      expect(allPages()).toHaveLength(WINDOWS);

      const states = await page.evaluate(() =>
        Promise.all(
          ['geolocation', 'notifications', 'camera', 'microphone'].map(async (one) => {
            const { state } = await navigator.permissions.query({ name: one as PermissionName });
            return state;
          }),
        ),
      );
      expect(states).toEqual(['denied', 'denied', 'denied', 'denied']);
    }));

  test('reaches no network, navigates nowhere and opens no window', () =>
    inEachWindow(async (page) => {
      await page.evaluate(async (url) => {
        await fetch(`${url}/fetch`).catch(() => undefined);
        const loads = ['img', 'iframe', 'script'].map((tag) => {
          const element = document.createElement(tag) as HTMLImageElement;
          const done = new Promise((resolve) => {
            element.onload = resolve;
            element.onerror = resolve;
            // A frame refused by the policy fires no error event, only the policy's own event.
            document.addEventListener('securitypolicyviolation', resolve, { once: true });
          });
          element.src = `${url}/${tag}`;
          document.body.append(element);
          return done.then(() => element.remove());
        });
        await Promise.all(loads);
        // A beacon is sent some time after the call: the policy's event proves the refusal.
        const refused = new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
            if (blockedURI.startsWith(url)) resolve(undefined);
          });
        });
        navigator.sendBeacon(`${url}/beacon`, 'x');
        await refused;
      }, address);
      expect(reached()).toEqual([]);

      const refusals = async (code: string) => (await logOf(app)).filter((line) => line.code === code).length;
      const own = page.url();
      const [windows, navigations] = [await refusals('guard.new-window'), await refusals('guard.navigation')];
      await page.evaluate((url) => {
        window.open(`${url}/window`);
        window.location.href = `${url}/navigate`;
      }, address);
      // Both requests leave the page some time after the call: the log proves the refusals.
      await expect.poll(() => refusals('guard.new-window')).toBe(windows + 1);
      await expect.poll(() => refusals('guard.navigation')).toBe(navigations + 1);
      await answersStill(page);
      expect(page.url()).toBe(own);
      expect(reached()).toEqual([]);

      await page.evaluate((url) => {
        const link = document.createElement('a');
        link.href = `${url}/link`;
        link.target = '_blank';
        document.body.append(link);
        link.click();
        link.remove();
      }, address);
      await expect.poll(() => refusals('guard.new-window')).toBe(windows + 2);
      await expect.poll(() => allPages().length).toBe(WINDOWS);
      expect(reached()).toEqual([]);
    }));

  test('is refused every unknown call and invalid argument', () =>
    inEachWindow(async (page) => {
      const unknown = await page.evaluate(async () => {
        const call = window.tillmate.call as (name: unknown, ask: unknown) => Promise<unknown>;
        const names = ['toString', '__proto__', 'constructor', 'sale.start ', '', 7, null, {}];
        return Promise.all(names.map((name) => call(name, {})));
      });
      for (const answer of unknown) expect(answer).toMatchObject({ ok: false, error: { code: 'ipc.unknown-call' } });

      const before = await snapshotOf(app);
      const hostile = [
        null,
        7,
        'text',
        [],
        { saleId: 'x' },
        { saleId: '../../etc' },
        { amount: { valueOf: 1 } },
        { extra: 1 },
      ];
      const answers = await page.evaluate(
        async ([names, asks]) => {
          const call = window.tillmate.call as (
            name: string,
            ask: unknown,
          ) => Promise<{ ok: boolean; error?: { code: string } }>;
          return Promise.all(names.flatMap((one) => asks.map((ask) => call(one, ask))));
        },
        [Object.keys(calls), hostile] as const,
      );
      const codes = answers.map((answer) => (answer.ok ? 'let through' : answer.error?.code));
      expect(codes).toHaveLength(Object.keys(calls).length * hostile.length);
      // Codes of refusals contain a dot; `internal` does not.
      for (const code of codes) expect(code).toMatch(/^[a-z-]+\.[a-z.-]+$/);
      const { seq: _before, at: _then, ...was } = before;
      const { seq: _after, at: _now, ...is } = await snapshotOf(app);
      expect(is).toMatchObject({ ...was, service: { state: was.service.state } });
    }));
});

test('frames and the customer display get no cashier calls', async () => {
  const inside = await app.till.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const has = frame.contentWindow !== null && 'tillmate' in frame.contentWindow;
    frame.remove();
    return has;
  });
  expect(inside).toBe(false);
  const handedIn = await app.display.evaluate(() => window.tillmate.handIn(new File(['{}'], 'provision.json')));
  expect(handedIn).toMatchObject({ ok: false, error: { code: 'ipc.window' } });
  const codes = await app.display.evaluate(async () => {
    const call = window.tillmate.call as (
      name: string,
      ask: unknown,
    ) => Promise<{ ok: boolean; error?: { code: string } }>;
    const asks = [
      ['sale.start', { amount: 100 }],
      ['settings.read', {}],
      ['till.snapshot', {}],
      ['terminal.choose', { mode: 'live' }],
    ] as const;
    return Promise.all(asks.map(async ([name, ask]) => (await call(name, ask)).error?.code));
  });
  expect(codes).toEqual(Array(4).fill('ipc.window'));
});

test('blocks outside requests even without content security policy', async () => {
  await charge(app, '1');
  await shows(app.display, 'Scan to pay');
  asked.length = 0;
  const session = await app.till.context().newCDPSession(app.till);
  await session.send('Page.setBypassCSP', { enabled: true });
  await app.till.reload();
  await shows(app.till, 'Waiting');
  const answer = await app.till.evaluate((url) => fetch(url).then(() => 'reached', String), `${address}/fetch`);
  expect(answer).toBe('TypeError: Failed to fetch');
  expect(reached()).toEqual([]);
  await expect.poll(async () => (await logOf(app)).map(({ code }) => code)).toContain('guard.request');
});

async function inEachWindow(play: (page: Page) => Promise<void>): Promise<void> {
  for (const page of [app.till, app.display]) {
    asked.length = 0;
    await play(page);
  }
}

function allPages(): Page[] {
  return app.browser.contexts().flatMap((context) => context.pages());
}

/** Waits until earlier requests have run and checks the page is still the app's. */
async function answersStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await page.evaluate(() => typeof window.tillmate.call)).toBe('function');
}
