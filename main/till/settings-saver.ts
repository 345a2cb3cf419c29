import type { Random } from '../base/clock.ts';
import type { Log } from '../support/log.ts';
import type { CounterSettings } from '../terminal/counter-settings.ts';
import type { Keychain } from '../terminal/keychain.ts';
import { type Save, saveCounter, saveCounterAndPin, saveSettings } from '../terminal/save-settings.ts';
import type { SettingsStore } from '../terminal/settings-store.ts';

/** Saves settings and secrets of this terminal, whole or not at all. Errors: those of `saveSettings`. */
export type SaveTerminal = (save: Save) => Promise<void>;

/** Saves the counter's settings, and a PIN where there is another one. Errors: those of `saveCounterAndPin`. */
export type SaveCounter = (counter: CounterSettings, managerPin: string | undefined) => Promise<void>;

export interface SettingsSaver {
  readonly terminal: SaveTerminal;
  readonly counter: SaveCounter;
}

/** One way to save for the settings form and for a provisioning file. */
export function createSettingsSaver(parts: {
  readonly store: SettingsStore;
  readonly random: Random;
  readonly log: Log;
  keychain(): Promise<Keychain>;
}): SettingsSaver {
  const { store, random, log, keychain } = parts;
  const saving = async () => ({ store, random, keychain: await keychain(), leftBehind });
  return {
    terminal: async (save) => saveSettings(await saving(), save),
    counter: async (counter, managerPin) =>
      managerPin === undefined
        ? saveCounter({ store }, counter)
        : saveCounterAndPin(await saving(), counter, managerPin),
  };

  /** Support learns the name of a keychain entry that nothing uses any more, never its content. */
  function leftBehind(account: string, cause: unknown): void {
    log.warn('A keychain entry that is no longer used could not be removed', { path: account, reason: String(cause) });
  }
}
