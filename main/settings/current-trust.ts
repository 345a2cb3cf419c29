import { type TillError, toTillError } from '../base/till-error.ts';
import type { Keychain } from '../identity/keychain.ts';
import { signingIn } from '../identity/people.ts';
import type { Access } from '../identity/pin-guesses.ts';
import { keyFor, type Sealed } from '../identity/sealed-record.ts';
import { namesRecord, readTrust, type Trust } from './read-trust.ts';
import { tampering } from './secrets.ts';
import type { SettingsStore } from './settings-store.ts';

interface TerminalTrustParts {
  readonly store: SettingsStore;
  keychain(): Promise<Keychain>;
  leftBehind(account: string, cause: unknown): void;
}

/** The terminal's sealed record, read at the start and after each change. */
export class TerminalTrust {
  readonly #parts: TerminalTrustParts;
  #found: Trust = { kind: 'none' };
  #fault: TillError | undefined;
  /** True if the keychain has a record and the file has no seal. */
  #isUnnamed = false;
  #atStart = true;

  constructor(parts: TerminalTrustParts) {
    this.#parts = parts;
  }

  /** `none` before the first look. */
  get found(): Trust {
    return this.#found;
  }

  /** The reason for an unreadable or untrusted record; without a trusted record no manager can sign in. */
  get fault(): TillError | undefined {
    return this.#fault;
  }

  /** `terminal.tampered` if `terminal.json` was changed outside Tillmate. */
  get tampered(): TillError | undefined {
    return tampering(this.#found);
  }

  /** Who may sign in, by the record. */
  get access(): Access {
    if (this.#fault !== undefined) return { kind: 'locked', why: this.#fault };
    const found = this.#found;
    if (found.kind === 'lost') return { kind: 'locked', why: found.error };
    if (found.kind === 'none' || !found.state.pinRequired) return { kind: 'open' };
    return { kind: 'pin', people: signingIn(found.state), tries: found.tally };
  }

  /** Returns the record's key for this kind of seal; undefined without a trusted record. */
  keyFor(sealed: Sealed): Buffer | undefined {
    return this.#found.kind === 'held' ? keyFor(sealed, this.#found.record) : undefined;
  }

  /** Reads the record again. Never rejects: `fault` has the reason. */
  async look(): Promise<void> {
    try {
      const isNamed = this.#isUnnamed || namesRecord(this.#parts.store.file);
      this.#found = isNamed ? await this.#read() : { kind: 'none' };
      this.#fault = this.#found.kind === 'lost' ? this.#found.error : undefined;
    } catch (thrown) {
      this.#fault = toTillError(thrown);
    }
  }

  /** For a save. A removed seal locks the terminal. Throws the errors of the keychain, and `terminal.tampered` then. */
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
