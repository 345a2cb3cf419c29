import type { CounterSettings } from '../../preload/contract/settings-table.ts';
import type { Random } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { editedPeople, type PeopleEdit } from '../identity/edit-people.ts';
import type { KeysOfState } from '../identity/keys-for.ts';
import type { DailyBackup, State } from '../identity/sealed-record.ts';
import { counterAsStored } from '../settings/given-settings.ts';
import {
  acceptChanges,
  clearProvisioningAlarm,
  needsNoRecord,
  type Save,
  type SaveParts,
  saveCounter,
  saveDaily,
  saveKeys,
  saveMode,
  savePeople,
  saveSettings,
  saveSupportKey,
  withoutAlarm,
  withSupportKey,
} from '../settings/save-settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import type { TerminalTrust } from '../settings/terminal-trust.ts';
import { writeFile } from '../settings/write-sealed.ts';

/** Saves settings and secrets of this terminal, whole or not at all. Errors: those of `saveSettings`. */
export type SaveTerminal = (save: Save) => Promise<void>;

export interface SettingsSaver {
  readonly terminal: SaveTerminal;
  /** Saves the counter's settings, and a PIN where there is another one. Errors: those of `saveCounter`. */
  counter(counter: CounterSettings, managerPin: string | undefined): Promise<void>;
  /** Saves an edit of the people as they were at `version`. Errors: those of `editedPeople` and `savePeople`. */
  people(version: string, edit: PeopleEdit): Promise<void>;
  /** Saves an edit of the keys. Errors: those of `saveKeys`. */
  keys(edit: (before: State) => KeysOfState): Promise<void>;
  /** Saves how daily backups are made; undefined: none are. Errors: those of `saveDaily`. */
  daily(backup: DailyBackup | undefined): Promise<void>;
  /** Saves in which mode the terminal opens. Errors: those of `saveMode`. */
  mode(mode: 'training' | 'live'): Promise<void>;
  /** Saves the public key that support packs are encrypted to. Errors: those of `saveMode`. */
  supportKey(key: string | undefined): Promise<void>;
  /** A manager has seen that a provisioning file set the terminal up anew. Errors: those of `saveMode`. */
  clearProvisioningAlarm(): Promise<void>;
  /** A manager accepts what was changed in `terminal.json` by hand. Errors: those of `writeSealed`. */
  accept(): Promise<void>;
}

/** One way to save for the settings form and for a provisioning file. */
export function createSettingsSaver(parts: {
  readonly store: SettingsStore;
  readonly random: Random;
  readonly log: Log;
  readonly trust: Pick<TerminalTrust, 'forSave'>;
}): SettingsSaver {
  const { store, random, log, trust } = parts;
  const saving = async (): Promise<SaveParts> => ({
    store,
    random,
    leftBehind: leftBehindIn(log),
    ...(await trust.forSave()),
  });
  /** Without the keychain where nothing that is sealed changes. */
  const withRecordFor = async (after: TerminalFile, save: (parts: SaveParts) => Promise<void>) =>
    needsNoRecord(store.file, after) ? writeFile(store, after) : save(await saving());
  return {
    terminal: async (save) => saveSettings(await saving(), save),
    counter: async (given, managerPin) => {
      const counter = counterAsStored(given);
      const save = (all: SaveParts) => saveCounter(all, counter, managerPin);
      return managerPin === undefined ? withRecordFor({ ...store.file, counter }, save) : save(await saving());
    },
    people: async (version, edit) => savePeople(await saving(), (before) => editedPeople(before, version, edit)),
    keys: async (edit) => saveKeys(await saving(), edit),
    daily: async (backup) => saveDaily(await saving(), backup),
    mode: (mode) => withRecordFor({ ...store.file, mode }, (all) => saveMode(all, mode)),
    supportKey: (key) => withRecordFor(withSupportKey(store.file, key), (all) => saveSupportKey(all, key)),
    clearProvisioningAlarm: () => withRecordFor(withoutAlarm(store.file), clearProvisioningAlarm),
    accept: async () => acceptChanges(await saving()),
  };
}

/** Support learns the name of a keychain entry that could not be written or removed, never its content. */
export function leftBehindIn(log: Log): (account: string, cause: unknown) => void {
  return (account, cause) =>
    log.warn('A keychain entry could not be written or removed', { about: account, thrown: cause });
}
