import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';
import { anchorSchema } from '../journal/sealing.ts';
import { signingKey } from '../service/signing-key.ts';
import { backupKey } from './backup-key.ts';
import type { Keychain } from './keychain.ts';

/** Whom keys were given for. They are used for nobody else. */
const keysFor = z.object({
  environment: z.enum(['PREPROD', 'PROD']),
  /** Origins of the service's addresses, sorted. */
  origins: z.array(z.string()),
  merchantId: z.string(),
  profileId: z.string(),
});
export type KeysFor = z.output<typeof keysFor>;

const person = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['cashier', 'manager', 'support']),
  /** Made by `hashPin`. */
  pin: z.string().optional(),
  /** ms since the epoch. */
  endedAt: z.int().optional(),
});
export type Person = z.output<typeof person>;

const nextKey = z.object({
  key: signingKey,
  /** When it was made or given, ms since the epoch. */
  at: z.int(),
  /** It is for the account that is saved next, and for nobody before that. */
  forOtherAccount: z.literal(true).optional(),
});

/** By when a key is to be replaced, and from how many days before that the till says so. */
const keyRenewal = z.object({ day: z.string(), daysBefore: z.int() });
export type KeyRenewal = z.output<typeof keyRenewal>;

const previousKey = z.object({
  key: signingKey,
  /** When another took its place, ms since the epoch. */
  replacedAt: z.int(),
  since: z.int().optional(),
  renewal: keyRenewal.optional(),
});

const dailyBackup = backupKey.extend({
  /** The folder that it goes into. */
  folder: z.string(),
  /** A manager wants the keys for the service in it. */
  withKeys: z.boolean(),
});
export type DailyBackup = z.output<typeof dailyBackup>;

const pairedRegister = z.object({
  id: z.string(),
  name: z.string(),
  /** SHA-256 of its token, base64url. */
  tokenHash: z.string(),
  /** ms since the epoch. */
  pairedAt: z.int(),
  /** The web page that it is, where it is one: no other page may use its token. */
  origin: z.string().optional(),
});
export type PairedRegister = z.output<typeof pairedRegister>;

/** Each PEM. The certificate signs itself, and registers know it by its fingerprint. */
const tlsIdentity = z.object({ key: z.string(), cert: z.string() });
export type TlsIdentity = z.output<typeof tlsIdentity>;

/** The till in a chain. Its key signs what head office is told, and nothing else; it is in no backup. */
const chain = z.object({
  till: z.int(),
  name: z.string(),
  /** The key is used towards this address alone. */
  address: z.string(),
  /** PKCS #8 DER, base64url. */
  privateKey: z.string(),
  /** Settings that head office sets here, by their paths. */
  settings: z.object({ revision: z.string(), paths: z.array(z.string()) }).optional(),
});
export type Chain = z.output<typeof chain>;

/** The enrolment that a provisioning file asks for, until it is done: a repeat has the same key. */
const joining = chain.pick({ address: true, privateKey: true }).extend({ code: z.string() });

/** PKCS #8 DER, base64url. */
export function newChainKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
}

/** A restore that has brought this state into force, with what the tally must take over for it. */
const restored = z.object({
  id: z.string(),
  /** The anchors of the journals that it put in the place of others. */
  anchors: z.record(z.string(), anchorSchema),
});

export const state = z.object({
  /** Each save has the next one. 0: what the terminal was before it had a record. */
  generation: z.int().min(0),
  signingKey: signingKey.optional(),
  apiKey: z.string().optional(),
  keysFor: keysFor.optional(),
  /** Nobody is a manager without a PIN. */
  pinRequired: z.boolean(),
  people: z.array(person),
  /** Cents. It stands in `terminal.json` too, and must be the same. */
  refundPinAbove: z.int().optional(),
  /** It was lost and set up again, and no manager has said yet that this was right. */
  recovered: z.boolean().optional(),
  /** When `signingKey` was taken into use, ms since the epoch; absent where nobody noted it. */
  keySince: z.int().optional(),
  keyRenewal: keyRenewal.optional(),
  nextKey: nextKey.optional(),
  previousKey: previousKey.optional(),
  /** Absent where no manager has asked for it. */
  backup: dailyBackup.optional(),
  /** The cash registers that may hand over amounts. */
  registers: z.array(pairedRegister).optional(),
  /** Ids of those that need no pairing. */
  ownRegisters: z.object({ folder: z.string().optional(), zvt: z.string().optional() }).optional(),
  registerTls: tlsIdentity.optional(),
  /** Receipt numbers of ZVT that are taken or reserved, counted from the terminal's first. */
  receiptNumbers: z.int().min(0).optional(),
  chain: chain.optional(),
  joining: joining.optional(),
  restored: restored.optional(),
});
export type State = z.output<typeof state>;

export const keysOfState = state.pick({
  signingKey: true,
  apiKey: true,
  keysFor: true,
  keySince: true,
  keyRenewal: true,
  nextKey: true,
  previousKey: true,
});
export type KeysOfState = z.output<typeof keysOfState>;

const record = z.object({
  version: z.literal(1),
  terminalId: z.string(),
  /** 32 bytes, base64url. With it `terminal.json`, the tally, the journal and the service's kept keys are sealed. */
  sealKey: z.string().regex(/^[\w-]{43}$/),
  current: state,
  /** A save is about to bring this into force. The generation in the seal of `terminal.json` says whether it has. */
  next: state.optional(),
});
/** All secrets of a terminal, as one item of the keychain: it is there whole or not at all. */
export type SealedRecord = z.output<typeof record>;

export function stateText(of: State): string {
  return JSON.stringify(state.parse(of));
}

export function recordAccount(terminalId: string): string {
  return `${terminalId}/record`;
}

export const beforeRecord: State = { generation: 0, pinRequired: false, people: [] };

/** A record for a terminal that has none, with a key of its own. */
export function firstRecord(terminalId: string): SealedRecord {
  return { version: 1, terminalId, sealKey: randomBytes(32).toString('base64url'), current: beforeRecord };
}

/** Undefined where the keychain has none. Errors: those of the keychain; `keychain.damaged` for an altered one. */
export async function readRecord(keychain: Keychain, terminalId: string): Promise<SealedRecord | undefined> {
  const text = await keychain.get(recordAccount(terminalId));
  if (text === undefined) return undefined;
  const read = record.safeParse(jsonOrUndefined(text));
  if (read.data?.terminalId === terminalId) return read.data;
  throw new TillError('keychain.damaged', "The terminal's record in the keychain is not as it was written", {
    values: { account: recordAccount(terminalId) },
  });
}

export function keepRecord(keychain: Keychain, kept: SealedRecord): Promise<void> {
  return keychain.set(recordAccount(kept.terminalId), JSON.stringify(record.parse(kept)));
}

/** Each kind has a key of its own, so that no seal can stand for one of another kind. */
export type Sealed = 'terminal' | 'tally' | 'journal' | 'service-keys' | 'acts' | 'payouts' | 'register';

export function keyFor(sealed: Sealed, { sealKey }: Pick<SealedRecord, 'sealKey'>): Buffer {
  return createHmac('sha256', Buffer.from(sealKey, 'base64url')).update(`tillmate:${sealed}`).digest();
}
