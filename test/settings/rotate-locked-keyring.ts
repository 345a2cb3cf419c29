import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { openKeychain } from '../../main/identity/open-keychain.ts';
import { recordAccount } from '../../main/identity/sealed-record.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { createTerminalKeys } from '../../main/till/terminal-keys.ts';
import { provisioned } from '../provisioning/sample-provisioning-file.ts';
import { recordOf, silentLog } from './terminal-with-record.ts';

/** Rotates the key of a terminal in the session's keyring, locks the keyring halfway, and prints the results. */
const code = (thrown: unknown) => (thrown instanceof TillError ? thrown.code : String(thrown));
const folder = mkdtempSync(join(tmpdir(), 'tillmate-rotate-'));
const file = join(folder, 'terminal.json');

const store = openSettings(file, { clock: systemClock, random: systemRandom });
const chain = await openKeychain();
const { trust, save } = recordOf(store, async () => chain);
await save.terminal(provisioned());
const keys = createTerminalKeys({
  clock: systemClock,
  random: systemRandom,
  log: silentLog,
  store,
  trust,
  keychain: async () => chain,
  save,
  acts: { record: () => undefined },
  till: {
    roles: { touch: () => undefined, actor: () => ({ role: 'support' }) },
    rekeyAfter: async (change) => {
      await change();
      await trust.look();
    },
  },
  ask: async () => 1,
});
const kids = async () => (await keys.view()).keys.map(({ place, kid }) => `${place} ${kid}`);

await trust.look();
await keys.make({ kid: 'new' });
const unlocked = await kids();
execFileSync('dbus-send', [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets',
  'org.freedesktop.Secret.Service.Lock',
  'array:objpath:/org/freedesktop/secrets/collection/login',
]);
const opened = await openKeychain().then(() => 'opened', code);
const read = await chain.get(recordAccount(store.file.terminalId)).then((secret) => `read ${secret}`, code);
const before = readFileSync(file, 'utf8');
const refused = [
  await keys.use('new').then(() => 'used', code),
  await keys.remove('next', 'new').then(() => 'removed', code),
  await keys.setApiKey('another-api-key').then(() => 'set', code),
];
const told = (await keys.view()).keychain;
const untouched = readFileSync(file, 'utf8') === before;
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({ unlocked, opened, read, refused, told: told?.code, on: told?.values?.['platform'], untouched }),
);
