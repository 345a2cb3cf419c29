import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Answer, asks, type Call, ENROL_PATH } from '../../main/upload/wire.ts';
import { raise } from '../alerts/raise.ts';
import { type Connection, inTransaction } from '../database/open.ts';
import { readUploaded, takeBatch } from './batches.ts';
import { enrol } from './enrol.ts';
import { type HeldTill, holdTill } from './held-till.ts';
import { isSignedBy, KeyCheck, type KeyCheckParts, tillOf, wrongSignature } from './key-check.ts';
import { Pace } from './pace.ts';
import { takePayouts } from './payouts.ts';
import { branchesOf, highestKnown, START } from './points.ts';
import { Refusal } from './refusal.ts';
import { noteStatus } from './till-status.ts';

export interface TillCallsParts extends KeyCheckParts {
  /** Shown at enrolment. */
  readonly chain: string;
  readonly timeZone: string;
  /** Requests names of payers and IBANs from the tills. */
  readonly debtors: boolean;
}

const ENROL_LIMIT = 8_192;

/** Returns the action for the transaction that holds the till's row. */
type Read = (body: Buffer, till: number) => (connection: Connection, till: HeldTill) => Promise<object>;

/** Described in main/upload/wire.ts. */
export const tillCalls: FastifyPluginAsync<TillCallsParts> = async (app, parts) => {
  const { database, chain, now } = parts;
  const check = new KeyCheck(parts);
  const pace = new Pace();
  app.removeAllContentTypeParsers();
  // A signature covers the bytes as received. Compressed bodies are not unpacked, so a small body stays small.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (fault: Error & { statusCode?: number }, request, reply) => {
    const refusal = refusalOf(fault);
    if (refusal.status >= 500) request.log.error(fault);
    const { alert, retryAfterS, ...more } = refusal.more;
    if (alert) await raise(database, alert, now()).catch((lost: Error) => request.log.error(lost));
    if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
    return reply.code(refusal.status).send({ code: refusal.code, message: refusal.message, ...more });
  });

  app.post(ENROL_PATH, { bodyLimit: ENROL_LIMIT }, async (request, reply) => {
    check.checkTries(request);
    const body = bodyOf(request);
    const ask = parsed(asks.enrol, body);
    if (!isSignedBy(request, ENROL_PATH, body, ask.publicKey)) throw wrongSignature();
    const till = await enrol(database, ask, now()).catch((fault) => {
      if (fault instanceof Refusal) check.countWrong(request);
      throw fault;
    });
    check.forget(till);
    return reply.code(201).send({ till, chain } satisfies Answer<'enrol'>);
  });

  for (const [name, read] of Object.entries(readers(parts)) as [Call, Read][]) {
    const onRequest = (request: FastifyRequest, reply: FastifyReply) => check.checkHeaders(name, request, reply);
    app.post(`${ENROL_PATH}/:till/${name}`, { onRequest }, async (request) => {
      const [till, body] = [tillOf(request), bodyOf(request)];
      const mark = await check.checkBody(name, request, body);
      const wait = pace.waitOf(till, body.length, performance.now());
      if (wait > 0) await pause(wait);
      const take = read(body, till);
      return inTransaction(database, async (connection) => take(connection, await holdTill(connection, till, mark)));
    });
  }
};

function readers({ now, debtors, timeZone }: TillCallsParts): { readonly [Name in Call]: Read } {
  const noteCall = (connection: Connection, till: HeldTill, of: Parameters<typeof noteStatus>[2]) =>
    noteStatus(connection, till, of, { now: now(), debtors });
  return {
    batches(body, number) {
      const batch = readUploaded(number, body);
      return async (connection, till) => {
        const next = await takeBatch(connection, till, batch, now());
        return { next, ...(await noteCall(connection, till, batch.header)) } satisfies Answer<'batches'>;
      };
    },
    cursor(body) {
      const { sentAt, account, points } = parsed(asks.cursor, body);
      const places = points.map(([after, prevHash]) => ({ after, prevHash }));
      return async (connection, till) => {
        const branches = await branchesOf(connection, till.till, account);
        const { place } = (await highestKnown(connection, till.till, branches, places)) ?? { place: START };
        await noteCall(connection, till, { sentAt });
        const below = points.findLast(([seq]) => seq > place.after)?.[0] ?? null;
        return { ...place, below } satisfies Answer<'cursor'>;
      };
    },
    status(body) {
      const ask = parsed(asks.status, body);
      return async (connection, till) => {
        const { sentAt } = till;
        if (!till.isRepeat && ask.sentAt <= sentAt)
          throw new Refusal(409, 'status.replayed', 'Newer status already received.', { sentAt });
        return (await noteCall(connection, till, ask)) satisfies Answer<'status'>;
      };
    },
    payouts(body) {
      const ask = parsed(asks.payouts, body);
      return async (connection, till) => {
        await takePayouts(connection, till.till, ask, { now: now(), timeZone });
        return (await noteCall(connection, till, { sentAt: ask.sentAt })) satisfies Answer<'payouts'>;
      };
    },
    settings(body) {
      const { sentAt } = parsed(asks.settings, body);
      return async (connection, till) => {
        const { settings: revision } = await noteCall(connection, till, { sentAt });
        return { revision, settings: till.settings } satisfies Answer<'settings'>;
      };
    },
  };
}

function bodyOf(request: FastifyRequest): Buffer {
  if (request.headers['content-encoding'] !== undefined)
    throw new Refusal(415, 'body.packed', 'Content-Encoding not supported: send the plain body.');
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 500) : String(cause);
    throw new Refusal(400, 'body.wrong', `Invalid body: ${reason}`);
  }
}

/** Database faults are temporary: the till repeats the call and gets the same response. */
function refusalOf(fault: Error & { statusCode?: number }): Refusal {
  if (fault instanceof Refusal) return fault;
  const { statusCode = 500, message } = fault;
  if (statusCode < 500) return new Refusal(statusCode, 'body.wrong', message);
  const retryAfterS = 5 + Math.floor(Math.random() * 10);
  return new Refusal(503, 'collector.busy', 'Storing failed temporarily. Send the request again.', { retryAfterS });
}
