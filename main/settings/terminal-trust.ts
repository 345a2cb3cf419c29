import { type TillError, toTillError } from '../base/till-error.ts';
import { keyFor, type Sealed } from '../identity/sealed-record.ts';
import type { Keychain } from '../identity/secret-items.ts';
import type { Tally } from '../identity/tally.ts';
import { namesRecord, readTrust, type Trust } from './read-trust.ts';
import { tampering } from './secrets.ts';
import type { SettingsStore } from './settings-store.ts';

export interface TerminalTrustParts {
  readonly store: SettingsStore;
  /** The system's keychain. Errors: those of `sharedKeychain`. */
  keychain(): Promise<Keychain>;
  leftBehind(account: string, cause: unknown): void;
}

/** What is known of the terminal's record in the keychain: read at the start, and after each change. */
export interface TerminalTrust {
  /** As it was last found; `none` before it was looked for. */
  readonly found: Trust;
  /** Why the record could not be read, or why it is not to be trusted; nobody is a manager then. */
  readonly fault: TillError | undefined;
  /** What stands in `terminal.json` that Tillmate did not write there: `terminal.tampered`. */
  readonly tampered: TillError | undefined;
  /** The key of the terminal's record that seals these; undefined as long as no record is held. */
  keyFor(sealed: Sealed): Buffer | undefined;
  /** Reads it anew. Never rejects: `fault` says what went wrong. */
  look(): Promise<void>;
  /**
   * What a save begins with, read anew. A record that the file does not speak of locks the terminal: somebody took its
   * seal away. Errors: those of the keychain, and `terminal.tampered` in that case.
   */
  forSave(): Promise<{ readonly trust: Trust; readonly keychain: Keychain }>;
}

export function createTerminalTrust({ store, keychain, ...parts }: TerminalTrustParts): TerminalTrust {
  let found: Trust = { kind: 'none' };
  let fault: TillError | undefined;
  /** A record was found that the file does not speak of. */
  let unnamed = false;
  let atStart = true;
  const tallyInUse = (sealKey: string): Tally | undefined =>
    found.kind === 'held' && found.record.sealKey === sealKey ? found.tally : undefined;

  async function read(thorough: boolean): Promise<Trust> {
    if (!thorough && !namesRecord(store.file)) return { kind: 'none' };
    const trust = await readTrust({ ...parts, store, keychain: await keychain(), tallyInUse, atStart });
    atStart = false;
    return trust;
  }

  return {
    get found() {
      return found;
    },
    get fault() {
      return fault;
    },
    get tampered() {
      return tampering(found);
    },
    keyFor: (sealed) => (found.kind === 'held' ? keyFor(sealed, found.record) : undefined),
    async look() {
      try {
        found = await read(unnamed);
        fault = found.kind === 'lost' ? found.error : undefined;
      } catch (thrown) {
        fault = toTillError(thrown);
      }
    },
    async forSave() {
      const before = found.kind;
      const trust = await read(true);
      if (before === 'none' && trust.kind === 'held') {
        unnamed = true;
        found = trust;
        const error = tampering(trust);
        if (error !== undefined) throw error;
      }
      return { trust, keychain: await keychain() };
    },
  };
}
