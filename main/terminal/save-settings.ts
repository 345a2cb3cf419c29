import type { SettingsDraft } from '../../preload/contract.ts';
import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { SigningKey } from '../service/signing-key.ts';
import type { CounterSettings } from './counter-settings.ts';
import type { Keychain } from './keychain.ts';
import { hashPin } from './pin.ts';
import { type TerminalSettings, tuningSettings } from './settings.ts';
import type { SettingsStore } from './settings-store.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

/** What a person or a file gives. A secret or a tuning that is absent stays as it is. */
export interface Save {
  readonly draft: Omit<SettingsDraft, 'keys' | 'counter'>;
  /** What changes of the counter's settings; the others stay. */
  readonly counter?: Partial<CounterSettings> | undefined;
  readonly tuning?: TerminalSettings['tuning'];
  readonly signingKey: SigningKey | undefined;
  readonly apiKey: string | undefined;
  /** Raised by a provisioning file that replaces what was set; an earlier one stays otherwise. */
  readonly provisioningAlarm?: TerminalFile['provisioningAlarm'];
}

export interface SaveParts {
  readonly store: SettingsStore;
  readonly keychain: Keychain;
  readonly random: Random;
  /** Called with each keychain entry that could not be removed: it holds a secret that nothing uses any more. */
  leftBehind(account: string, cause: unknown): void;
}

/**
 * Saves all or nothing, also when the app is killed in between. Secrets go under new names first; then the settings
 * file is replaced in one step and names them; then the old ones are removed.
 * Errors: `signing-key.required`, `settings.unwritable`, those of the keychain. None of them loses a key that the file names.
 */
export async function saveSettings(parts: SaveParts, save: Save): Promise<void> {
  const { managerPin, ...fields } = save.draft;
  const before = parts.store.file;
  if (save.signingKey === undefined && before.secrets?.signingKey === undefined)
    throw new TillError('signing-key.required', 'A signing key is needed', { field: 'keys.signingKey' });
  const { signingKey, apiKey } = save;
  await saveWithSecrets(parts, { signingKey, apiKey, managerPin }, (secrets) => ({
    ...before,
    mode: 'live',
    ...(save.provisioningAlarm && { provisioningAlarm: save.provisioningAlarm }),
    counter: { ...before.counter, ...save.counter },
    settings: {
      ...fields,
      callbacks: withoutBlanks(fields.callbacks),
      tuning: save.tuning ?? before.settings?.tuning ?? tuningSettings.parse({}),
    },
    secrets,
  }));
}

/** Saves the counter's settings; no secret is touched. Errors: `settings.unwritable`. */
export function saveCounter({ store }: Pick<SaveParts, 'store'>, counter: CounterSettings): void {
  write(store, { ...store.file, counter });
}

/** Saves the counter's settings with another PIN, all or nothing. Errors: as `saveCounter`, and those of the keychain. */
export async function saveCounterAndPin(parts: SaveParts, counter: CounterSettings, managerPin: string): Promise<void> {
  await saveWithSecrets(parts, { managerPin }, (secrets) => ({ ...parts.store.file, counter, secrets }));
}

interface NewSecrets {
  readonly signingKey?: SigningKey | undefined;
  readonly apiKey?: string | undefined;
  readonly managerPin?: string | undefined;
}

/** Keeps the secrets that are given, and then the file that names them beside those that stay. */
async function saveWithSecrets(
  parts: SaveParts,
  given: NewSecrets,
  fileWith: (secrets: TerminalFile['secrets']) => TerminalFile,
): Promise<void> {
  const { store, keychain } = parts;
  const before = store.file;
  const written: string[] = [];
  const keep = async (name: string, secret: string): Promise<string> => {
    const account = `${before.terminalId}/${name}/${parts.random.uuid()}`;
    written.push(account);
    await keychain.set(account, secret);
    return account;
  };
  try {
    const signingKey = given.signingKey && (await keep('signing-key', JSON.stringify(given.signingKey)));
    const apiKey = given.apiKey && (await keep('api-key', given.apiKey));
    const managerPin = given.managerPin && (await keep('manager-pin', await hashPin(given.managerPin)));
    const added = {
      ...(signingKey ? { signingKey } : {}),
      ...(apiKey ? { apiKey } : {}),
      ...(managerPin ? { managerPin } : {}),
    };
    write(store, fileWith({ ...before.secrets, ...added }));
  } catch (fault) {
    // Where only the folder could not be synced, the file names the new secrets already.
    await removeUnused(parts, written);
    throw fault;
  }
  await removeUnused(parts, accounts(before));
}

function accounts(file: TerminalFile): string[] {
  return Object.values(file.secrets ?? {}).filter((account) => account !== undefined);
}

/** A form sends an empty box as an empty text. It means: no address. */
export function withoutBlanks(callbacks: SettingsDraft['callbacks']): TerminalSettings['callbacks'] {
  const filled = Object.entries(callbacks ?? {}).filter(([, value]) => value !== '' && value !== undefined);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

function write(store: SettingsStore, next: TerminalFile): void {
  try {
    store.write(next);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('settings.unwritable', `The settings could not be written: ${why}`, { retryable: true, cause });
  }
}

async function removeUnused(parts: SaveParts, candidates: readonly string[]): Promise<void> {
  const inUse = new Set(accounts(parts.store.file));
  for (const account of candidates.filter((candidate) => !inUse.has(candidate)))
    await parts.keychain.delete(account).catch((cause: unknown) => parts.leftBehind(account, cause));
}
