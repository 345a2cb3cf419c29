import type { Keychain } from '../../main/identity/keychain.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';

/** Simulates a power loss: no later operation succeeds. */
export class SwitchedOff extends Error {}

export interface LimitedKeychain extends Keychain {
  readonly items: ReadonlyMap<string, string>;
  /** The number of changes before the power loss; undefined: unlimited. */
  changesLeft: number | undefined;
}

/** An in-memory keychain with a size limit per item, as on Windows, and a simulated power loss. */
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
