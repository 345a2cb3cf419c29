import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startFixture } from './fixture-process.ts';

let userDataDir: string;
beforeEach(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'host-zoom-'));
});
afterEach(() => rm(userDataDir, { recursive: true, force: true }));

async function start(mode: string) {
  const fixture = await startFixture({ userDataDir, env: { FIXTURE_ZOOM_MODE: mode } });
  onTestFinished(() => fixture.stop());
  const page = await fixture.page('/');
  const levels = () => page.evaluate("bridge.invoke('zoom')");
  const zoomFirst = (level: number) => page.evaluate(`bridge.invoke('zoom', ${level})`);
  return { fixture, levels, zoomFirst };
}

test('by default both windows of one origin share a zoom, and the next start has it', async () => {
  const first = await start('default');
  await first.zoomFirst(2);
  expect(await first.levels()).toEqual([2, 2]);
  const two = await first.fixture.page('/two');
  await expect.poll(() => two.evaluate('devicePixelRatio')).toBeCloseTo(1.44);
  await first.fixture.kill();
  expect(await (await start('default')).levels()).toEqual([2, 2]);
});

test('an isolated window has a zoom of its own, which nobody else sees and no start remembers', async () => {
  const first = await start('isolated');
  await first.zoomFirst(2);
  expect(await first.levels()).toEqual([2, 0]);
  await first.fixture.kill();
  expect(await (await start('isolated')).levels()).toEqual([0, 0]);
});
