import type { Keychain } from '../../main/identity/keychain.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';

/** The machine was switched off in the middle: nothing more happens. */
export class SwitchedOff extends Error {}

export interface LimitedKeychain extends Keychain {
  readonly items: ReadonlyMap<string, string>;
  /** The number of changes that still happen; undefined: all. */
  changesLeft: number | undefined;
}

/** A keychain in memory whose items hold so many bytes, as those of Windows do, and which can be switched off. */
export function limitedKeychain(itemBytes: number): LimitedKeychain {
  const inner = memoryKeychain();
  const items = new Map<string, string>();
  const change = () => {
    if (limited.changesLeft === undefined) return;
    if (limited.changesLeft === 0) throw new SwitchedOff();
    limited.changesLeft -= 1;
  };
  const limited: LimitedKeychain = {
    items,
    changesLeft: undefined,
    async get(account) {
      if (limited.changesLeft === 0) throw new SwitchedOff();
      return inner.get(account);
    },
    async set(account, secret) {
      if (Buffer.byteLength(secret) > itemBytes) throw new Error('The stub received bad data.');
      change();
      items.set(account, secret);
      await inner.set(account, secret);
    },
    async delete(account) {
      change();
      items.delete(account);
      await inner.delete(account);
    },
  };
  return limited;
}
