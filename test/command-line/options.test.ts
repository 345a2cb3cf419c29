import { isAbsolute, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  parseCommandLine,
  readSecondStart,
  secondStartOf,
  switches,
  valueOptions,
} from '../../main/command-line/options.ts';
import { chromiumSwitches } from '../host/chromium-switches.ts';

test('without switches opens both windows in the usual data folder', () => {
  expect(parseCommandLine(['electron', '.'])).toEqual({ training: false, display: true });
});

test('reads every app switch among Chromium switches', () => {
  const words = ['--no-sandbox', '--user-data-dir=/tmp/till 1', '--remote-debugging-port=0', '--training'];
  expect(parseCommandLine([...words, '--provision=/media/usb/shop.json', '--no-customer-display'])).toEqual({
    userDataDir: '/tmp/till 1',
    provisionFile: '/media/usb/shop.json',
    training: true,
    display: false,
  });
});

test('reads an export unvalidated, so that errors open no window', () => {
  const words = [
    '--export=payments',
    '--from',
    'yesterday',
    '--to=2026-11-21',
    '--out=/backup/p.csv',
    '--byte-order-mark',
  ];
  expect(parseCommandLine([...words, '--format=csv', '--separator=comma', '--decimal=point']).export).toEqual({
    kind: 'payments',
    from: 'yesterday',
    to: '2026-11-21',
    out: '/backup/p.csv',
    format: 'csv',
    separator: 'comma',
    decimal: 'point',
    byteOrderMark: true,
  });
  for (const words of [['--export'], ['--export='], ['--export', '--training']])
    expect(parseCommandLine(words).export).toMatchObject({ kind: '', out: undefined, byteOrderMark: false });
});

test('accepts a value as a separate word', () => {
  expect(parseCommandLine(['--user-data-dir', '/tmp/a', '--provision', 'b.json']).provisionFile).toBe('b.json');
});

test('a missing value does not swallow the next switch', () => {
  expect(parseCommandLine(['--provision', '--training'])).toEqual({ training: true, display: true });
  expect(parseCommandLine(['--provision='])).toEqual({ training: false, display: true });
});

test('uses the last of two values', () => {
  expect(parseCommandLine(['--user-data-dir=/a', '--user-data-dir=/b']).userDataDir).toBe('/b');
});

test('no app option has the name of a Chromium switch', () => {
  const shared = [...valueOptions, ...switches, '--check']
    .map((option) => option.slice(2))
    .filter((name) => chromiumSwitches.has(name));
  expect(shared).toEqual(['user-data-dir']);
});

test('reads provisioning options; a missing POS id is empty', () => {
  const words = ['--provision=shop.jwe', '--pos-id', 'TILL42', '--passphrase-from-stdin', '--pin-from-stdin'];
  expect(parseCommandLine(words).provisionWith).toEqual({
    posId: 'TILL42',
    pinFromStdin: true,
    passphraseFromStdin: true,
  });
  for (const missing of [['--pos-id='], ['--pos-id', '--training'], ['--pos-id']])
    expect(parseCommandLine(missing).provisionWith).toMatchObject({ posId: '', pinFromStdin: false });
});

test("a second start passes the provisioning file's full path", () => {
  const given = secondStartOf(parseCommandLine(['--provision', 'shop.json']));
  expect(given).toEqual({ provisionFile: resolve('shop.json') });
  expect(isAbsolute(given.provisionFile ?? '')).toBe(true);
  expect(readSecondStart(structuredClone(given))).toEqual(given);
});

test('a second start without a file passes nothing', () => {
  expect(secondStartOf(parseCommandLine([]))).toEqual({});
});

test.each([undefined, null, 'shop.json', 7, { provisionFile: 7 }, { provisionFile: '' }, ['shop.json']])(
  'ignores invalid data from a second start: %j',
  (handedOver) => {
    expect(readSecondStart(handedOver)).toEqual({});
  },
);

test.each(['tillmate://charge?amount=4.20', 'TILLMATE://charge?amount=4.20'])(
  'passes %s on and ignores later options',
  (draftLink) => {
    const read = parseCommandLine(['--no-customer-display', draftLink, '--training', '--provision=/tmp/other.json']);
    expect(read).toEqual({ training: false, display: false, draftLink });
    expect(readSecondStart(structuredClone(secondStartOf(read)))).toEqual({ draftLink });
  },
);
