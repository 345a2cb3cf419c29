import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';
import { anchorSchema } from '../journal/sealing.ts';
import { signingKey } from '../service/signing-key.ts';
import { backupKey } from './backup-key.ts';
import type { Keychain } from './keychain.ts';

/** The account for which keys were given. They are used for no other account. */
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
  /** Time of creation or import, ms since the epoch. */
  at: z.int(),
  /** For the next account only: unused until the settings of an account are saved. */
  forOtherAccount: z.literal(true).optional(),
});

/** Due day of a key renewal, and the number of days before it when the till begins to remind. */
const keyRenewal = z.object({ day: z.string(), daysBefore: z.int() });
export type KeyRenewal = z.output<typeof keyRenewal>;

const previousKey = z.object({
  key: signingKey,
  /** Time of replacement by the next key, ms since the epoch. */
  replacedAt: z.int(),
  since: z.int().optional(),
  renewal: keyRenewal.optional(),
});

const dailyBackup = backupKey.extend({
  folder: z.string(),
  /** Whether the backup includes the keys for the service, at a manager's request. */
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
  /** Origin of a register that is a web page: no other page may use its token. */
  origin: z.string().optional(),
});
export type PairedRegister = z.output<typeof pairedRegister>;

/** PEM each. The certificate is self-signed, and registers pin its fingerprint. */
const tlsIdentity = z.object({ key: z.string(), cert: z.string() });
export type TlsIdentity = z.output<typeof tlsIdentity>;

/** The till in a chain. The key signs only requests to the collector, and is in no backup. */
const chain = z.object({
  till: z.int(),
  name: z.string(),
  /** The only address to which the key is used. */
  address: z.string(),
  /** PKCS #8 DER, base64url. */
  privateKey: z.string(),
  /** Settings set by head office, as paths. */
  settings: z.object({ revision: z.string(), paths: z.array(z.string()) }).optional(),
});
export type Chain = z.output<typeof chain>;

/** Pending enrolment requested by a provisioning file: a repeated request uses the same key. */
const joining = chain.pick({ address: true, privateKey: true }).extend({ code: z.string() });

/** Returns a new Ed25519 key: PKCS #8 DER, base64url. */
export function newChainKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
}

/** The restore that brought this state into force, with the anchors for the tally. */
const restored = z.object({
  id: z.string(),
  anchors: z.record(z.string(), anchorSchema),
});

export const state = z.object({
  /** Incremented by each save. 0: the state before the first record. */
  generation: z.int().min(0),
  signingKey: signingKey.optional(),
  apiKey: z.string().optional(),
  keysFor: keysFor.optional(),
  pinRequired: z.boolean(),
  people: z.array(person),
  /** Cents. Also in `terminal.json`: both values must be equal. */
  refundPinAbove: z.int().optional(),
  /** Set up again after a loss, and not confirmed by a manager yet. */
  recovered: z.boolean().optional(),
  /** Time of first use of `signingKey`, ms since the epoch; absent if unknown. */
  keySince: z.int().optional(),
  keyRenewal: keyRenewal.optional(),
  nextKey: nextKey.optional(),
  previousKey: previousKey.optional(),
  /** Absent until requested by a manager. */
  backup: dailyBackup.optional(),
  registers: z.array(pairedRegister).optional(),
  /** Ids of registers without pairing. */
  ownRegisters: z.object({ folder: z.string().optional(), zvt: z.string().optional() }).optional(),
  registerTls: tlsIdentity.optional(),
  /** Number of ZVT receipt numbers taken or reserved, counted from the terminal's first. */
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
  /** 32 bytes, base64url. Seals `terminal.json`, the tally, the journal and the service's stored keys. */
  sealKey: z.string().regex(/^[\w-]{43}$/),
  current: state,
  /** State of a save in progress. The generation in the seal of `terminal.json` shows whether the save took effect. */
  next: state.optional(),
});
/** All secrets of a terminal in one keychain item, so that they exist either completely or not at all. */
export type SealedRecord = z.output<typeof record>;

export function stateText(of: State): string {
  return JSON.stringify(state.parse(of));
}

export function recordAccount(terminalId: string): string {
  return `${terminalId}/record`;
}

export const beforeRecord: State = { generation: 0, pinRequired: false, people: [] };

export function firstRecord(terminalId: string): SealedRecord {
  return { version: 1, terminalId, sealKey: randomBytes(32).toString('base64url'), current: beforeRecord };
}

/** Undefined if the keychain has no record. Throws the errors of the keychain; `keychain.damaged` if altered. */
export async function readRecord(keychain: Keychain, terminalId: string): Promise<SealedRecord | undefined> {
  const text = await keychain.get(recordAccount(terminalId));
  if (text === undefined) return undefined;
  const read = record.safeParse(jsonOrUndefined(text));
  if (read.data?.terminalId === terminalId) return read.data;
  throw new TillError('keychain.damaged', "The terminal's record in the keychain is altered", {
    values: { account: recordAccount(terminalId) },
  });
}

export function keepRecord(keychain: Keychain, kept: SealedRecord): Promise<void> {
  return keychain.set(recordAccount(kept.terminalId), JSON.stringify(record.parse(kept)));
}

/** Each kind has its own key, so that a seal of one kind is invalid for every other kind. */
export type Sealed = 'terminal' | 'tally' | 'journal' | 'service-keys' | 'acts' | 'payouts' | 'register';

export function keyFor(sealed: Sealed, { sealKey }: Pick<SealedRecord, 'sealKey'>): Buffer {
  return createHmac('sha256', Buffer.from(sealKey, 'base64url')).update(`tillmate:${sealed}`).digest();
}
