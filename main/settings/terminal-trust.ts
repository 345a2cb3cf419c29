import { type TillError, toTillError } from '../base/till-error.ts';
import type { Keychain } from '../identity/keychain.ts';
import { keyFor, type Sealed } from '../identity/sealed-record.ts';
import { namesRecord, readTrust, type Trust } from './read-trust.ts';
import { tampering } from './secrets.ts';
import type { SettingsStore } from './settings-store.ts';

interface TerminalTrustParts {
  readonly store: SettingsStore;
  /** The system's keychain. Errors: those of `sharedKeychain`. */
  keychain(): Promise<Keychain>;
  leftBehind(account: string, cause: unknown): void;
}

/** The terminal's record in the keychain, read at the start and after each change. */
export class TerminalTrust {
  readonly #parts: TerminalTrustParts;
  #found: Trust = { kind: 'none' };
  #fault: TillError | undefined;
  /** A record was found that the file does not speak of. */
  #isUnnamed = false;
  #atStart = true;

  constructor(parts: TerminalTrustParts) {
    this.#parts = parts;
  }

  /** `none` before it was looked for. */
  get found(): Trust {
    return this.#found;
  }

  /** Why the record could not be read, or why it is not to be trusted; nobody is a manager then. */
  get fault(): TillError | undefined {
    return this.#fault;
  }

  /** `terminal.tampered`: Tillmate did not write what stands in `terminal.json`. */
  get tampered(): TillError | undefined {
    return tampering(this.#found);
  }

  /** The key of the terminal's record that seals these; undefined as long as no record is held. */
  keyFor(sealed: Sealed): Buffer | undefined {
    return this.#found.kind === 'held' ? keyFor(sealed, this.#found.record) : undefined;
  }

  /** Reads it anew. Never rejects: `fault` says what went wrong. */
  async look(): Promise<void> {
    try {
      const isNamed = this.#isUnnamed || namesRecord(this.#parts.store.file);
      this.#found = isNamed ? await this.#read() : { kind: 'none' };
      this.#fault = this.#found.kind === 'lost' ? this.#found.error : undefined;
    } catch (thrown) {
      this.#fault = toTillError(thrown);
    }
  }

  /**
   * What a save begins with, read anew. A record that the file does not speak of locks the terminal: somebody took its
   * seal away. Errors: those of the keychain, and `terminal.tampered` in that case.
   */
  async forSave(): Promise<{ readonly trust: Trust; readonly keychain: Keychain }> {
    const before = this.#found.kind;
    const trust = await this.#read();
    if (before === 'none' && trust.kind === 'held') {
      this.#isUnnamed = true;
      this.#found = trust;
      const error = tampering(trust);
      if (error !== undefined) throw error;
    }
    return { trust, keychain: await this.#parts.keychain() };
  }

  async #read(): Promise<Trust> {
    const { keychain, ...parts } = this.#parts;
    const trust = await readTrust({
      ...parts,
      keychain: await keychain(),
      tallyInUse: (sealKey) => {
        const found = this.#found;
        return found.kind === 'held' && found.record.sealKey === sealKey ? found.tally : undefined;
      },
      atStart: this.#atStart,
    });
    this.#atStart = false;
    return trust;
  }
}
