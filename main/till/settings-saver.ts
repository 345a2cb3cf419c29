import type { Random } from '../base/clock.ts';
import type { Log } from '../support/log.ts';
import type { Keychain } from '../terminal/keychain.ts';
import { type Save, saveSettings } from '../terminal/save-settings.ts';
import type { SettingsStore } from '../terminal/settings-store.ts';

/** Saves settings and secrets of this terminal, whole or not at all. Errors: those of `saveSettings`. */
export type SaveTerminal = (save: Save) => Promise<void>;

/** One way to save for the settings form and for a provisioning file. */
export function createSettingsSaver(parts: {
  readonly store: SettingsStore;
  readonly random: Random;
  readonly log: Log;
  keychain(): Promise<Keychain>;
}): SaveTerminal {
  const { store, random, log } = parts;
  return async (save) => {
    const keychain = await parts.keychain();
    await saveSettings({ store, keychain, random, leftBehind }, save);
  };

  /** Support learns the name of a keychain entry that nothing uses any more, never its content. */
  function leftBehind(account: string, cause: unknown): void {
    log.warn('A keychain entry that is no longer used could not be removed', { path: account, reason: String(cause) });
  }
}
