import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { KeychainMachine } from '../../main/identity/keychain-error.ts';
import { type KeychainLibrary, openKeychain } from '../../main/identity/open-keychain.ts';

const BUS = '/run/user/1000/bus';

function machine(platform: NodeJS.Platform, change: Partial<KeychainMachine> = {}): KeychainMachine {
  return {
    platform,
    env: { XDG_RUNTIME_DIR: '/run/user/1000' },
    isSocket: (path) => path === BUS,
    osRelease: () => 'ID=fedora\n',
    ...change,
  };
}

const failing = (message: string): KeychainLibrary => {
  const fail = () => Promise.reject(new Error(message));
  return { getPassword: fail, setPassword: fail, deletePassword: fail };
};

function opening(message: string, on: KeychainMachine) {
  return openKeychain(on, async () => failing(message));
}

test.each([
  ['Cannot create an item in a locked collection'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”'],
  ['Der Vorgang wurde abgebrochen'],
])('a refusing Secret Service is locked, in any language: %s', async (message) => {
  await expect(opening(message, machine('linux'))).rejects.toMatchObject({ code: 'keychain.locked', retryable: true });
});

test('a machine without a Secret Service has no keychain', async () => {
  const message = 'The name org.freedesktop.secrets was not provided by any .service files';
  await expect(opening(message, machine('linux'))).rejects.toMatchObject({ code: 'keychain.missing' });
});

test.each([
  ['no bus at all', {}],
  ['a bus that is not there', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent,guid=1' }],
])('a session with %s has no keychain', async (_what, env) => {
  const lonely = machine('linux', { env, isSocket: () => false });
  await expect(opening('Verbindung abgelehnt', lonely)).rejects.toMatchObject({ code: 'keychain.missing' });
});

test.each(['User interaction is not allowed.', 'Der Benutzer hat den Vorgang abgebrochen.'])(
  'a refusing macOS keychain is locked: %s',
  async (message) => {
    await expect(opening(message, machine('darwin'))).rejects.toMatchObject({ code: 'keychain.locked' });
  },
);

test('a Windows account barred from storing secrets has no keychain', async () => {
  const refusal = opening('A specified logon session does not exist.', machine('win32'));
  await expect(refusal).rejects.toMatchObject({
    code: 'keychain.missing',
    message: expect.stringContaining('Credential Manager'),
  });
});

test("names the distribution's install command when libsecret is missing", async () => {
  const load = () =>
    Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file: No such file or directory'));
  await expect(openKeychain(machine('linux'), load)).rejects.toMatchObject({
    code: 'keychain.library',
    retryable: false,
    values: { command: 'sudo dnf install libsecret gnome-keyring' },
  });
});

test('reports other load failures as a missing keychain', async () => {
  const load = () => Promise.reject(new Error("Cannot find module '../build/Release/keytar.node'"));
  await expect(openKeychain(machine('linux'), load)).rejects.toMatchObject({ code: 'keychain.missing' });
});

/** A keyring that reports every entry as absent while locked, as GNOME's does. */
function keyring() {
  const items = new Map<string, string>();
  const state = { locked: false, loses: false };
  const library: KeychainLibrary = {
    getPassword: async (_service, account) => (state.locked ? null : (items.get(account) ?? null)),
    setPassword: async (_service, account, secret) => {
      if (state.locked) throw new Error('Cannot create an item in a locked collection');
      if (!state.loses) items.set(account, secret);
    },
    deletePassword: async (_service, account) => !state.locked && items.delete(account),
  };
  return { items, state, library };
}

test('a locked keyring does not count as an empty keyring', async () => {
  const { library, state } = keyring();
  const keychain = await openKeychain(machine('linux'), async () => library);
  await keychain.set('pin', 'hash');
  state.locked = true;
  await expect(keychain.get('pin')).rejects.toMatchObject({ code: 'keychain.locked' });
  state.locked = false;
  expect(await keychain.get('pin')).toBe('hash');
  expect(await keychain.get('other')).toBeUndefined();
});

test('rejects a keychain with vanishing entries', async () => {
  const { library, state } = keyring();
  state.loses = true;
  await expect(openKeychain(machine('linux'), async () => library)).rejects.toMatchObject({
    code: 'keychain.missing',
    values: { why: 'the keychain returned a different value than the stored one' },
  });
});

test('stores large secrets on Windows and keeps error codes', async () => {
  const { library, items } = keyring();
  const keychain = await openKeychain(machine('win32'), async () => library);
  const secret = 'x'.repeat(6_000);
  await keychain.set('record', secret);
  expect(await keychain.get('record')).toBe(secret);
  expect(Math.max(...[...items.values()].map((item) => item.length))).toBeLessThanOrEqual(2_560);
  await expect(keychain.set('record', 'x'.repeat(80_000))).rejects.toBeInstanceOf(TillError);
  await expect(keychain.set('record', 'x'.repeat(80_000))).rejects.toMatchObject({ code: 'keychain.too-large' });
});

/** The command offered where libsecret cannot be loaded. */
async function commandOn(osRelease: string) {
  const load = () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file'));
  const opened = openKeychain(machine('linux', { osRelease: () => osRelease }), load);
  const error = await opened.catch((thrown: unknown) => thrown);
  return error instanceof TillError ? error.values?.['command'] : undefined;
}

test.each([
  ['Debian', 'PRETTY_NAME="Debian GNU/Linux 13"\nID=debian\n', 'sudo apt install libsecret-1-0 gnome-keyring'],
  ['Ubuntu', 'ID=ubuntu\nID_LIKE=debian\n', 'sudo apt install libsecret-1-0 gnome-keyring'],
  ['Mint', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'sudo apt install libsecret-1-0 gnome-keyring'],
  ['Fedora', 'NAME="Fedora Linux"\r\nID=fedora\r\n', 'sudo dnf install libsecret gnome-keyring'],
  ['Rocky', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'sudo dnf install libsecret gnome-keyring'],
  ['Arch', "ID='arch'\n", 'sudo pacman -S libsecret gnome-keyring'],
  ['Manjaro', 'ID=manjaro\nID_LIKE=arch\n', 'sudo pacman -S libsecret gnome-keyring'],
  [
    'Tumbleweed',
    'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n',
    'sudo zypper install libsecret-1-0 gnome-keyring',
  ],
  ['SLES', 'ID="sles"\n', 'sudo zypper install libsecret-1-0 gnome-keyring'],
])('%s gets its install command', async (_name, osRelease, command) => {
  expect(await commandOn(osRelease)).toBe(command);
});

test.each(['', 'ID=nixos\n', 'VARIANT_ID=debian\n', 'garbage'])(
  'names the packages on an unknown system (%j)',
  async (text) => {
    expect(await commandOn(text)).toBe('libsecret, gnome-keyring');
  },
);
