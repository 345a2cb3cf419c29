import { z } from 'zod';
import { isSameMac, macOf } from '../base/mac.ts';
import { TillError } from '../base/till-error.ts';
import { anchorSchema, type JournalSeal } from '../journal/journal-seal.ts';
import { jsonOrUndefined } from './json-syntax.ts';
import type { Keychain } from './secret-items.ts';

const counts = z.object({
  version: z.literal(1),
  /** Wrong PINs since the last right one, and one that is being checked. */
  wrongTries: z.int().min(0),
  anchors: z.record(z.string(), anchorSchema),
});
type Counts = z.output<typeof counts>;
const stored = counts.extend({ mac: z.string() });

/**
 * What changes often and must not be set back by starting anew. It is an item of its own beside the record, whose key
 * seals it; a record without a tally is as good as none.
 */
export interface Tally {
  readonly wrongTries: number;
  /** Resolves once the number is kept. Errors: those of the keychain; the number is then as it was. */
  setWrongTries(wrongTries: number): Promise<void>;
  /** Of the journals that it knows of. */
  readonly places: readonly string[];
  anchor: JournalSeal['anchor'];
  /** Anchors that come while one is being written go together with the next writing. */
  keepAnchor: JournalSeal['keepAnchor'];
}

export function tallyAccount(terminalId: string): string {
  return `${terminalId}/tally`;
}

/** Begins a tally for a record that is about to be made; whatever tally there was belongs to no record any more. */
export async function beginTally(keychain: Keychain, terminalId: string, key: Buffer): Promise<void> {
  await keep(keychain, terminalId, key, { version: 1, wrongTries: 0, anchors: {} });
}

/**
 * The terminal's tally. Errors: those of the keychain; `keychain.damaged` where it is gone or was altered, which both set
 * the count of wrong tries back.
 */
export async function openTally(keychain: Keychain, terminalId: string, key: Buffer): Promise<Tally> {
  const text = await keychain.get(tallyAccount(terminalId));
  const read = stored.safeParse(text === undefined ? undefined : jsonOrUndefined(text)).data;
  if (read === undefined || !isSameMac(read.mac, macOfCounts(terminalId, key, read)))
    throw new TillError('keychain.damaged', "The terminal's tally in the keychain is gone or not as it was written", {
      values: { account: tallyAccount(terminalId) },
    });
  let kept = counts.parse(read);
  let wanted = kept;
  let writing: Promise<void> | undefined;
  /** Stands for all who ask while one writing is under way. */
  let following: Promise<void> | undefined;

  async function write(): Promise<void> {
    const next = wanted;
    await keep(keychain, terminalId, key, next);
    kept = next;
  }

  function begin(): Promise<void> {
    const mine = write().finally(() => {
      writing = undefined;
    });
    writing = mine;
    return mine;
  }

  function written(): Promise<void> {
    if (writing === undefined) return begin();
    following ??= writing
      .catch(() => undefined)
      .then(() => {
        following = undefined;
        return begin();
      });
    return following;
  }

  return {
    get wrongTries() {
      return wanted.wrongTries;
    },
    async setWrongTries(wrongTries) {
      wanted = { ...wanted, wrongTries };
      try {
        await written();
      } catch (fault) {
        wanted = { ...wanted, wrongTries: kept.wrongTries };
        throw fault;
      }
    },
    get places() {
      return Object.keys(wanted.anchors);
    },
    anchor: (place) => wanted.anchors[place],
    keepAnchor(place, anchor) {
      wanted = { ...wanted, anchors: { ...wanted.anchors, [place]: anchor } };
      return written();
    },
  };
}

function keep(keychain: Keychain, terminalId: string, key: Buffer, what: Counts): Promise<void> {
  return keychain.set(tallyAccount(terminalId), JSON.stringify({ ...what, mac: macOfCounts(terminalId, key, what) }));
}

function macOfCounts(terminalId: string, key: Buffer, what: Counts): string {
  const { version, wrongTries, anchors } = counts.parse(what);
  return macOf(key, [terminalId, version, wrongTries, anchors]);
}
