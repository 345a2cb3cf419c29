import { expect, test } from 'vitest';
import { parseArgs } from '../../main/terminal/args.ts';

test('the app without switches opens both windows in its usual data folder', () => {
  expect(parseArgs(['electron', '.'])).toEqual({ training: false, display: true });
});

test('every switch of the app is read, among switches of Chromium', () => {
  const words = ['--no-sandbox', '--user-data-dir=/tmp/till 1', '--remote-debugging-port=0', '--training'];
  expect(parseArgs([...words, '--provision=/media/usb/shop.json', '--display=none'])).toEqual({
    userDataDir: '/tmp/till 1',
    provisionFile: '/media/usb/shop.json',
    training: true,
    display: false,
  });
});

test('a value may stand as a word of its own', () => {
  expect(parseArgs(['--user-data-dir', '/tmp/a', '--provision', 'b.json']).provisionFile).toBe('b.json');
});

test('a switch whose value is missing does not swallow the next switch', () => {
  expect(parseArgs(['--provision', '--training'])).toEqual({ training: true, display: true });
  expect(parseArgs(['--provision='])).toEqual({ training: false, display: true });
});

test('of two values the last one counts', () => {
  expect(parseArgs(['--user-data-dir=/a', '--user-data-dir=/b']).userDataDir).toBe('/b');
});
