import { describe, expect, test } from 'vitest';
import { givenFixture, page } from '../given-fixture.ts';
import { binding, deliver, openBinding } from '../preload.ts';

givenFixture();

const refusal = (code: string) =>
  page.evaluate(`(() => { try { return ${code}; } catch (e) { return [e.name, e.message, e.code]; } })()`);

test('the page sees what was exposed, from its first script on, and nothing else of the preload', async () => {
  expect(await page.evaluate('seenAtStart')).toEqual(['object', 'undefined', 'undefined']);
  expect(await page.evaluate('[typeof preloadSecret, typeof module, typeof exports]')).toEqual(
    Array(3).fill('undefined'),
  );
});

test('no trace of the host is left on the page’s window', async () => {
  // The same names as in the app's own process, but for the number that is drawn at its start.
  const beginnings = [binding, openBinding, deliver].map((name) => name.slice(0, name.indexOf('_') + 1));
  for (const beginning of beginnings) expect(beginning).toMatch(/^[a-z]+_$/);
  const names = await page.evaluate(() => Object.getOwnPropertyNames(window));
  expect(names).toContain('bridge');
  expect(names.filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))).toEqual([]);
});

test('what was exposed is frozen, all the way down, and cannot be replaced', async () => {
  expect(
    await page.evaluate('[Object.isFrozen(bridge), Object.isFrozen(bridge.list), Object.isFrozen(bridge.list[1])]'),
  ).toEqual([true, true, true]);
  expect(await page.evaluate('(() => { window.bridge = 1; return typeof window.bridge; })()')).toBe('object');
});

test('exposing under a taken name is refused', async () => {
  expect(await refusal('bridge.exposeAgain()')).toEqual([
    'Error',
    'Cannot bind an API on top of an existing property on the window object',
    undefined,
  ]);
});

describe('what crosses', () => {
  test('a function of the page can be called by the preload, with its result', async () => {
    expect(await page.evaluate('bridge.twice((n) => n * 10)')).toBe(30);
  });

  test('dates stay dates', async () => {
    expect(await page.evaluate('bridge.dates(new Date(5))[0]')).toBe(true);
    expect(await page.evaluate('bridge.dates(new Date(5))[1] instanceof Date')).toBe(true);
  });

  test('a class instance keeps its values and loses its class', async () => {
    expect(await page.evaluate('[bridge.classInstance(), bridge.classInstance().constructor.name]')).toEqual([
      { cents: 7 },
      'Object',
    ]);
  });

  test('what cannot be cloned is refused', async () => {
    expect(await refusal('bridge.uncloneable()')).toEqual(['Error', 'An object could not be cloned.', undefined]);
    expect(await refusal("bridge.dates(Symbol('s'))")).toEqual(['Error', 'An object could not be cloned.', undefined]);
  });

  test('nesting beyond a thousand levels is refused', async () => {
    const seen = await refusal('bridge.dates(Array.from({ length: 1100 }).reduce((inner) => [inner], 1))');
    expect(seen).toEqual(['TypeError', expect.stringContaining('recursion depth exceeded'), undefined]);
  });
});

describe('errors lose all but their message', () => {
  test('thrown by the preload', async () => {
    expect(await refusal('bridge.fail()')).toEqual(['Error', 'too much', undefined]);
  });

  test('rejected by the preload', async () => {
    expect(
      await page.evaluate('bridge.reject().catch((e) => [e instanceof Error, e.name, e.message, e.code])'),
    ).toEqual([true, 'Error', 'too late', undefined]);
  });

  test('thrown by a function of the page', async () => {
    expect(await refusal("bridge.twice(() => { throw new RangeError('of the page'); })")).toEqual([
      'Error',
      'of the page',
      undefined,
    ]);
  });
});
