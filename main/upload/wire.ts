import { createPublicKey, hash as hashOf, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

/**
 * Requests and answers are JSON objects, with times in ms since the epoch. A reader accepts unknown fields, since
 * either side may be newer.
 */

/** Signs path and body: for an enrolment, and for tills older than CALL_HEADER. */
export const SIGNATURE_HEADER = 'tillmate-signature';
/**
 * `COUNTER.DIGEST.SIGNATURE`; the signature covers the path too, and is checked before the body is read. The counter
 * rises with each call.
 */
export const CALL_HEADER = 'tillmate-call';
/** Most calls per start of a till. The counter begins at the number of the start times this limit. */
export const CALLS_OF_A_START = 1_000_000_000;
export const MOST_EVENTS = 500;
/** Target size of a body. A larger event is sent alone, up to `BODY_LIMIT`. */
export const MOST_BYTES = 1 << 20;
export const BODY_LIMIT = 4 << 20;
export const ANSWER_LIMIT = 64 << 10;
export const MOST_POINTS = 64;
export const NO_HASH = '0'.repeat(64);

/** PostgreSQL stores no U+0000 in a text. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\0]*$/);
const ms = z.int().min(0);
const seq = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const environment = z.enum(['PREPROD', 'PROD']);
const sentAt = ms;

const account = z.object({ environment, merchantId: text(100), profileId: text(100) });
export type Account = z.infer<typeof account>;

const place = z.object({ after: seq, prevHash: hash });
export type Place = z.infer<typeof place>;

const status = z.object({
  appVersion: text(50),
  environment,
  backlog: z.int().min(0),
  /** The service's clock minus the till's, ms; absent until a response has shown it. */
  skewMs: z.number().optional(),
  clockKnown: z.boolean(),
  keychain: z.enum(['ok', 'fault']),
  journal: z.enum(['ok', 'full', 'damaged', 'fault']),
  journalBytes: z.int().min(0).optional(),
  diskFree: z.int().min(0).optional(),
  terminalId: text(200),
  posId: text(200),
  shopId: text(200),
  settings: z
    .object({
      revision: text(16),
      /** `failed`: the till keeps its previous settings. */
      state: z.enum(['applied', 'failed']),
      why: z.object({ code: text(100), path: text(100).optional() }).optional(),
    })
    .optional(),
});
export type Status = z.infer<typeof status>;

const payout = z.object({
  payoutId: text(100),
  date: ms,
  status: text(50),
  paymentCount: z.int(),
  paymentCents: z.int(),
  refundCount: z.int(),
  refundCents: z.int(),
  payoutCents: z.int(),
  ibanEnd: text(4).optional(),
  /** Some of them: a long payout is split over several bodies, and repeated transactions are identical. */
  transactions: z.array(
    z.object({
      id: text(100),
      kind: z.enum(['payment', 'refund']),
      paymentId: text(100).optional(),
      cents: z.int(),
      date: ms,
      reference: text(100).optional(),
    }),
  ),
});
export type Payout = z.infer<typeof payout>;

export const asks = {
  enrol: z.object({
    code: text(100),
    terminalId: text(200),
    posId: text(200),
    publicKey: z.string().regex(/^[\w-]{43}$/),
    appVersion: text(50),
    environment,
    /** Merchants with payments in the till's journals. Older tills send none. */
    merchants: z
      .array(account.omit({ profileId: true }))
      .max(50)
      .default([]),
  }),
  batches: z.object({ account, ...place.shape, sentAt, status }),
  /** Points in falling order. */
  cursor: z.object({ sentAt, account, points: z.array(z.tuple([seq, hash])).max(MOST_POINTS) }),
  status: z.object({ sentAt, status }),
  payouts: z.object({ sentAt, account, payouts: z.array(payout).max(100) }),
  settings: z.object({ sentAt }),
} as const;
export type Call = Exclude<keyof typeof asks, 'enrol'>;

/** `settings`: the revision intended for the till; null without settings of head office. */
const wants = z.object({ settings: z.string().max(16).nullable(), debtors: z.boolean() });

export const answers = {
  enrol: z.object({ till: z.int().min(1), chain: text(200) }),
  /** `next`: the number of the next event expected. */
  batches: wants.extend({ next: seq }),
  /** The highest point that the collector has; `below`: the next higher point, which the collector lacks. */
  cursor: place.extend({ below: seq.nullable() }),
  status: wants,
  payouts: wants,
  settings: z.object({ revision: z.string().max(16).nullable(), settings: z.record(z.string(), z.unknown()) }),
  /** Sent with any status from 400 on. `sentAt`: the last accepted time, if the request's time was not later. */
  refused: z.object({ code: z.string().max(100), message: z.string().max(2_000), sentAt: ms.optional() }),
} as const;
export type Answer<Name extends keyof typeof answers> = z.infer<(typeof answers)[Name]>;

export const ENROL_PATH = '/v1/tills';
export const pathOf = (till: number, call: Call) => `${ENROL_PATH}/${till}/${call}`;

