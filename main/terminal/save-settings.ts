import type { SettingsDraft } from '../../preload/contract.ts';
import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { SigningKey } from '../service/signing-key.ts';
import type { Keychain } from './keychain.ts';
import { hashPin } from './pin.ts';
import { type TerminalSettings, tuningSettings } from './settings.ts';
import type { SettingsStore } from './settings-store.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

/** What a person or a file gives. A secret or a tuning that is absent stays as it is. */
export interface Save {
  readonly draft: Omit<SettingsDraft, 'keys'>;
  readonly tuning?: TerminalSettings['tuning'];
  readonly signingKey: SigningKey | undefined;
  readonly apiKey: string | undefined;
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
  const { store, keychain } = parts;
  const { managerPin, ...fields } = save.draft;
  const before = store.file;
  if (save.signingKey === undefined && before.secrets === undefined)
    throw new TillError('signing-key.required', 'A signing key is needed', { field: 'keys.signingKey' });

  const written: string[] = [];
  const keep = async (name: string, secret: string): Promise<string> => {
    const account = `${before.terminalId}/${name}/${parts.random.uuid()}`;
    written.push(account);
    await keychain.set(account, secret);
    return account;
  };
  try {
    const signingKey = save.signingKey && (await keep('signing-key', JSON.stringify(save.signingKey)));
    const apiKey = save.apiKey && (await keep('api-key', save.apiKey));
    const pin = managerPin && (await keep('manager-pin', await hashPin(managerPin)));
    const secrets = {
      ...before.secrets,
      ...(signingKey ? { signingKey } : {}),
      ...(apiKey ? { apiKey } : {}),
      ...(pin ? { managerPin: pin } : {}),
    };
    const settings: TerminalSettings = {
      ...fields,
      callbacks: withoutBlanks(fields.callbacks),
      tuning: save.tuning ?? before.settings?.tuning ?? tuningSettings.parse({}),
    };
    write(store, {
      ...before,
      mode: 'live',
      settings,
      secrets: { ...secrets, signingKey: required(secrets.signingKey) },
    });
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
function withoutBlanks(callbacks: SettingsDraft['callbacks']): TerminalSettings['callbacks'] {
  const filled = Object.entries(callbacks ?? {}).filter(([, value]) => value !== '' && value !== undefined);
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

function required(account: string | undefined): string {
  if (account === undefined) throw new TillError('signing-key.required', 'A signing key is needed');
  return account;
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
