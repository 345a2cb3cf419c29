import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { charge, givenTraining, onlyOnHost, pressLast, reads, shows } from './harness/index.ts';

/**
 * The app's behaviour on macOS, by the name of the platform: the host plays the Dock, ⌘Q and the window's red button.
 * In training, because the keychain is still this machine's.
 */

describe('on macOS', onlyOnHost('the app takes the ways of macOS'), () => {
  const app = givenTraining({ env: { TILLMATE_HOST_PLATFORM: 'darwin' } });
  const question = () => app.till.getByRole('alertdialog', { name: 'End Tillmate?' });

  test('keeps the sale when the till window closes', async () => {
    await charge(app, '12,50');
    const closed = app.till.waitForEvent('close');
    app.play({ host: 'close-window', title: 'Tillmate' });
    await closed;
    await shows(app.display, 'Scan to pay');
    app.play({ host: 'activate' });
    await app.reconnect();
    await shows(app.till, 'Waiting');

    // An answer to the first question does not answer the second.
    await app.play({ host: 'keys', title: 'Tillmate – customer display', keys: 'Command+Q' });
    await app.play({ host: 'keys', title: 'Tillmate', keys: 'Command+Q' });
    await reads(question(), 'This is training: no money moves.');
    await app.till.keyboard.press('Escape');
    await question().waitFor({ state: 'hidden' });

    await app.play({ host: 'quit' });
    await question().waitFor();
    const ended = once(app.process, 'exit');
    await pressLast(question().getByRole('button', { name: 'End Tillmate' }));
    expect((await ended)[0]).toBe(0);
  });
});
