import { z } from 'zod';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { isSameMac, macOf } from '../base/mac.ts';
import { TillError } from '../base/till-error.ts';
import { type Anchor, anchorSchema, type JournalSeal } from '../journal/journal-seal.ts';
import type { Keychain } from './secret-items.ts';

const counts = z.object({
  version: z.literal(1),
  /** Wrong PINs since the last right one, and one that is being checked. */
  wrongTries: z.int().min(0),
  anchors: z.record(z.string(), anchorSchema),
  /** The restore whose anchors it has taken over. */
  restored: z.string().optional(),
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
  /** Takes over the anchors of the journals that a restore has put in place, once. Errors: those of the keychain. */
  adopt(restored: { readonly id: string; readonly anchors: Readonly<Record<string, Anchor>> }): Promise<void>;
}

export function tallyAccount(terminalId: string): string {
  return `${terminalId}/tally`;
}

/** Begins a tally for a record that is about to be made; whatever tally there was belongs to no record any more. */
export async function beginTally(keychain: Keychain, terminalId: string, key: Buffer): Promise<void> {
  await keychain.set(tallyAccount(terminalId), textOf(terminalId, key, { version: 1, wrongTries: 0, anchors: {} }));
}

/**
 * The terminal's tally. Errors: those of the keychain; `keychain.damaged` where it is gone or was altered, which both set
 * the count of wrong tries back. The tally's own calls have the same errors, `keychain.damaged` also where another process
 * has written since: what this one knows is older then, and would set back what that one counted.
 */
export async function openTally(keychain: Keychain, terminalId: string, key: Buffer): Promise<Tally> {
  const account = tallyAccount(terminalId);
  const text = await keychain.get(account);
  const read = stored.safeParse(text === undefined ? undefined : jsonOrUndefined(text)).data;
  if (text === undefined || read === undefined || !isSameMac(read.mac, macOfCounts(terminalId, key, read)))
    throw damaged(account);
  /** What the keychain may hold: what was read or written last, and what it may have kept since though it failed. */
  let mayHold = [text];
  let kept = counts.parse(read);
  let wanted = kept;
  let writing: Promise<void> | undefined;
  /** Stands for all who ask while one writing is under way. */
  let following: Promise<void> | undefined;

  async function write(): Promise<void> {
    const next = wanted;
    const [before, after] = [await keychain.get(account), textOf(terminalId, key, next)];
    if (before === undefined || !mayHold.includes(before)) throw damaged(account);
    mayHold = [before, after];
    await keychain.set(account, after);
    mayHold = [after];
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
    async adopt({ id, anchors }) {
      if (wanted.restored === id) return;
      const before = wanted;
      wanted = { ...wanted, anchors: { ...wanted.anchors, ...anchors }, restored: id };
      try {
        await written();
      } catch (fault) {
        wanted = before;
        throw fault;
      }
    },
  };
}

function damaged(account: string): TillError {
  return new TillError('keychain.damaged', "The terminal's tally in the keychain is gone or not as it was written", {
    values: { account },
  });
}

function textOf(terminalId: string, key: Buffer, what: Counts): string {
  return JSON.stringify({ ...what, mac: macOfCounts(terminalId, key, what) });
}

function macOfCounts(terminalId: string, key: Buffer, what: Counts): string {
  const { version, wrongTries, anchors, restored } = counts.parse(what);
  return macOf(key, [terminalId, version, wrongTries, anchors, ...(restored === undefined ? [] : [restored])]);
}
