import { requireRole, requireSetUp } from '../required-role.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** Passphrases go in and never come out. */
export function backupHandlers({
  till,
  backups,
  restoring,
  chooseFile,
  openFile,
  openFolder,
}: Pick<HandlerParts, 'till' | 'backups' | 'restoring' | 'chooseFile' | 'openFile' | 'openFolder'>): HandlersOf<
  'backup' | 'restore'
> {
  return {
    'backup.status': () => backups.status(),
    'backup.create': async ({ passphrase, withKeys }) => {
      till.roles.touch();
      backups.requirePassphrase(passphrase);
      const path = await chooseFile({ name: backups.proposedName(), filters: ['tillmate'] });
      if (path === undefined) return { saved: false };
      // The dialog may have stood open for long.
      requireRole('backup.create', till.roles.current());
      const made = await backups.create({ path, passphrase, withKeys, by: till.roles.actor() });
      return { saved: true, ...made };
    },
    'backup.daily.folder': async () => {
      till.roles.touch();
      const folder = await openFolder();
      requireRole('backup.daily.folder', till.roles.current());
      return { folder: folder === undefined ? null : backups.offer(folder) };
    },
    'backup.daily.set': async (wish) => {
      till.roles.touch();
      await backups.setDaily(wish);
      return {};
    },
    'backup.daily.off': async () => {
      till.roles.touch();
      await backups.daysOff();
      return {};
    },
    'backup.daily.now': async () => {
      till.roles.touch();
      await backups.dailyNow();
      return {};
    },
    'restore.choose': async () => {
      requireSetUp('restore.choose', till);
      till.roles.touch();
      const path = await openFile({ filters: ['tillmate'] });
      if (path === undefined) return { chosen: null };
      requireSetUp('restore.choose', till);
      return { chosen: await restoring.choose(path) };
    },
    'restore.open': ({ id, passphrase }) => {
      requireSetUp('restore.open', till);
      till.roles.touch();
      return restoring.open(id, passphrase);
    },
    'restore.confirm': async (given) => {
      requireSetUp('restore.confirm', till);
      till.roles.touch();
      await restoring.confirm(given);
      return {};
    },
    'restore.cancel': ({ id }) => {
      restoring.cancel(id);
      return {};
    },
  };
}
