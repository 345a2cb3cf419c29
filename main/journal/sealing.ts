import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { z } from 'zod';

/**
 * The seal of a journal at its place. An event's mac is HMAC-SHA256 (hex) over the place and the event's hash. The hash
 * covers the previous event's hash, so a valid mac proves its event and every event before. A chain of macs would prove
 * nothing more, and a single lost event would invalidate all later macs. The place separates the journals of two
 * accounts, which share a key. The label separates the macs of events from other macs of the same key.
 */
export class Sealing {
  readonly #seal: JournalSeal;
  /** Created once: creating the key object takes longer than a mac. */
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

  /** True if the till itself wrote an event with this hash here. Does not check the rest of the row: see `isLinked`. */
  isSealed({ hash, mac }: { readonly hash: string; readonly mac: string | null }): boolean {
    return mac !== null && mac === this.mac(hash);
  }

  get anchor(): Anchor | undefined {
    return this.#seal.anchor(this.#place);
  }

  /** Throws if the keychain is unreachable. */
  async keep(anchor: Anchor): Promise<void> {
    await this.#seal.keepAnchor(this.#place, anchor);
  }
}

/** The place of a journal: the folder name of its account, independent of the data folder's path. */
export function placeOf(file: string): string {
  return basename(dirname(file));
}

export function sealingOf({ seal, file }: { readonly seal?: JournalSeal | undefined; readonly file: string }) {
  return seal === undefined ? undefined : new Sealing(seal, file);
}

/**
 * The head of a journal: an event on the disk, never ahead of the disk. Events from `fromSeq` on are sealed. Earlier
 * events were written without a key and are bound by the chain of the sealed events.
 */
export const anchorSchema = z.object({
  journalId: z.string(),
  fromSeq: z.int().min(1),
  seq: z.int().min(1),
  hash: z.string(),
  /** The number of the last closed shift, if any: the number must stay unique, even after the journal was lost. */
  shift: z.int().min(1).optional(),
  /** End of the shift, ms since the epoch. */
  shiftTo: z.int().optional(),
});

export type Anchor = Readonly<z.infer<typeof anchorSchema>>;

/**
 * The keychain's data for journals. A place is the folder of an account's journal, because a missing journal cannot
 * give its id. A seal with another key begins without anchors.
 */
export interface JournalSeal {
  /** For HMAC-SHA256, 32 bytes; the journal signs under its own label. */
  readonly key: Buffer;
  /** The last anchor passed to `keepAnchor` for a place, stored or not; before the first, the keychain's anchor. */
  anchor(place: string): Anchor | undefined;
  /** Stores an anchor. Throws if the keychain is unreachable; the caller then retries. No sale waits. */
  keepAnchor(place: string, anchor: Anchor): Promise<void>;
}
