import { z } from 'zod';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { isSameMac, macOf } from '../base/mac.ts';
import { TillError } from '../base/till-error.ts';
import { anchorSchema, type JournalSeal } from '../journal/sealing.ts';
import type { Keychain } from './keychain.ts';

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

export function tallyAccount(terminalId: string): string {
  return `${terminalId}/tally`;
}

/** Begins a tally for a record that is about to be made; whatever tally there was belongs to no record any more. */
export async function beginTally(keychain: Keychain, terminalId: string, key: Buffer): Promise<void> {
  await keychain.set(tallyAccount(terminalId), textOf(terminalId, key, { version: 1, wrongTries: 0, anchors: {} }));
}

/** Errors: those of the keychain; `keychain.damaged` where it is gone or altered, which set the wrong tries back. */
export async function openTally(keychain: Keychain, terminalId: string, key: Buffer): Promise<Tally> {
  const account = tallyAccount(terminalId);
  const text = await keychain.get(account);
  const read = stored.safeParse(text === undefined ? undefined : jsonOrUndefined(text)).data;
  if (text === undefined || read === undefined || !isSameMac(read.mac, macOfCounts(terminalId, key, read)))
    throw damaged(account);
  return new Tally(keychain, terminalId, key, { text, counts: counts.parse(read) });
}

/**
 * What changes often and must not be set back by starting anew. It is an item of its own beside the record, whose key seals
 * it; a record without a tally is as good as none. Errors of what is kept: those of the keychain, and `keychain.damaged` where
 * another process has written since: what this one knows would set back what that one counted.
 */
export class Tally {
  readonly #keychain: Keychain;
  readonly #terminalId: string;
  readonly #key: Buffer;
  /** The text that was read or written last, and one that the keychain may have kept though writing it failed. */
  #mayHold: readonly string[];
  #kept: Counts;
  #wanted: Counts;
  #writing: Promise<void> | undefined;
  /** Stands for all who ask while one writing is under way. */
  #following: Promise<void> | undefined;

  constructor(
    keychain: Keychain,
    terminalId: string,
    key: Buffer,
    read: { readonly text: string; readonly counts: Counts },
  ) {
    this.#keychain = keychain;
    this.#terminalId = terminalId;
    this.#key = key;
    this.#mayHold = [read.text];
    this.#kept = read.counts;
    this.#wanted = read.counts;
  }

  get wrongTries(): number {
    return this.#wanted.wrongTries;
  }

  /** Resolves once the number is kept; it is as it was where that fails. */
  async setWrongTries(wrongTries: number): Promise<void> {
    this.#wanted = { ...this.#wanted, wrongTries };
    try {
      await this.#written();
    } catch (fault) {
      this.#wanted = { ...this.#wanted, wrongTries: this.#kept.wrongTries };
      throw fault;
    }
  }

  get places(): readonly string[] {
    return Object.keys(this.#wanted.anchors);
  }

  readonly anchor: JournalSeal['anchor'] = (place) => this.#wanted.anchors[place];

  /** Anchors that come while one is being written go together with the next writing. */
  readonly keepAnchor: JournalSeal['keepAnchor'] = (place, anchor) => {
    this.#wanted = { ...this.#wanted, anchors: { ...this.#wanted.anchors, [place]: anchor } };
    return this.#written();
  };

  /** Takes over the anchors of the journals that a restore has put in place, once. */
  async adopt({ id, anchors }: { readonly id: string; readonly anchors: Counts['anchors'] }): Promise<void> {
    if (this.#wanted.restored === id) return;
    const before = this.#wanted;
    this.#wanted = { ...before, anchors: { ...before.anchors, ...anchors }, restored: id };
    try {
      await this.#written();
    } catch (fault) {
      this.#wanted = before;
      throw fault;
    }
  }

  #written(): Promise<void> {
    if (this.#writing === undefined) return this.#begin();
    this.#following ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#following = undefined;
        return this.#begin();
      });
    return this.#following;
  }

  #begin(): Promise<void> {
    const mine = this.#write().finally(() => {
      this.#writing = undefined;
    });
    this.#writing = mine;
    return mine;
  }

  async #write(): Promise<void> {
    const account = tallyAccount(this.#terminalId);
    const next = this.#wanted;
    const [before, after] = [await this.#keychain.get(account), textOf(this.#terminalId, this.#key, next)];
    if (before === undefined || !this.#mayHold.includes(before)) throw damaged(account);
    this.#mayHold = [before, after];
    await this.#keychain.set(account, after);
    this.#mayHold = [after];
    this.#kept = next;
  }
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
