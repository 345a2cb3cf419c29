import { TillError } from '../base/till-error.ts';
import type { Keychain } from '../identity/keychain.ts';
import { keepRecord, keyFor, type SealedRecord, type State } from '../identity/sealed-record.ts';
import { sealOf } from './seal.ts';
import type { SettingsStore } from './settings-store.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

export interface WriteParts {
  readonly store: SettingsStore;
  readonly keychain: Keychain;
  /** Called with a keychain entry that holds more than it should, because it could not be written or removed. */
  leftBehind(account: string, cause: unknown): void;
}

export interface Change {
  readonly state: Omit<State, 'generation'>;
  readonly file: Omit<TerminalFile, 'seal'>;
}

/**
 * Brings a state of the record and the file that is sealed with it into force together, also when the app is killed in
 * between: the record first has the state in force and the next one, then the file is replaced in one step, then the
 * record lets go of the one before. Whichever generation the file names is in force.
 *
 * `inForce` is the state that the file belongs to now. Errors: those of the keychain and `settings.unwritable`, after
 * which everything is as before. A folder that cannot be synced leaves both states in the record: either file may be there
 * after a crash.
 */
export async function writeSealed(
  parts: WriteParts,
  record: SealedRecord,
  inForce: State,
  change: Change,
): Promise<void> {
  const { store, keychain } = parts;
  // No generation comes twice: a file of an attempt that failed must not fit a later state.
  const generation = Math.max(
    record.current.generation,
    record.next?.generation ?? 0,
    store.file.seal?.generation ?? 0,
  );
  const state: State = { ...change.state, generation: generation + 1 };
  await keepRecord(keychain, { ...record, current: inForce, next: state });
  const afterwards = (current: State) =>
    keepRecord(keychain, { ...record, current, next: undefined }).catch((cause: unknown) =>
      parts.leftBehind(record.terminalId, cause),
    );
  try {
    const { file } = change;
    writeFile(store, { ...file, seal: sealOf(file, keyFor('terminal', record), state) });
  } catch (fault) {
    await afterwards(inForce);
    throw fault;
  }
  if (store.isDurable()) await afterwards(state);
}

/** Replaces the settings file. Errors: `settings.unwritable`. */
export function writeFile(store: SettingsStore, next: TerminalFile): void {
  try {
    store.write(next);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('settings.unwritable', `The settings could not be written: ${why}`, { retryable: true, cause });
  }
}
