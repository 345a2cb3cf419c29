import type { Answer } from '../../../preload/contract/contract.ts';
import type { ServiceProfile } from '../../../preload/contract/provisioning.ts';
import type { Backups } from '../../backup/backups.ts';
import type { Restoring } from '../../backup/restoring.ts';
import { TillError } from '../../base/till-error.ts';
import { requirePassphrase } from '../../identity/passphrase-file.ts';
import type { Provisioner } from '../../provisioning/provisioner.ts';
import { profileHandedIn, readServiceProfile } from '../../provisioning/service-profile.ts';
import type { Licences } from '../../support/licences.ts';
import type { TerminalKeys } from '../../till/terminal-keys.ts';
import type { Updates } from '../../updates/updates.ts';
import { requireRole, requireSetUp } from '../required-role.ts';
import { type CommonParts, type HandlersOf, prolonging, type SystemParts } from './handler.ts';
import { notedSave } from './settings.ts';

export interface TerminalParts {
  /** Basic facts for support, without secrets. */
  readonly about: Answer<'terminal.about'>;
  readonly licences: Licences;
  readonly updates: Pick<Updates, 'view' | 'look' | 'install'>;
  readonly provisioning: Pick<Provisioner, 'answer' | 'passphrase' | 'missing' | 'handIn' | 'clearAlarm' | 'shred'>;
  /** Profiles in the folder next to the app, without invalid profiles. */
  profiles(): Promise<readonly ServiceProfile[]>;
  readonly keys: TerminalKeys;
  readonly backups: Pick<Backups, 'status' | 'offer' | 'proposedName' | 'create' | 'setDaily' | 'daysOff' | 'dailyNow'>;
  readonly restoring: Pick<Restoring, 'choose' | 'open' | 'confirm' | 'cancel'>;
}

export function terminalHandlers(
  { till, store, save, acts }: CommonParts,
  { about, licences }: TerminalParts,
): HandlersOf<'terminal'> {
  return {
    'terminal.choose': prolonging(till)(async ({ mode }) => {
      if (mode === 'live' && store.file.settings === undefined)
        throw new TillError('settings.required', 'Fill in and save the settings first');
      await till.reopenAfter(() => notedSave({ till, store, acts }, () => save.mode(mode)));
      if (till.mode !== mode)
        throw new TillError('terminal.forced', 'The till was started for training only: start it without --training');
    }),
    'terminal.about': () => ({ ...about }),
    'terminal.licences': async () => ({
      licences: (await licences.list()).map(({ name, version, licence }) => ({ name, version, licence })),
    }),
    'terminal.licence': async ({ index }) => ({ text: await licences.text(index) }),
    'terminal.try-again': () => till.tryAgain(),
  };
}

export function updatesHandlers({ till }: CommonParts, { updates }: TerminalParts): HandlersOf<'updates'> {
  const active = prolonging(till);
  return {
    'updates.look': active(() => {
      if (updates.view().off !== undefined) throw new TillError('update.off', 'Updates off on this till');
      // Not awaited, as a look may take long: the windows show progress and errors.
      updates.look().catch(() => undefined);
    }),
    'updates.install': active(() => updates.install()),
  };
}

export function provisioningHandlers(
  { till }: CommonParts,
  { openFile }: SystemParts,
  { provisioning, profiles }: TerminalParts,
): HandlersOf<'provision'> {
  const active = prolonging(till);
  return {
    'provision.open': active(async () => {
      requireSetUp('provision.open', till);
      const path = await openFile({ filters: ['json', 'jwe'] });
      if (path === undefined) return { outcome: 'cancelled' };
      requireSetUp('provision.open', till);
      return { outcome: await provisioning.handIn(path) };
    }),
    'provision.hand-in': active(async ({ path }) => {
      requireSetUp('provision.hand-in', till);
      const profile = await profileHandedIn(path);
      return profile ? { outcome: 'profile', profile } : { outcome: await provisioning.handIn(path) };
    }),
    'provision.profiles': async () => ({ profiles: [...(await profiles())] }),
    'provision.profile': active(async () => {
      const path = await openFile({ filters: ['json'] });
      if (path === undefined) return {};
      requireRole('provision.profile', till.roles.current());
      return { profile: await readServiceProfile(path) };
    }),
    'provision.passphrase': (given) => provisioning.passphrase(given),
    'provision.missing': (given) => provisioning.missing(given),
    'provision.answer': (answer) => provisioning.answer(answer),
    'provision.clear-alarm': active(() => provisioning.clearAlarm()),
    'provision.shred': active(() => provisioning.shred()),
  };
}

/** Never returns passphrases. */
export function backupHandlers(
  { till }: CommonParts,
  { chooseFile, openFile, openFolder }: SystemParts,
  { backups, restoring }: TerminalParts,
): HandlersOf<'backup' | 'restore'> {
  const active = prolonging(till);
  return {
    'backup.status': () => backups.status(),
    'backup.create': active(async ({ passphrase, withKeys }) => {
      requirePassphrase(passphrase);
      const path = await chooseFile({ name: backups.proposedName(), filters: ['tillmate'] });
      if (path === undefined) return { saved: false };
      // A long dialog may have outlasted the manager's session.
      requireRole('backup.create', till.roles.current());
      const made = await backups.create({ path, passphrase, withKeys, by: till.roles.actor() });
      return { saved: true, ...made };
    }),
    'backup.daily.folder': active(async () => {
      const folder = await openFolder();
      requireRole('backup.daily.folder', till.roles.current());
      return { folder: folder === undefined ? null : backups.offer(folder) };
    }),
    'backup.daily.set': active((request) => backups.setDaily(request)),
    'backup.daily.off': active(() => backups.daysOff()),
    'backup.daily.now': active(() => backups.dailyNow()),
    'restore.choose': active(async () => {
      requireSetUp('restore.choose', till);
      const path = await openFile({ filters: ['tillmate'] });
      if (path === undefined) return { chosen: null };
      requireSetUp('restore.choose', till);
      return { chosen: await restoring.choose(path) };
    }),
    'restore.open': active(({ id, passphrase }) => {
      requireSetUp('restore.open', till);
      return restoring.open(id, passphrase);
    }),
    'restore.confirm': active((given) => {
      requireSetUp('restore.confirm', till);
      return restoring.confirm(given);
    }),
    'restore.cancel': ({ id }) => restoring.cancel(id),
  };
}
