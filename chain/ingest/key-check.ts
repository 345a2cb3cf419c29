import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  CALL_HEADER,
  type Call,
  type CallMark,
  isSigned,
  pathOf,
  readCallHeader,
  SIGNATURE_HEADER,
} from '../../main/upload/wire.ts';
import type { Database } from '../database/open.ts';
import { unknownTill } from './held-till.ts';
import { Refusal } from './refusal.ts';

/** Most wrong codes, keys and till numbers per address and minute. */
const MOST_WRONG = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A till sends its calls one after the other, but aborted calls may still be running. */
const MOST_AT_ONCE = 5;
/** Limit per address for tills without CALL_HEADER, whose key is checked only with the body. */
const MOST_OLD_AT_ONCE = 20;

export interface KeyCheckParts {
  readonly database: Database;
  /** End of support for versions without CALL_HEADER, ms since the epoch. */
  readonly oldTillsUntil: number;
  now(): number;
}

/** Wrong calls are limited by address; correct calls always pass. */
export class KeyCheck {
  readonly #parts: KeyCheckParts;
  /** base64url. Expires, because a till enrolled again through another collector has a new key. */
  readonly #keys = new LRUCache<number, string>({ max: 100_000, ttl: 10_000 });
  readonly #wrong = new LRUCache<string, number>({ max: 10_000, ttl: MINUTE_MS, noUpdateTTL: true });
  /** Addresses already reported: any sender can send foreign signatures. */
  readonly #alerted = new LRUCache<string, true>({ max: 10_000, ttl: HOUR_MS });
  readonly #atOnce = new Map<string, number>();
  readonly #marks = new WeakMap<FastifyRequest, CallMark>();

  constructor(parts: KeyCheckParts) {
    this.#parts = parts;
  }

  /** Throws Refusal `tries.too-many`. */
  checkTries({ ip }: FastifyRequest): void {
    if ((this.#wrong.get(ip) ?? 0) >= MOST_WRONG) throw tooMany(MINUTE_MS / 1_000);
  }

  countWrong({ ip }: FastifyRequest): void {
    this.#wrong.set(ip, (this.#wrong.get(ip) ?? 0) + 1);
  }

  /** Called when the till may have a new key. */
  forget(till: number): void {
    this.#keys.delete(till);
  }

  /**
   * Before the body is read, so that only holders of a till's key use memory for a body. Throws Refusal `till.unknown`,
   * `till.outdated`, `signature.wrong` and `tries.too-many`.
   */
  async checkHeaders(name: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Closes the connection without reading the rest of a refused body.
    reply.header('connection', 'close');
    const till = tillOf(request);
    const key = await this.#keyOf(request, till);
    const header = request.headers[CALL_HEADER];
    if (header === undefined) {
      if (!isFormed(request.headers[SIGNATURE_HEADER])) throw this.#wrongKey(request);
      if (this.#parts.now() >= this.#parts.oldTillsUntil) throw new Refusal(403, 'till.outdated', 'Update this till.');
      this.#takePlace(reply, request.ip, MOST_OLD_AT_ONCE);
    } else {
      const mark = readCallHeader(pathOf(till, name), String(header), key);
      if (typeof mark === 'string') throw this.#wrongKey(request, mark === 'foreign' ? till : undefined);
      this.#takePlace(reply, `till ${till}`, MOST_AT_ONCE);
      this.#marks.set(request, mark);
    }
    reply.removeHeader('connection');
  }

  /** Throws Refusal `signature.wrong` and `tries.too-many`. */
  async checkBody(name: Call, request: FastifyRequest, body: Buffer): Promise<CallMark | undefined> {
    const till = tillOf(request);
    const mark = this.#marks.get(request);
    const isOwn = mark
      ? createHash('sha256').update(body).digest('hex') === mark.digest
      : isSignedBy(request, pathOf(till, name), body, await this.#keyOf(request, till));
    if (!isOwn) throw this.#wrongKey(request, till);
    return mark;
  }

  async #keyOf(request: FastifyRequest, till: number): Promise<string> {
    const known = this.#keys.get(till);
    if (known !== undefined) return known;
    this.checkTries(request);
    const { rows } = await this.#parts.database.query('SELECT public_key FROM tills WHERE till = $1', [till]);
    if (rows.length === 0) {
      this.countWrong(request);
      throw unknownTill();
    }
    this.#keys.set(till, rows[0].public_key);
    return rows[0].public_key;
  }

  #wrongKey(request: FastifyRequest, till?: number): Refusal {
    this.countWrong(request);
    this.checkTries(request);
    const { ip: address } = request;
    if (till === undefined || this.#alerted.has(address)) return wrongSignature();
    this.#alerted.set(address, true);
    return wrongSignature({ alert: { kind: 'till.foreign-key', till, detail: { address } } });
  }

  #takePlace(reply: FastifyReply, who: string, most: number): void {
    const before = this.#atOnce.get(who) ?? 0;
    if (before >= most) throw tooMany(5);
    this.#atOnce.set(who, before + 1);
    reply.raw.once('close', () => {
      const left = (this.#atOnce.get(who) ?? 1) - 1;
      if (left === 0) this.#atOnce.delete(who);
      else this.#atOnce.set(who, left);
    });
  }
}

/** 0 for an invalid till number. */
export function tillOf({ params }: FastifyRequest): number {
  const { till = '' } = params as { readonly till?: string };
  return Number(/^[1-9]\d{0,8}$/.exec(till)?.[0] ?? 0);
}

const isFormed = (signature: unknown) => typeof signature === 'string' && /^[\w-]{86}$/.test(signature);

export function isSignedBy(request: FastifyRequest, path: string, body: Buffer, key: string): boolean {
  const signature = request.headers[SIGNATURE_HEADER];
  if (typeof signature !== 'string') return false;
  try {
    return isSigned(path, body, signature, key);
  } catch {
    return false;
  }
}

export const wrongSignature = (more: ConstructorParameters<typeof Refusal>[3] = {}) =>
  new Refusal(401, 'signature.wrong', "Signature not made with this till's key.", more);

export const tooMany = (retryAfterS: number) =>
  new Refusal(429, 'tries.too-many', 'Too many failed tries from this address, or too many calls of this till.', {
    retryAfterS,
  });
