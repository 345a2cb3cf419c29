import { expect, test } from 'vitest';
import { givenFixture, page } from '../given-fixture.ts';
import { binding, deliver, openBinding } from '../preload.ts';

givenFixture();

test('the page sees only exposed objects, from its first script', async () => {
  expect(await page.evaluate('seenAtStart')).toEqual(['object', 'undefined', 'undefined']);
  expect(await page.evaluate('[typeof preloadSecret, typeof module, typeof exports]')).toEqual(
    Array(3).fill('undefined'),
  );
});

test("the host leaves no trace on the page's window", async () => {
  // Same names as in the app's process, except for the random number of each start.
  const beginnings = [binding, openBinding, deliver].map((name) => name.slice(0, name.indexOf('_') + 1));
  for (const beginning of beginnings) expect(beginning).toMatch(/^[a-z]+_$/);
  const names = await page.evaluate(() => Object.getOwnPropertyNames(window));
  expect(names).toContain('bridge');
  expect(names.filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))).toEqual([]);
});

test('exposed objects are deeply frozen and cannot be replaced', async () => {
  expect(
    await page.evaluate('[Object.isFrozen(bridge), Object.isFrozen(bridge.list), Object.isFrozen(bridge.list[1])]'),
  ).toEqual([true, true, true]);
  expect(await page.evaluate('(() => { window.bridge = 1; return typeof window.bridge; })()')).toBe('object');
});

const refused = (message: unknown, name = 'Error') => [name, message, undefined];

test.each<[what: string, code: string, seen: unknown]>([
  [
    'exposing under a taken name is refused',
    'bridge.exposeAgain()',
    refused('Cannot bind an API on top of an existing property on the window object'),
  ],
  ['a function of the page can be called by the preload, with its result', 'bridge.twice((n) => n * 10)', 30],
  ['dates stay dates', '((dates) => [dates[0], dates[1] instanceof Date])(bridge.dates(new Date(5)))', [true, true]],
  [
    'a class instance keeps its values and loses its class',
    '[bridge.classInstance(), bridge.classInstance().constructor.name]',
    [{ cents: 7 }, 'Object'],
  ],
  ['what cannot be cloned is refused', 'bridge.uncloneable()', refused('An object could not be cloned.')],
  ['a symbol cannot be cloned', "bridge.dates(Symbol('s'))", refused('An object could not be cloned.')],
  [
    'nesting beyond a thousand levels is refused',
    'bridge.dates(Array.from({ length: 1100 }).reduce((inner) => [inner], 1))',
    refused(expect.stringContaining('recursion depth exceeded'), 'TypeError'),
  ],
  ['an error of the preload loses all but its message', 'bridge.fail()', refused('too much')],
  [
    'a rejection of the preload loses all but its message',
    'bridge.reject().catch((e) => [e instanceof Error, e.name, e.message, e.code])',
    [true, ...refused('too late')],
  ],
  [
    'an error of a function of the page loses all but its message',
    "bridge.twice(() => { throw new RangeError('of the page'); })",
    refused('of the page'),
  ],
])('%s', async (_what, code, seen) => {
  const caught = `(() => { try { return ${code}; } catch (e) { return [e.name, e.message, e.code]; } })()`;
  expect(await page.evaluate(caught)).toEqual(seen);
});
