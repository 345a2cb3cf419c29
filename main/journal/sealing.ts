import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { z } from 'zod';

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
  isSealed({ hash, mac }: { readonly hash: string; readonly mac: string | null }): boolean {
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

/**
 * The head of a journal: an event on the disk, never ahead of it. Events from `fromSeq` on are sealed; those before
 * were written without a key, and are bound by the chain that the sealed ones end.
 */
export const anchorSchema = z.object({
  journalId: z.string(),
  fromSeq: z.int().min(1),
  seq: z.int().min(1),
  hash: z.string(),
  /**
   * The number of the last shift that was closed, where one was: no other may have it, also after the journal was lost.
   */
  shift: z.int().min(1).optional(),
  /** Time of its closing, ms since the epoch. */
  shiftTo: z.int().optional(),
});

export type Anchor = Readonly<z.infer<typeof anchorSchema>>;

/**
 * The keychain of a journal. A place is the folder of an account's journal: one that is gone cannot tell its id. A seal
 * with another key begins without anchors.
 */
export interface JournalSeal {
  /** For HMAC-SHA256, 32 bytes; the journal signs under a label of its own. */
  readonly key: Buffer;
  /**
   * The newest anchor of a place that was handed to `keepAnchor`, kept yet or not; at first what the keychain holds.
   */
  anchor(place: string): Anchor | undefined;
  /** Rejects where the keychain cannot be reached, and is called again. No sale waits for it. */
  keepAnchor(place: string, anchor: Anchor): Promise<void>;
}
