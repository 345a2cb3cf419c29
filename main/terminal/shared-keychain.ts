import type { Clock } from '../base/clock.ts';
import { type Keychain, openKeychain } from './keychain.ts';

/** One keychain for the whole run. It is opened when it is first needed; a failed opening is tried again at the next need. */
export function sharedKeychain(clock: Clock): () => Promise<Keychain> {
  let opened: Promise<Keychain> | undefined;
  return () => {
    opened ??= openKeychain(clock).catch((fault: unknown) => {
      opened = undefined;
      throw fault;
    });
    return opened;
  };
}
