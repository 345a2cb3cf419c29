import { z } from 'zod';

/**
 * How far a journal was: of an event on the disk, never ahead of it. Events from `fromSeq` on are sealed; those before
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
