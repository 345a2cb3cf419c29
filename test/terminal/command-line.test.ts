import { expect, test } from 'vitest';
import { parseCommandLine } from '../../main/terminal/command-line.ts';

test('the app without switches opens both windows in its usual data folder', () => {
  expect(parseCommandLine(['electron', '.'])).toEqual({ training: false, display: true });
});

test('every switch of the app is read, among switches of Chromium', () => {
  const words = ['--no-sandbox', '--user-data-dir=/tmp/till 1', '--remote-debugging-port=0', '--training'];
  expect(parseCommandLine([...words, '--provision=/media/usb/shop.json', '--display=none'])).toEqual({
    userDataDir: '/tmp/till 1',
    provisionFile: '/media/usb/shop.json',
    training: true,
    display: false,
  });
});

test('a value may stand as a word of its own', () => {
  expect(parseCommandLine(['--user-data-dir', '/tmp/a', '--provision', 'b.json']).provisionFile).toBe('b.json');
});

test('a switch whose value is missing does not swallow the next switch', () => {
  expect(parseCommandLine(['--provision', '--training'])).toEqual({ training: true, display: true });
  expect(parseCommandLine(['--provision='])).toEqual({ training: false, display: true });
});

test('of two values the last one counts', () => {
  expect(parseCommandLine(['--user-data-dir=/a', '--user-data-dir=/b']).userDataDir).toBe('/b');
});
