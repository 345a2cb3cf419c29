import { execFileSync } from 'node:child_process';
import { TillError } from '../../main/base/till-error.ts';
import { openKeychain } from '../../main/identity/keychain.ts';

/** Keeps a secret in the keyring of its session, locks the keyring, and prints what it answers then. */
const code = (thrown: unknown) => (thrown instanceof TillError ? thrown.code : String(thrown));

const keychain = await openKeychain();
await keychain.set('locked/pin', 'hash');
execFileSync('dbus-send', [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets',
  'org.freedesktop.Secret.Service.Lock',
  'array:objpath:/org/freedesktop/secrets/collection/login',
]);
const opened = await openKeychain().then(() => 'opened', code);
const read = await keychain.get('locked/pin').then((secret) => `read ${secret}`, code);
console.log(JSON.stringify({ opened, read }));
