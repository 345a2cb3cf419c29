import { expect, test } from 'vitest';
import { callbackPaths } from '../../main/callback/path-claims.ts';
import { settingsFor } from '../service/client-under-test.ts';

const urls = {
  callbackUrl: 'https://shop.test/hooks/paid?till=1',
  identifyCallbackUrl: 'https://shop.test/hooks/scanned',
};

test('the paths that a callback may be signed for are those of the URLs given to the service', () => {
  expect(callbackPaths({ ...settingsFor(), callbacks: urls })).toEqual(['/hooks/paid', '/hooks/scanned']);
});

test('with their query, where the path claim has it', () => {
  const settings = settingsFor({ pathClaim: 'path-and-query' });
  expect(callbackPaths({ ...settings, callbacks: urls })).toEqual(['/hooks/paid?till=1', '/hooks/scanned']);
});

test('one URL for both is one path, and none is none', () => {
  const both = { callbackUrl: 'https://shop.test/hook', identifyCallbackUrl: 'https://shop.test/hook' };
  expect(callbackPaths({ ...settingsFor(), callbacks: both })).toEqual(['/hook']);
  expect(callbackPaths({ ...settingsFor(), callbacks: { callbackUrl: '' } })).toEqual([]);
  expect(callbackPaths(settingsFor())).toEqual([]);
});
