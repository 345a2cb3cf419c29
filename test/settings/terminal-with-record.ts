import { systemRandom } from '../../main/base/clock.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { TerminalTrust } from '../../main/settings/current-trust.ts';
import { SettingsSaver } from '../../main/settings/save-settings.ts';
import type { SettingsStore } from '../../main/settings/settings-store.ts';
import { createLog } from '../../main/support/log.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';

export const silentLog = createLog({ write: () => undefined, close: () => undefined });

/** Creates the holder of a terminal's trusted state as `main/app.ts` does, with an in-memory keychain by default. */
export function recordOf(
  store: SettingsStore,
  keychain: () => Promise<Keychain> = inMemory(),
  { random = systemRandom, log = silentLog } = {},
) {
  const leftBehind: string[] = [];
  const trust = new TerminalTrust({
    store,
    keychain,
    leftBehind: (account) => void leftBehind.push(account),
  });
  return { trust, save: new SettingsSaver({ store, random, log, trust }), leftBehind };
}

function inMemory(): () => Promise<Keychain> {
  const chain = memoryKeychain();
  return async () => chain;
}
