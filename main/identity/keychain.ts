import { type KeychainMachine, NotKept, refused, thisMachine, unloadable } from './keychain-error.ts';
import { inParts, WINDOWS_ITEM_BYTES } from './keychain-parts.ts';
import type { Keychain } from './secret-items.ts';

export type { Keychain } from './secret-items.ts';

/** The used part of keytar, which no other file knows; tests play one that is locked. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Name under which the system's keychain lists our entries; the account tells terminal and secret apart. */
const SERVICE = 'Tillmate';

/**
 * Opens the system's keychain and proves that it keeps what it is given. Waits as long as the system asks a person:
 * `sharedKeychain` does not.
 * Errors: `keychain.library` (libsecret is not installed), `keychain.missing`, `keychain.locked`.
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

/** Secrets that are gone when the app ends, for training mode: its key is made anew at each start. */
export function memoryKeychain(): Keychain {
  const secrets = new Map<string, string>();
  return {
    kind: 'memory',
    get: async (account) => secrets.get(account),
    set: async (account, secret) => void secrets.set(account, secret),
    delete: async (account) => void secrets.delete(account),
  };
}

function systemKeychain(library: KeychainLibrary): Keychain {
  return {
    kind: 'keychain',
    get: async (account) => (await library.getPassword(SERVICE, account)) ?? undefined,
    set: (account, secret) => library.setPassword(SERVICE, account, secret),
    delete: async (account) => void (await library.deletePassword(SERVICE, account)),
  };
}

const PROBE = `probe/${process.pid}`;
let probes = 0;

/**
 * The same keychain, whose errors have our codes. A locked keyring says of each entry that it is not there, and a till
 * that believed it would forget its PIN. So an entry is absent only where the keychain can be written to at this moment.
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
    kind: keychain.kind,
    get: (account) => safely(get(account)),
    set: (account, secret) => safely(keychain.set(account, secret)),
    delete: (account) => safely(keychain.delete(account)),
  };
}

/** A keychain can take a secret and lose it. Reading one back shows that it does not. */
async function probe(keychain: Keychain): Promise<void> {
  probes += 1;
  const written = `${process.pid}.${probes}`;
  await keychain.set(PROBE, written);
  const read = await keychain.get(PROBE);
  await keychain.delete(PROBE);
  if (read !== written) throw new NotKept();
}
