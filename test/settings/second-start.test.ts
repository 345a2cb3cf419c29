import { isAbsolute, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../../main/settings/command-line.ts';
import { readSecondStart, secondStartOf } from '../../main/settings/second-start.ts';

test('a second start hands its provisioning file over with its whole path', () => {
  const given = secondStartOf(parseCommandLine(['--provision', 'shop.json']));
  expect(given).toEqual({ provisionFile: resolve('shop.json') });
  expect(isAbsolute(given.provisionFile ?? '')).toBe(true);
  expect(readSecondStart(structuredClone(given))).toEqual(given);
});

test('one without a file hands nothing over', () => {
  expect(secondStartOf(parseCommandLine([]))).toEqual({});
});

test.each([undefined, null, 'shop.json', 7, { provisionFile: 7 }, { provisionFile: '' }, ['shop.json']])(
  'what another process hands over that is none counts as nothing: %j',
  (handedOver) => {
    expect(readSecondStart(handedOver)).toEqual({});
  },
);
