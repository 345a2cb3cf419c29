import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type Answer, asks, type Call, ENROL_PATH, isSigned, pathOf, SIGNATURE_HEADER } from '../../main/chain/wire.ts';
import { raise } from '../alerts/raise.ts';
import { type Connection, type Database, inTransaction } from '../database/open.ts';
import { readShipped, takeBatch } from './batches.ts';
import { enrol } from './enrol.ts';
import { takePayouts } from './payouts.ts';
import { branchesOf, highestKnown, START } from './points.ts';
import { Refusal } from './refusal.ts';
import { type HeldTill, holdTill, note, TillKeys } from './till.ts';

export interface TillCallsParts {
  readonly database: Database;
  /** Name of the chain, shown when a till is enrolled. */
  readonly chain: string;
  readonly timeZone: string;
  /** Names of payers and IBANs are asked of the tills. */
  readonly debtors: boolean;
  /** ms since the epoch. */
  now(): number;
}

/** Wrong codes, and wrong signatures, that an address may send in a minute. */
const MOST_WRONG = 20;
const MINUTE_MS = 60_000;

/** Reads a body, and gives what is to be done with it in the transaction that holds the till's row. */
type Read = (body: Buffer, till: number) => (connection: Connection, till: HeldTill) => Promise<object>;

/** The calls of the tills, as main/chain/wire.ts describes them. */
export const tillCalls: FastifyPluginAsync<TillCallsParts> = async (app, parts) => {
  const { database, chain, now } = parts;
  const keys = new TillKeys(database);
  const wrong = new LRUCache<string, number>({ max: 10_000, ttl: MINUTE_MS, noUpdateTTL: true });
  app.removeAllContentTypeParsers();
  // A signature is over the bytes as they came. None is unpacked: a small body stays one.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (fault: Error & { statusCode?: number }, request, reply) => {
    const refusal = refusalOf(fault);
    if (refusal.status >= 500) request.log.error(fault);
    const { alert, retryAfterS, ...told } = refusal.more;
    if (alert) await raise(database, alert, now()).catch((lost: Error) => request.log.error(lost));
    if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
    return reply.code(refusal.status).send({ code: refusal.code, message: refusal.message, ...told });
  });

  const countWrong = (request: FastifyRequest) => wrong.set(request.ip, (wrong.get(request.ip) ?? 0) + 1);
  const isTooMuch = (request: FastifyRequest) => (wrong.get(request.ip) ?? 0) >= MOST_WRONG;

  app.post(ENROL_PATH, async (request, reply) => {
    if (isTooMuch(request)) throw tooMuch();
    const body = bodyOf(request);
    const ask = parsed(asks.enrol, body);
    if (!isSignedBy(request, ENROL_PATH, body, ask.publicKey)) throw wrongSignature();
    const till = await enrol(database, ask, now()).catch((fault) => {
      if (fault instanceof Refusal) countWrong(request);
      throw fault;
    });
    keys.forget(till);
    return reply.code(201).send({ till, chain } satisfies Answer<'enrol'>);
  });

  for (const [name, read] of Object.entries(readers(parts)) as [Call, Read][])
    app.post<{ Params: { till: string } }>(`${ENROL_PATH}/:till/${name}`, async (request) => {
      const till = Number(/^[1-9]\d{0,8}$/.exec(request.params.till)?.[0] ?? 0);
      const body = bodyOf(request);
      const key = await keys.of(till);
      if (!isSignedBy(request, pathOf(till, name), body, key)) {
        countWrong(request);
        if (isTooMuch(request)) throw tooMuch();
        throw wrongSignature(till, request.ip);
      }
      const take = read(body, till);
      return inTransaction(database, async (connection) => take(connection, await holdTill(connection, till)));
    });
};

function readers({ now, debtors, timeZone }: TillCallsParts): { readonly [Name in Call]: Read } {
  const told = (connection: Connection, till: HeldTill, of: Parameters<typeof note>[2]) =>
    note(connection, till, of, { now: now(), debtors });
  return {
    batches(body, number) {
      const batch = readShipped(number, body);
      return async (connection, till) => {
        const next = await takeBatch(connection, till, batch, now());
        return { next, ...(await told(connection, till, batch.header)) } satisfies Answer<'batches'>;
      };
    },
    cursor(body) {
      const { sentAt, account, points } = parsed(asks.cursor, body);
      const places = points.map(([after, prevHash]) => ({ after, prevHash }));
      return async (connection, till) => {
        const branches = await branchesOf(connection, till.till, account);
        const { place } = (await highestKnown(connection, till.till, branches, places)) ?? { place: START };
        await told(connection, till, { sentAt });
        const below = points.findLast(([seq]) => seq > place.after)?.[0] ?? null;
        return { ...place, below } satisfies Answer<'cursor'>;
      };
    },
    status(body) {
      const ask = parsed(asks.status, body);
      return async (connection, till) => {
        const { sentAt } = till;
        if (ask.sentAt <= sentAt) throw new Refusal(409, 'status.replayed', 'A newer status is here.', { sentAt });
        return (await told(connection, till, ask)) satisfies Answer<'status'>;
      };
    },
    payouts(body) {
      const ask = parsed(asks.payouts, body);
      return async (connection, till) => {
        await takePayouts(connection, till.till, ask, { now: now(), timeZone });
        return (await told(connection, till, { sentAt: ask.sentAt })) satisfies Answer<'payouts'>;
      };
    },
    settings(body) {
      const { sentAt } = parsed(asks.settings, body);
      return async (connection, till) => {
        const { settings: revision } = await told(connection, till, { sentAt });
        return { revision, settings: till.settings } satisfies Answer<'settings'>;
      };
    },
  };
}

function bodyOf(request: FastifyRequest): Buffer {
  if (request.headers['content-encoding'] !== undefined)
    throw new Refusal(415, 'body.packed', 'Send the body as it is, without Content-Encoding.');
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function isSignedBy(request: FastifyRequest, path: string, body: Buffer, key: string): boolean {
  const signature = request.headers[SIGNATURE_HEADER];
  if (typeof signature !== 'string') return false;
  try {
    return isSigned(path, body, signature, key);
  } catch {
    // 32 bytes that are no key.
    return false;
  }
}

function wrongSignature(till?: number, address?: string): Refusal {
  const alert = till === undefined ? undefined : ({ kind: 'till.foreign-key', till, detail: { address } } as const);
  return new Refusal(401, 'signature.wrong', "The signature is not of this till's key.", alert && { alert });
}

const tooMuch = () =>
  new Refusal(429, 'tries.too-many', 'Too many wrong tries from this address.', { retryAfterS: MINUTE_MS / 1_000 });

function parsed<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 500) : String(cause);
    throw new Refusal(400, 'body.wrong', `The body is not what this call takes: ${reason}`);
  }
}

/** Whatever is wrong with the database passes: the till sends again, and gets the same answer. */
function refusalOf(fault: Error & { statusCode?: number }): Refusal {
  if (fault instanceof Refusal) return fault;
  const { statusCode = 500, message } = fault;
  if (statusCode < 500) return new Refusal(statusCode, 'body.wrong', message);
  const retryAfterS = 5 + Math.floor(Math.random() * 10);
  return new Refusal(503, 'collector.busy', 'The collector cannot keep it just now. Send it again.', { retryAfterS });
}
