import { z } from 'zod';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { isSameMac, macOf } from '../base/mac.ts';
import { TillError } from '../base/till-error.ts';
import { anchorSchema, type JournalSeal } from '../journal/sealing.ts';
import type { Keychain } from './keychain.ts';

const counts = z.object({
  version: z.literal(1),
  /** Wrong PINs since the last correct PIN, including a try in progress. */
  wrongTries: z.int().min(0),
  anchors: z.record(z.string(), anchorSchema),
  /** Id of the restore whose anchors were adopted. */
  restored: z.string().optional(),
});
type Counts = z.output<typeof counts>;
const stored = counts.extend({ mac: z.string() });

function tallyAccount(terminalId: string): string {
  return `${terminalId}/tally`;
}

/** Creates the tally for a new record. Replaces any older tally, which has lost its record. */
export async function beginTally(keychain: Keychain, terminalId: string, key: Buffer): Promise<void> {
  await keychain.set(tallyAccount(terminalId), textOf(terminalId, key, { version: 1, wrongTries: 0, anchors: {} }));
}

/** Throws the errors of the keychain; `keychain.damaged` for a missing or altered tally, which would reset tries. */
export async function openTally(keychain: Keychain, terminalId: string, key: Buffer): Promise<Tally> {
  const account = tallyAccount(terminalId);
  const text = await keychain.get(account);
  const read = stored.safeParse(text === undefined ? undefined : jsonOrUndefined(text)).data;
  if (text === undefined || read === undefined || !isSameMac(read.mac, macOfCounts(terminalId, key, read)))
    throw damaged(account);
  return new Tally(keychain, terminalId, key, { text, counts: counts.parse(read) });
}

/**
 * Values that change often and must survive a restart: wrong PIN tries and journal anchors. A keychain item sealed with
 * the record's key; a record without its tally is unusable. Writing throws the errors of the keychain, and
 * `keychain.damaged` after a write by another process: writing would undo its count.
 */
export class Tally {
  readonly #keychain: Keychain;
  readonly #terminalId: string;
  readonly #key: Buffer;
  /** The text last read or written, and a text whose failed write the keychain may have stored. */
  #mayHold: readonly string[];
  #kept: Counts;
  #wanted: Counts;
  #writing: Promise<void> | undefined;
  /** The next write, shared by all callers during the present write. */
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

  /** Resolves once the number is stored; a failure restores the previous number. */
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

  /** Anchors added during a write are stored together by the next write. */
  readonly keepAnchor: JournalSeal['keepAnchor'] = (place, anchor) => {
    this.#wanted = { ...this.#wanted, anchors: { ...this.#wanted.anchors, [place]: anchor } };
    return this.#written();
  };

  /** Adopts the anchors of restored journals, once per restore. */
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
  return new TillError('keychain.damaged', "The terminal's tally in the keychain is missing or altered", {
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
