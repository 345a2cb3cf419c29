import type { Keychain } from './keychain.ts';

/** One keychain for the whole run, opened when it is first needed. A failed opening is tried again at the next need. */
export function sharedKeychain(open: () => Promise<Keychain>): () => Promise<Keychain> {
  let opened: Promise<Keychain> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
