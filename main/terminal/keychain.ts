import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';

/** Where secrets live. The only file that knows which library reaches the system's keychain. */
export interface Keychain {
  /** `keychain`: the system's own. `memory`: gone when the app ends, for training. */
  readonly kind: 'keychain' | 'memory';
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

/** Name under which the system's keychain lists our entries; the account tells terminal and secret apart. */
const SERVICE = 'Tillmate';

/** A locked keychain may ask a person for its password. After this time nobody is expected to answer. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Opens the system's keychain and proves that it keeps what it is given.
 * Errors: `keychain.missing`, whose message says what to do on this system.
 */
export async function openKeychain(clock: Clock): Promise<Keychain> {
  try {
    const { default: keytar } = await import('keytar');
    const keychain: Keychain = {
      kind: 'keychain',
      get: async (account) => (await keytar.getPassword(SERVICE, account)) ?? undefined,
      set: (account, secret) => keytar.setPassword(SERVICE, account, secret),
      delete: async (account) => void (await keytar.deletePassword(SERVICE, account)),
    };
    await within(clock, probe(keychain, `${clock.now()}`));
    return guarded(keychain, clock);
  } catch (cause) {
    throw missing(cause);
  }
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

/** A keychain can take a secret and lose it. Reading one back shows that it does not. */
async function probe(keychain: Keychain, written: string): Promise<void> {
  const account = `probe/${process.pid}`;
  await keychain.set(account, written);
  const read = await keychain.get(account);
  await keychain.delete(account);
  if (read !== written) throw new Error('the keychain did not give back what it was given');
}

/** A keychain that goes away while the app runs gives the same error as one that is missing from the start. */
function guarded(keychain: Keychain, clock: Clock): Keychain {
  const safely = <T>(work: Promise<T>): Promise<T> =>
    within(clock, work).catch((cause: unknown) => {
      throw missing(cause);
    });
  return {
    kind: keychain.kind,
    get: (account) => safely(keychain.get(account)),
    set: (account, secret) => safely(keychain.set(account, secret)),
    delete: (account) => safely(keychain.delete(account)),
  };
}

function within<T>(clock: Clock, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ANSWER_WITHIN_MS, () => reject(new Error('the keychain did not answer')));
    work.then(resolve, reject).finally(stop);
  });
}

const WHAT_TO_DO: Readonly<Record<string, string>> = {
  linux: 'Install and unlock a keyring (gnome-keyring or KWallet, with libsecret) and log in to a desktop session.',
  darwin: 'Unlock the login keychain in Keychain Access and allow Tillmate to use it.',
  win32: 'Log in with a Windows account that may use the Credential Manager.',
};

function missing(cause: unknown): TillError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const advice = WHAT_TO_DO[process.platform] ?? 'Install a keychain that this system supports.';
  return new TillError('keychain.missing', `The system's keychain cannot be used: ${why}. ${advice}`, {
    retryable: true,
    values: { platform: process.platform, why: why.slice(0, 200) },
    cause,
  });
}
