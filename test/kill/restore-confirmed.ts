import fs from 'node:fs';
import { join } from 'node:path';
import type { Keychain } from '../../main/identity/keychain.ts';
import { close, machineAt, PASSPHRASE, provision, sell } from '../backup/machine-with-backups.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

export function terminalIn(folder: string) {
  return machineAt(join(folder, 'data'), new VirtualClock(), fileKeychain(join(folder, 'keychain.json')));
}

/** Keychain in a file, for a process that is killed: each change is atomic. */
function fileKeychain(file: string): Keychain {
  const read = (): Record<string, string> => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {});
  const write = (secrets: Record<string, string>) => {
    fs.writeFileSync(`${file}.new`, JSON.stringify(secrets));
    fs.renameSync(`${file}.new`, file);
  };
  return {
    get: async (account) => read()[account],
    set: async (account, secret) => write({ ...read(), [account]: secret }),
    async delete(account) {
      const { [account]: _gone, ...others } = read();
      write(others);
    },
  };
}

const BEFORE = 12_300;

/** Prepares a terminal with a backup, changed settings and a lost journal. */
export async function layTerminal(folder: string): Promise<void> {
  const till = await terminalIn(folder).start();
  await provision(till);
  const journal = till.journal();
  sell(journal, 'sale1');
  await close(journal);
  const path = join(folder, 'till.tillmate');
  await till.backups.create({ path, passphrase: PASSPHRASE, withKeys: true, by: { role: 'manager' } });
  await till.save.counter({ ...till.store.file.counter, maximum: BEFORE }, undefined);
  fs.rmSync(join(folder, 'data', 'journals'), { recursive: true });
  await till.backups.stop();
}

export async function startOf(folder: string) {
  const { completed, store, trust, backups, journal } = await terminalIn(folder).start();
  await backups.stop();
  const found = completed === undefined ? ('as before' as const) : ('as after' as const);
  const faults: string[] = [];
  if (trust.found.kind !== 'held' || trust.found.changed.length > 0)
    faults.push(
      `the record is ${trust.found.kind === 'held' ? `changed: ${trust.found.changed.join(' ')}` : trust.found.kind}`,
    );
  else if (trust.found.record.next !== undefined) faults.push('the next state is left in the keychain');
  if ((store.file.counter.maximum === BEFORE) !== (found === 'as before')) faults.push('settings of the other one');
  const left = fs.readdirSync(join(folder, 'data')).filter((name) => name.startsWith('restoring'));
  if (left.length > 0) faults.push(`left behind: ${left.join(' ')}`);
  if (found === 'as after') {
    const restored = journal();
    if (restored.tampered() !== undefined) faults.push('an alarm about the record of payments');
    await close(restored);
  }
  return { found, faults };
}
