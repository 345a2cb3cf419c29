import { TillError } from '../base/till-error.ts';
import { parseSigningKey, type SigningKey } from '../service/signing-key.ts';
import type { Keychain } from './keychain.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

/** The secrets of a provisioned terminal, in memory as long as it runs live. */
export interface Secrets {
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
}

/**
 * Reads what the settings file names from the keychain.
 * Errors: those of the keychain; `keychain.empty` where an entry is absent, as it is for another user of the machine or
 * in a copied data folder.
 */
export async function readSecrets(keychain: Keychain, file: TerminalFile): Promise<Secrets> {
  const { signingKey, apiKey } = file.secrets ?? {};
  if (signingKey === undefined) throw new TillError('signing-key.required', 'This terminal has no signing key');
  const key = parseSigningKey(await entry(keychain, signingKey));
  if ('code' in key) throw new TillError('keychain.empty', 'The signing key in the keychain is damaged');
  return {
    signingKey: key,
    apiKey: apiKey && (await entry(keychain, apiKey)),
  };
}

/**
 * The hash of the manager's PIN alone. Training mode needs it too: without the PIN anybody could change the settings.
 * Errors: as `readSecrets`.
 */
export async function readPinHash(keychain: () => Promise<Keychain>, file: TerminalFile): Promise<string | undefined> {
  const account = file.secrets?.managerPin;
  return account === undefined ? undefined : entry(await keychain(), account);
}

async function entry(keychain: Keychain, account: string): Promise<string> {
  const secret = await keychain.get(account);
  if (secret !== undefined) return secret;
  throw new TillError('keychain.empty', "The keychain no longer has this terminal's keys: provision it again", {
    values: { account },
  });
}
