import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startFixture } from './fixture-process.ts';

/** Tells each event of an update that the fixture fetched, or not, and then installs. */
async function install(fetches: boolean, env: Record<string, string> = {}) {
  const server = createServer((request, response) => {
    response.end(request.url === '/' ? JSON.stringify({ url: `${url}/new.zip` }) : 'a new version');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fixture = await startFixture({ env: { TILLMATE_HOST_PLATFORM: 'darwin', ...env } });
  onTestFinished(() => fixture.kill());
  const from = fixture.said.length;
  const page = await fixture.page('/two');
  page.evaluate(`bridge.invoke('install', '${url}/', ${fetches})`).catch(() => 'its page is gone');
  const events = () => fixture.said.slice(from).map(([event]) => event);
  return { fixture, events };
}

test('an update closes the windows before the app hears of its end, and then quits it as a person would', async () => {
  const { fixture, events } = await install(true);
  expect(await fixture.ended()).toBe(0);
  expect(events().filter((event) => event !== 'focus' && event !== 'blur')).toEqual([
    'checking-for-update',
    'update-available',
    'update-downloaded',
    'before-quit-for-update',
    'closed',
    'closed',
    'window-all-closed',
    'before-quit-for-update',
    'before-quit',
    'will-quit',
    'quit',
    'exit',
  ]);
  expect(fixture.stderr()).toContain('macOS would install the update');
});

test('a window that stays keeps the update from being installed', async () => {
  const { fixture, events } = await install(true, { FIXTURE_FIRST_STAYS: 'yes' });
  await fixture.heard('closed', ([window]) => window === 2);
  const page = await fixture.page('/');
  expect(await page.evaluate("bridge.invoke('echo', 'here')")).toEqual(['here']);
  expect(events()).not.toContain('before-quit');
});

test('nothing is installed that was not fetched', async () => {
  const { fixture, events } = await install(false);
  await fixture.heard('error', ([words]) => words === "No update available, can't quit and install");
  expect(events()).not.toContain('before-quit');
});
