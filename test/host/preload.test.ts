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
  ['an ES module', preload('module.mjs'), 'SyntaxError: Cannot use import statement outside a module'],
  ['one that requires a module of Node', preload('foreign.cjs'), 'Error: module not found: node:fs'],
  ['one that is not there', preload('absent.cjs'), expect.stringContaining('ENOENT')],
])('a preload is refused as Electron refuses it: %s', async (_name, path, reason) => {
  const fixture = await startWith(path);
  expect(await fixture.heard('preload-error')).toEqual(['preload-error', path, reason]);
  await fixture.heard(
    'console',
    ([level, text]) => level === 'error' && text === `Unable to load preload script: ${path}`,
  );
  const page = await fixture.page('/two');
  expect(await page.evaluate('[typeof bridge, document.title]')).toEqual(['undefined', 'Two']);
});

test('a preload has electron, events, timers and url, with and without node:, and a process that says sandboxed', async () => {
  const fixture = await startWith(preload('allowed.cjs'));
  const page = await fixture.page('/two');
  expect(
    await page.evaluate(
      '(async () => [bridge.heard(), await bridge.later(), bridge.host, bridge.bare, bridge.sandboxed])()',
    ),
  ).toEqual([['once'], 'later', '/x', ['function', 'object', 'object'], true]);
});
