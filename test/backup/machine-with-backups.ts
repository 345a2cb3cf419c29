import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Act } from '../../main/audit/audit-log.ts';
import { Backups, type BackupsParts } from '../../main/backup/backups.ts';
import { completeRestore } from '../../main/backup/staged-restore.ts';
import { systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { ManagerSession } from '../../main/identity/manager-session.ts';
import { journalFolder } from '../../main/journal/account-folders.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { secretsFor } from '../../main/settings/secrets.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { actsInMemory } from '../audit/audit-log-in-memory.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { provisioned, provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { recordOf, silentLog } from '../settings/terminal-with-record.ts';

export const PASSPHRASE = 'drie appels en een peer';
export const PIN = provisioningFile().managerPin;

/** A terminal on a machine, with data folder and keychain. */
export function machineAt(dataFolder: string, clock: VirtualClock, keychain: Keychain = memoryKeychain()) {
  mkdirSync(dataFolder, { recursive: true });
  const acts: Act[] = [];
  let startedAnew = 0;
  const failed: (string | undefined)[] = [];

  /** Starts the app: completes a prepared restore first. */
  async function start() {
    const completed = completeRestore(dataFolder);
    const store = openSettings(join(dataFolder, 'terminal.json'), { clock, random: systemRandom });
    const { trust, save } = recordOf(store, async () => keychain);
    await trust.look();
    const roles = new ManagerSession(clock, () => undefined);
    roles.begin(trust.access);
    const run = async (change: () => Promise<void> | void) => {
      await change();
      await trust.look();
      roles.change(trust.access);
    };
    const till = { roles, reopenAfter: run, adjustAfter: run };
    const heldActs = actsInMemory({ clock, log: silentLog });
    const parts: BackupsParts = {
      clock,
      random: systemRandom,
      dataFolder,
      version: '1.0.0',
      store,
      trust,
      save,
      acts: {
        record(act) {
          acts.push(act);
          heldActs.record(act);
        },
      },
      log: silentLog,
      till,
      counter: () => ({ underWay: false, lastSaleAt: undefined }),
      failed: (error) => void failed.push(error?.code),
      restart: () => {
        startedAnew += 1;
      },
    };
    const backups = new Backups(parts);
    const journal = (): Journal => {
      const { settings } = store.file;
      if (settings === undefined) throw new Error('there are no settings');
      const folder = journalFolder(dataFolder, { environment: settings.service.environment, ...settings.merchant });
      mkdirSync(folder, { recursive: true });
      return openJournal({
        file: join(folder, 'journal.sqlite'),
        disk: systemDisk,
        clock,
        random: systemRandom,
        terminal: { terminalId: store.file.terminalId, shopId: settings.shop.shopId, posId: settings.pos.posId },
        seal: secretsFor(trust.found, settings).seal,
      });
    };
    return { completed, store, trust, save, till, backups, restoring: backups.restoring, journal };
  }
  return { dataFolder, keychain, acts, failed, start, anew: () => startedAnew };
}
export type Machine = ReturnType<typeof machineAt>;
export type Started = Awaited<ReturnType<Machine['start']>>;

export async function provision(
  { save, trust, till }: Started,
  change: (file: ReturnType<typeof provisioningFile>) => object = (file) => file,
) {
  await save.terminal(provisioned({ managerPin: undefined, ...change(provisioningFile()) }));
  await trust.look();
  till.roles.begin(trust.access);
}

export function sell(journal: Journal, saleId: string): string {
  const own = journal.nextReference();
  const paymentId = saleId.padEnd(24, '0');
  journal.record({ type: 'sale.intent', saleId, ...own, amount: 1250, operation: 'static-qr', body: '{}', skewMs: 0 });
  journal.record({ type: 'sale.created', saleId, paymentId, createdAt: new VirtualClock().now(), via: 'create' });
  journal.record({ type: 'sale.moved', saleId, via: 'read', status: 'SUCCEEDED', stage: 'paid' });
  return own.reference;
}

export async function close(journal: Journal): Promise<void> {
  journal.close();
  await journal.anchored();
}

/** Makes a backup by hand, as a manager. */
export function backUp({ backups }: Started, path: string, withKeys = false) {
  return backups.create({ path, passphrase: PASSPHRASE, withKeys, by: { role: 'manager' } });
}

export async function open(at: Started, file: string, passphrase = PASSPHRASE) {
  const { id } = await at.restoring.choose(file);
  return at.restoring.open(id, passphrase);
}

export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof TillError ? thrown.code : String(thrown)),
  );
