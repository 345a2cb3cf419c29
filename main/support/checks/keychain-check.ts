import type { Keychain } from '../../identity/secret-items.ts';
import { type Check, failed, failedWith, ok } from './check.ts';
import type { CheckedAccount } from './checked-account.ts';
import { mends } from './mends.ts';

/** A keychain that asks a person says so within five seconds. */
const WITHIN_MS = 7_000;

export interface KeychainParts {
  /** Errors: `keychain.*`. */
  keychain(): Promise<Keychain>;
  readonly account: CheckedAccount;
  readonly processId: number;
  readonly uuid: () => string;
}

/** Writes an entry of its own, reads it back and removes it; what is kept there already is not touched. */
export function keychainCheck({ keychain, account, processId, uuid }: KeychainParts): Check {
  const entry = `probe/check-${processId}`;
  return {
    id: 'keychain',
    withinMs: WITHIN_MS,
    async run() {
      try {
        const opened = await keychain();
        const written = uuid();
        await opened.set(entry, written);
        const read = await opened.get(entry);
        await opened.delete(entry);
        return read === written ? ok('keychain.keeps') : failed('keychain.not-kept', {}, mends.keys);
      } catch (thrown) {
        const found = failedWith(thrown, mends.keys);
        // Training keeps no keys: only a terminal that is to go live needs a keychain.
        return account.kind === 'none' || (account.kind === 'held' && account.training)
          ? { ...found, state: 'warning' }
          : found;
      }
    },
  };
}
