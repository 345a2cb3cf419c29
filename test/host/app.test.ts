import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { notOnWindows } from '../base/only-where.ts';
import { type Fixture, startFixture } from './fixture-process.ts';
import { ownFixture } from './given-fixture.ts';

/** Returns the process ID of the fixture's browser, as reported by the browser. */
async function chromiumOf(fixture: Fixture): Promise<number> {
  const browser = (await fixture.page('/')).context().browser();
  const session = await browser?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  return processInfo.find(({ type }) => type === 'browser')?.id ?? Number.NaN;
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  // A container may keep the ended process as a zombie: Linux then lists the process without a command line.
  return process.platform === 'linux' && readFileSync(`/proc/${pid}/cmdline`).length === 0;
}

test('quits in order, closes both windows and ends Chromium', async () => {
  const fixture = await ownFixture();
  const chromium = await chromiumOf(fixture);
  const page = await fixture.page('/');
  page.evaluate("bridge.invoke('quit')").catch(() => 'its page is gone');
  expect(await fixture.ended()).toBe(0);
  const order = fixture.said.map(([event]) => event).filter((event) => /quit|closed|exit/.test(String(event)));
  expect(order).toEqual(['before-quit', 'quit-returned', 'closed', 'closed', 'will-quit', 'quit', 'exit']);
  await expect.poll(() => isGone(chromium)).toBe(true);
});

test.each([
  ['before it is ready an app that exits tells nobody', 'early', 3, []],
  ['once it is ready an app that exits tells that it quits', 'ready', 4, ['quit', 'exit']],
])('%s', async (_when, FIXTURE_EXITS, code, told) => {
  const waitFor = FIXTURE_EXITS === 'early' ? 'starting' : 'before-ready';
  const fixture = await ownFixture({ env: { FIXTURE_EXITS }, waitFor });
  expect(await fixture.ended()).toBe(code);
  expect(fixture.said.map(([event]) => event).filter((event) => /quit|exit/.test(String(event)))).toEqual(told);
});

test('an app may prevent quitting', async () => {
  const fixture = await ownFixture({ env: { FIXTURE_STAYS: 'yes' } });
  onTestFinished(() => fixture.kill());
  const page = await fixture.page('/');
  await page.evaluate("bridge.invoke('quit')");
  await fixture.heard('before-quit');
  expect(await page.evaluate("bridge.invoke('echo', 'here')")).toEqual(['here']);
});

test('shows a start error in a dialog and stays', async () => {
  const fixture = await ownFixture({ env: { FIXTURE_THROWS: 'yes' } });
  await expect.poll(() => fixture.stderr()).toContain('A JavaScript error occurred in the main process');
  expect(fixture.stderr()).toContain('thrown at the start');
  const page = await fixture.page('/');
  expect(await page.evaluate("bridge.invoke('echo', 'here')")).toEqual(['here']);
});

test('SIGTERM quits the app in order', notOnWindows('Windows has no signals'), async () => {
  const fixture = await ownFixture();
  fixture.process.kill('SIGTERM');
  expect(await fixture.ended()).toBe(0);
  expect(fixture.said.map(([event]) => event)).toContain('will-quit');
});

test('a killed app leaves no Chromium process', async () => {
  const fixture = await ownFixture();
  const chromium = await chromiumOf(fixture);
  expect(isGone(chromium)).toBe(false);
  await fixture.kill();
  await expect.poll(() => isGone(chromium)).toBe(true);
});

test('a second instance passes its command line to the first', async () => {
  const first = await ownFixture();
  const { userDataDir } = first;
  const second = await startFixture({ userDataDir, args: ['--training'], waitFor: 'second' });
  expect(await second.ended()).toBe(0);
  expect(second.said.map(([event]) => event)).not.toContain('open');
  const [, args, cwd, data] = await first.heard('second-instance');
  expect(args).toContain('--training');
  expect([cwd, data]).toEqual([process.cwd(), { from: 'fixture' }]);
});

test("a killed app's lock is taken over", async () => {
  const first = await ownFixture();
  await first.kill();
  const next = await ownFixture({ userDataDir: first.userDataDir });
  expect(next.said.map(([event]) => event)).not.toContain('second');
});

test('a second instance kills an unresponsive first instance', notOnWindows('Windows asks a person'), async () => {
  const first = await ownFixture();
  first.process.kill('SIGSTOP');
  const env = { TILLMATE_HOST_SINGLETON_MS: '300' };
  const next = await ownFixture({ userDataDir: first.userDataDir, env });
  expect(await first.ended()).toBe(null);
  expect(first.process.signalCode).toBe('SIGKILL');
  expect(next.said.map(([event]) => event)).not.toContain('second');
});

test('a prevented close keeps the app but no other window', async () => {
  const fixture = await ownFixture({ env: { FIXTURE_FIRST_STAYS: 'yes' } });
  const page = await fixture.page('/');
  await page.evaluate("bridge.invoke('quit')");
  await fixture.heard('closed', ([window]) => window === 2);
  expect(await page.evaluate("bridge.invoke('echo', 'here')")).toEqual(['here']);
  expect(fixture.said.map(([event]) => event)).not.toContain('will-quit');
  await fixture.kill();
});

test('a persistent profile keeps stored page data', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'host-profile-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  const env = { TILLMATE_HOST_PROFILE: profile };
  const first = await ownFixture({ env });
  await (await first.page('/')).evaluate("localStorage.setItem('kept', 'yes')");
  await first.stop();
  const next = await ownFixture({ env });
  expect(await (await next.page('/')).evaluate("localStorage.getItem('kept')")).toBe('yes');
});

test('reports a Chromium start failure with its setting', async () => {
  const env = { TILLMATE_CHROMIUM: join(import.meta.dirname, 'nowhere', 'chromium') };
  await expect(startFixture({ env })).rejects.toThrow(/TILLMATE_CHROMIUM: .*nowhere.chromium is not executable/);
});
