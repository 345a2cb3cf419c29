import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startFixture } from './fixture-process.ts';

const preload = (name: string) => fileURLToPath(new URL(`./fixtures/preloads/${name}`, import.meta.url));

async function startWith(path: string) {
  const fixture = await startFixture({ env: { FIXTURE_PRELOAD: path } });
  onTestFinished(() => fixture.stop());
  return fixture;
}

test.each([
  ['an ES module', preload('module.mjs'), 'host: preload: SyntaxError: Cannot use import statement outside a module'],
  ['one that requires a module of Node', preload('foreign.cjs'), 'host: preload: Error: module not found: node:fs'],
  ['one that is not there', preload('absent.cjs'), 'ENOENT'],
])('a preload is refused as Electron refuses it: %s', async (_name, path, reason) => {
  const fixture = await startWith(path);
  await expect.poll(() => fixture.stderr()).toContain(reason);
  const page = await fixture.page('/two');
  expect(await page.evaluate('[typeof bridge, document.title]')).toEqual(['undefined', 'Two']);
});
