import { TillError } from '../base/till-error.ts';
import type { Keychain } from '../identity/keychain.ts';
import { keepRecord, keyFor, type SealedRecord, type State } from '../identity/sealed-record.ts';
import { sealOf } from './seal.ts';
import type { SettingsStore } from './settings-store.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

export interface WriteParts {
  readonly store: SettingsStore;
  readonly keychain: Keychain;
  /** Called for a keychain entry with outdated content, after a failed write or removal. */
  leftBehind(account: string, cause: unknown): void;
}

interface Change {
  readonly state: Omit<State, 'generation'>;
  readonly file: Omit<TerminalFile, 'seal'>;
}

/**
 * Brings a state and the file sealed with the state into force together, also if the app is killed meanwhile: the
 * record gets the next state, the file is replaced in one step, then the record drops the present state. The generation
 * named by the file is in force. `inForce`: the state of the present file. Throws the errors of the keychain and
 * `settings.unwritable`; both leave everything unchanged. A failed sync of the folder leaves both states in the record:
 * a crash may leave either file.
 */
export async function writeSealed(
  parts: WriteParts,
  record: SealedRecord,
  inForce: State,
  change: Change,
): Promise<void> {
  const { store, keychain } = parts;
  // A generation is never reused: the file of a failed attempt must not match a later state.
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

/** Replaces the settings file. Throws `TillError` `settings.unwritable`. */
export function writeFile(store: SettingsStore, next: TerminalFile): void {
  try {
    store.write(next);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('settings.unwritable', `Settings not written: ${why}`, { retryable: true, cause });
  }
}
