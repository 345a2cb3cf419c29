import { beforeAll, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { openKeychain } from '../../main/identity/open-keychain.ts';

// Uses a real keyring: a fake would prove nothing. Linux needs a session bus with an unlocked keyring.
let keychain: Keychain;
beforeAll(async () => {
  keychain = await openKeychain().catch((cause: unknown) => {
    throw new Error(
      'These tests need a real keyring. Run them as `npm test` does, or by hand: dbus-run-session -- sh -c ' +
        "'echo -n x | gnome-keyring-daemon --unlock --components=secrets; " +
        "vitest run test/identity' with XDG_DATA_HOME set to an empty folder.",
      { cause },
    );
  });
});

const account = () => `test/${systemRandom.uuid()}`;

test('the system keychain returns a stored secret unchanged', async () => {
  const name = account();
  const secret = JSON.stringify({ kty: 'EC', d: 'é€ 한 \u{1f511}' });
  await keychain.set(name, secret);
  expect(await keychain.get(name)).toBe(secret);
  expect(await (await openKeychain()).get(name)).toBe(secret);
  await keychain.delete(name);
  expect(await keychain.get(name)).toBeUndefined();
});

test('a second secret under a name replaces the first', async () => {
  const name = account();
  await keychain.set(name, 'one');
  await keychain.set(name, 'two');
  expect(await keychain.get(name)).toBe('two');
  await keychain.delete(name);
});

test('deleting an absent secret does not throw', async () => {
  await keychain.delete(account());
});

test('opening the keychain leaves no probe entry', async () => {
  expect(await keychain.get(`probe/${process.pid}`)).toBeUndefined();
});
