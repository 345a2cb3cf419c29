import { createHash } from 'node:crypto';
import { TillError } from '../base/till-error.ts';
import type { Keychain } from './keychain.ts';

/** CRED_MAX_CREDENTIAL_BLOB_SIZE of the Windows Credential Manager. */
export const WINDOWS_ITEM_BYTES = 2_560;
/** A record with the maximum of people and registers, held twice during a save, takes 32. */
const MOST_PARTS = 40;

/** Two slots for the parts of an entry. New parts go to the slot not named by the entry. */
const SLOTS = ['a', 'b'] as const;
type Slot = (typeof SLOTS)[number];

interface Head {
  readonly slot: Slot;
  readonly count: number;
  readonly digest: string;
}

const HEAD = /^tillmate-parts:1:([ab]):(\d+):([\w-]{43})$/;
const HEAD_MARK = 'tillmate-parts:';

/**
 * Stores secrets of any size in items of `itemBytes` each. A larger secret is split into parts, in a slot named by the
 * entry. The entry is written last, in one step, so a crash leaves either the old secret or the new secret. Parts are
 * written from the first and removed from the last, so a slot has no gaps, and the next change finds parts left by a
 * crash. Needs one call at a time (`sharedKeychain`) and one process per account. Throws `TillError`
 * `keychain.too-large`; `keychain.damaged` for a missing or altered part.
 */
export function inParts(items: Keychain, itemBytes: number): Keychain {
  async function headOf(account: string): Promise<Head | undefined> {
    const [, slot, count, digest] = HEAD.exec((await items.get(account)) ?? '') ?? [];
    if (digest === undefined) return undefined;
    return { slot: slot === 'a' ? 'a' : 'b', count: Number(count), digest };
  }

  async function join(account: string, { slot, count, digest }: Head): Promise<string> {
    const parts: string[] = [];
    for (let index = 0; index < count; index += 1) parts.push((await items.get(partName(account, slot, index))) ?? '');
    const secret = Buffer.from(parts.join(''), 'base64').toString();
    if (digestOf(secret) !== digest) throw damaged(account);
    return secret;
  }

  async function split(account: string, slot: Slot, secret: string): Promise<string> {
    const text = Buffer.from(secret).toString('base64');
    const count = Math.ceil(text.length / itemBytes);
    if (count > MOST_PARTS)
      throw new TillError('keychain.too-large', 'Secret larger than the keychain of this system can hold', {
        values: { bytes: Buffer.byteLength(secret) },
      });
    for (let index = 0; index < count; index += 1)
      await items.set(partName(account, slot, index), text.slice(index * itemBytes, (index + 1) * itemBytes));
    const head = { slot, count, digest: digestOf(secret) };
    await join(account, head);
    return `${HEAD_MARK}1:${slot}:${count}:${head.digest}`;
  }

  async function clear(account: string, slot: Slot): Promise<void> {
    let count = 0;
    while ((await items.get(partName(account, slot, count))) !== undefined) count += 1;
    for (let index = count - 1; index >= 0; index -= 1) await items.delete(partName(account, slot, index));
  }

  return {
    async get(account) {
      const head = await headOf(account);
      return head === undefined ? items.get(account) : join(account, head);
    },
    async set(account, secret) {
      const before = (await headOf(account))?.slot;
      const slot: Slot = before === 'a' ? 'b' : 'a';
      await clear(account, slot);
      const fits = Buffer.byteLength(secret) <= itemBytes && !secret.startsWith(HEAD_MARK);
      try {
        const entry = fits ? secret : await split(account, slot, secret);
        await items.set(account, entry);
        if ((await items.get(account)) !== entry) throw damaged(account);
      } catch (fault) {
        // Parts already named by the entry are the secret.
        if ((await headOf(account))?.slot !== slot) await clear(account, slot);
        throw fault;
      }
      for (const other of SLOTS) if (fits || other !== slot) await clear(account, other);
    },
    async delete(account) {
      await items.delete(account);
      for (const slot of SLOTS) await clear(account, slot);
    },
  };
}

function partName(account: string, slot: Slot, index: number): string {
  return `${account}/part/${slot}${index}`;
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function damaged(account: string): TillError {
  return new TillError('keychain.damaged', 'Keychain entry altered', {
    values: { account },
  });
}
