import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { EventRow } from './hash-chain.ts';
import type { Anchor, JournalSeal } from './journal-seal.ts';

/**
 * The seal of the journal at one place. An event's mac is HMAC-SHA256 (hex) over the place and the event's hash. The
 * hash covers the hash of the event before, so one right mac proves its event and every event before it: a chain of
 * macs would prove nothing more, and a single lost event would then make all later macs worthless. The place keeps the
 * journal of one account from passing for that of another, which the same key seals; the label keeps a mac of something
 * else that this key signs from passing for one of an event.
 */
export class Sealing {
  readonly #seal: JournalSeal;
  /** Made once: making it takes longer than a mac. */
  readonly #key: KeyObject;
  readonly #place: string;

  constructor(seal: JournalSeal, file: string) {
    this.#seal = seal;
    this.#key = createSecretKey(seal.key);
    this.#place = placeOf(file);
  }

  mac(hash: string): string {
    return createHmac('sha256', this.#key).update(`tillmate journal\n${this.#place}\n${hash}`).digest('hex');
  }

  /**
   * True where the till itself wrote an event with this hash here. Says nothing about the rest of the row: see
   * `isLinked`.
   */
  isSealed({ hash, mac }: Pick<EventRow, 'hash' | 'mac'>): boolean {
    return mac !== null && mac === this.mac(hash);
  }

  get anchor(): Anchor | undefined {
    return this.#seal.anchor(this.#place);
  }

  /** Rejects where the keychain cannot be reached. */
  async keep(anchor: Anchor): Promise<void> {
    await this.#seal.keepAnchor(this.#place, anchor);
  }
}

/** The place of a journal: the name of its account's folder, which is the same wherever the data folder is. */
export function placeOf(file: string): string {
  return basename(dirname(file));
}

export function sealingOf({ seal, file }: { readonly seal?: JournalSeal | undefined; readonly file: string }) {
  return seal === undefined ? undefined : new Sealing(seal, file);
}
