import { expect, test } from 'vitest';
import { callbackUrls } from '../../main/callback/path-claims.ts';
import { settingsFor } from '../service/client-under-test.ts';

const urls = {
  callbackUrl: 'https://shop.test/hooks/paid?till=1',
  identifyCallbackUrl: 'https://shop.test/hooks/scanned',
};

test('accepts the paths of the configured callback URLs', () => {
  expect(callbackUrls({ ...settingsFor(), callbacks: urls })).toEqual([
    { path: '/hooks/paid', address: urls.callbackUrl },
    { path: '/hooks/scanned', address: urls.identifyCallbackUrl },
  ]);
});

test('includes the query when the path claim has a query', () => {
  const settings = settingsFor({ pathClaim: 'path-and-query' });
  expect(callbackUrls({ ...settings, callbacks: urls })).toMatchObject([
    { path: '/hooks/paid?till=1' },
    { path: '/hooks/scanned' },
  ]);
});

test('returns a single path for equal URLs, none without URLs', () => {
  const both = { callbackUrl: 'https://shop.test/hook', identifyCallbackUrl: 'https://shop.test/hook' };
  expect(callbackUrls({ ...settingsFor(), callbacks: both })).toEqual([{ path: '/hook', address: both.callbackUrl }]);
  expect(callbackUrls({ ...settingsFor(), callbacks: { callbackUrl: '' } })).toEqual([]);
  expect(callbackUrls(settingsFor())).toEqual([]);
});
