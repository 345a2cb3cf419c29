import { expect, onTestFinished, test } from 'vitest';
import { chromiumSwitches, missingDisplay, unplayedSwitches } from './chromium-switches.ts';
import { startFixture } from './fixture-process.ts';

test('a switch of Chromium’s that the host does not play is named, those that it plays and the app’s are not', () => {
  expect(unplayedSwitches(['training', 'user-data-dir', 'remote-debugging-port'])).toBeUndefined();
  expect(unplayedSwitches(['training', 'lang', 'kiosk'])).toContain('--lang, --kiosk');
  expect(chromiumSwitches.has('training')).toBe(false);
});

test('an X display other than that of the run is missing', () => {
  expect(missingDisplay('none', { DISPLAY: ':0' })).toContain('Missing X server');
  expect(missingDisplay(':0', { DISPLAY: ':0' })).toBeUndefined();
  expect(missingDisplay(undefined, {})).toBeUndefined();
});

test('an app that is given a switch of Chromium’s ends, and is told which', async () => {
  await expect(startFixture({ args: ['--kiosk'] })).rejects.toThrow("host: Chromium's own --kiosk");
});

test('an app that is given an X display which is not there ends as Chromium ends', async () => {
  const started = startFixture({ args: ['--display=none'] });
  onTestFinished(async () => {
    await started.then((fixture) => fixture.stop()).catch(() => undefined);
  });
  await expect(started).rejects.toThrow('The platform failed to initialize.  Exiting.');
});
