import type { Keychain } from './keychain.ts';
import { type KeychainMachine, NotKept, refused, thisMachine, unloadable } from './keychain-error.ts';
import { inParts, WINDOWS_ITEM_BYTES } from './keychain-parts.ts';

/** The used part of keytar, which no other file imports; tests simulate a locked keychain. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Service name of our entries in the system's keychain; the account name separates terminals and secrets. */
const SERVICE = 'Tillmate';

/**
 * Verifies that secrets are stored. Waits without limit while the system asks a person (time limit: `sharedKeychain`).
 * Throws `TillError` `keychain.library` (libsecret is not installed), `keychain.missing`, `keychain.locked`.
 */
export async function openKeychain(
  machine: KeychainMachine = thisMachine,
  load: () => Promise<KeychainLibrary> = async () => (await import('keytar')).default,
): Promise<Keychain> {
  const library = await load().catch((cause: unknown) => {
    throw unloadable(cause, machine);
  });
  const whole = systemKeychain(library);
  const keychain = proven(machine.platform === 'win32' ? inParts(whole, WINDOWS_ITEM_BYTES) : whole, machine);
  await keychain.get(PROBE);
  return keychain;
}

function systemKeychain(library: KeychainLibrary): Keychain {
  return {
    get: async (account) => (await library.getPassword(SERVICE, account)) ?? undefined,
    set: (account, secret) => library.setPassword(SERVICE, account, secret),
    delete: async (account) => void (await library.deletePassword(SERVICE, account)),
  };
}

const PROBE = `probe/${process.pid}`;
let probes = 0;

/**
 * Wraps a keychain to throw our error codes. A locked keyring reports every entry as absent, and the till would forget
 * its PIN. So an entry counts as absent only while the keychain accepts writes.
 */
function proven(keychain: Keychain, machine: KeychainMachine): Keychain {
  const safely = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw refused(cause, machine);
    });
  const get = async (account: string): Promise<string | undefined> => {
    const secret = await keychain.get(account);
    if (secret !== undefined) return secret;
    await probe(keychain);
    return keychain.get(account);
  };
  return {
    get: (account) => safely(get(account)),
    set: (account, secret) => safely(keychain.set(account, secret)),
    delete: (account) => safely(keychain.delete(account)),
  };
}

/** Detects a keychain that accepts secrets and loses them, by reading a secret back. */
async function probe(keychain: Keychain): Promise<void> {
  probes += 1;
  const written = `${process.pid}.${probes}`;
  await keychain.set(PROBE, written);
  const read = await keychain.get(PROBE);
  await keychain.delete(PROBE);
  if (read !== written) throw new NotKept();
}