/**
 * `publicKey`: base64url of the 32 bytes. The path names the till and the call, so a signed body is valid for one call
 * only.
 */
export function signatureOf(path: string, body: Uint8Array, privateKey: KeyObject): string {
  return sign(null, signedBytes(path, body), privateKey).toString('base64url');
}

export function isSigned(path: string, body: Uint8Array, signature: string, publicKey: string): boolean {
  return verify(null, signedBytes(path, body), keyOf(publicKey), Buffer.from(signature, 'base64url'));
}

export interface CallMark {
  readonly counter: number;
  readonly digest: string;
}

export function callHeaderOf(path: string, body: Uint8Array, counter: number, privateKey: KeyObject): string {
  const mark = { counter, digest: hashOf('sha256', body) };
  return `${counter}.${mark.digest}.${sign(null, markBytes(path, mark), privateKey).toString('base64url')}`;
}

const CALL = /^([1-9]\d{0,15})\.([0-9a-f]{64})\.([\w-]{86})$/;

/** `none`: malformed header. `foreign`: not signed with this key for this path. */
export function readCallHeader(path: string, header: string, publicKey: string): CallMark | 'none' | 'foreign' {
  const [, counter, digest = '', signature = ''] = CALL.exec(header) ?? [];
  const mark = { counter: Number(counter), digest };
  if (!Number.isSafeInteger(mark.counter)) return 'none';
  const isOwn = verify(null, markBytes(path, mark), keyOf(publicKey), Buffer.from(signature, 'base64url'));
  return isOwn ? mark : 'foreign';
}

const markBytes = (path: string, { counter, digest }: CallMark) =>
  Buffer.from(`tillmate-call-v1\n${path}\n${counter}\n${digest}`);

const keyOf = (publicKey: string) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });

const signedBytes = (path: string, body: Uint8Array) =>
  Buffer.concat([Buffer.from(`tillmate-chain-v1\n${path}\n`), body]);

export function revisionOf(settings: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify(Object.fromEntries(sorted))).slice(0, 16);
}

/** In the order in which the journal hashes the fields; `payload` is JSON text. */
export type EventFields = [
  ...[prevHash: string, seq: number, at: number, terminalId: string, shopId: string, posId: string],
  ...[type: string, payload: string],
];
/** Most characters of each text after `at`. */
const LONGEST = [200, 200, 200, 100, BODY_LIMIT, 64];
const HASH = /^[0-9a-f]{64}$/;

/** Checked by hand: a zod schema took half of the collector's time. */
function isEvent(value: unknown): value is [...EventFields, cutHash?: string] {
  if (!Array.isArray(value) || value.length < 8 || value.length > 9) return false;
  const [prevHash, number, at, ...texts] = value as unknown[];
  if (!(Number.isSafeInteger(number) && Number(number) > 0 && Number.isSafeInteger(at))) return false;
  const fits = (one: unknown, n: number) =>
    typeof one === 'string' && one.length <= (LONGEST[n] ?? 0) && !one.includes('\0');
  return typeof prevHash === 'string' && HASH.test(prevHash) && texts.every(fits) && HASH.test(value[8] ?? prevHash);
}

/** `cut`: payer's data was removed, so the hash cannot be checked and is as the till reported. */
export interface ShippedEvent {
  readonly fields: EventFields;
  readonly hash: string;
  readonly cut: boolean;
}

/** An event's hash is the SHA-256 of the line; a cut event's line names the hash. */
export const eventLine = (fields: EventFields, cutHash?: string): string =>
  JSON.stringify(cutHash === undefined ? fields : [...fields, cutHash]);

/** Throws when the line is not an event. */
function readEventLine(line: string): ShippedEvent {
  const event: unknown = JSON.parse(line);
  if (!isEvent(event)) throw new Error('Line is not a journal event');
  const [a, b, c, d, e, f, g, h, cutHash] = event;
  return { fields: [a, b, c, d, e, f, g, h], hash: cutHash ?? sha256(line), cut: cutHash !== undefined };
}

export type BatchHeader = z.infer<typeof asks.batches>;
export const batchBody = (header: BatchHeader, lines: readonly string[]): string =>
  [JSON.stringify(header), ...lines].join('\n');

/** Throws when a line is not an event, or does not follow its predecessor by number and hash. */
export function readBatch(body: string): { readonly header: BatchHeader; readonly events: readonly ShippedEvent[] } {
  const [first = '', ...lines] = body.split('\n');
  const header = asks.batches.parse(JSON.parse(first));
  if (lines.length === 0 || lines.length > MOST_EVENTS)
    throw new Error(`Batch size not from 1 to ${MOST_EVENTS} events`);
  let { after, prevHash } = header;
  const events = lines.map((line) => {
    const event = readEventLine(line);
    const [previous, number] = event.fields;
    if (previous !== prevHash || number !== after + 1) throw new Error(`Event ${number} does not follow ${after}`);
    after = number;
    prevHash = event.hash;
    return event;
  });
  return { header, events };
}

const sha256 = (content: string) => hashOf('sha256', content);
