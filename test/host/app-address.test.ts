import { describe, expect, test } from 'vitest';
import { headerToWeb, originOf, toApp, toWeb } from './app-address.ts';

const schemes = new Set(['app']);

describe('an address of the app in the browser and back', () => {
  test.each([
    ['app://till/', 'https://till.app.invalid/'],
    ['app://till/a/b.js?x=1#y', 'https://till.app.invalid/a/b.js?x=1#y'],
    ['app://display/', 'https://display.app.invalid/'],
  ])('%s', (app, web) => {
    expect(toWeb(app, schemes)).toBe(web);
    expect(toApp(web, schemes)).toBe(app);
  });

  test.each([
    'https://example.com/x',
    'about:blank',
    'data:text/html,x',
    'other://till/',
    'https://till.other.invalid/',
  ])('%s is none of the app and stays', (address) => {
    expect(toWeb(address, schemes)).toBe(address);
    expect(toApp(address, schemes)).toBe(address);
  });
});

test('the sources of a policy are translated, the rest of it is left alone', () => {
  expect(
    headerToWeb("default-src 'none'; img-src app: data:; script-src app://till; frame-src app://till/x", schemes),
  ).toBe(
    "default-src 'none'; img-src https://*.app.invalid data:; script-src https://till.app.invalid; frame-src https://till.app.invalid/x",
  );
  expect(headerToWeb('text/html; charset=utf-8', schemes)).toBe('text/html; charset=utf-8');
});

test('an origin is the app’s own, and null where there is none', () => {
  expect(originOf('app://till/a?b', schemes)).toBe('app://till');
  expect(originOf('https://example.com:8443/x', schemes)).toBe('https://example.com:8443');
  expect(originOf('about:blank', schemes)).toBe('null');
});
