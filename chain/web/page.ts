import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../database/open.ts';
import { type Asking, asMember, type Handlers, Refusal } from './asking.ts';
import { type CallName, calls, exportAsk, type Member, type Role, roles } from './contract.ts';
import { refuseCrossSiteCall, refuseCrossSiteDownload } from './cross-site-guard.ts';
import { decisionsHandlers } from './decisions.ts';
import { exportLines, exportName, noteExport } from './export.ts';
import { figuresHandlers } from './figures.ts';
import { headersFor, pageFiles } from './files.ts';
import { payoutsHandlers } from './payouts.ts';
import { peopleHandlers } from './people.ts';
import { salesHandlers } from './sales.ts';
import { settingsHandlers } from './settings.ts';
import { addSignIn, type SignInParts } from './sign-in.ts';
import { tillsHandlers } from './tills.ts';

interface PageParts extends SignInParts {
  /** May lag by seconds. */
  readonly replica?: Database | undefined;
  readonly chain: string;
  readonly timeZone: string;
  readonly files: string;
  /** Aborts a new export. */
  readonly exportDeadline?: () => AbortSignal;
}

/** Limits connections: an export uses a database connection at the reader's speed; the others serve tills and page. */
const MOST_EXPORTS = 3;
const LONGEST_EXPORT_MS = 5 * 60_000;

/** Figures and lists. Other calls use the main database, so that a change is visible at once. */
const FROM_REPLICA = new Set<CallName>(['today', 'sales', 'sale', 'refunds', 'refunds.of', 'payouts', 'payout']);

/** The page, its calls (`POST /api/NAME`), exports and sign-in. */
export const chainPage: FastifyPluginAsync<PageParts> = async (app, parts) => {
  const { database, replica = database, chain, timeZone, now, address } = parts;
  const { exportDeadline = () => AbortSignal.timeout(LONGEST_EXPORT_MS) } = parts;
  const handlers: Handlers<Exclude<CallName, 'sign-out'>> = {
    ...figuresHandlers,
    ...tillsHandlers,
    ...decisionsHandlers,
    ...salesHandlers,
    ...payoutsHandlers,
    ...settingsHandlers,
    ...peopleHandlers(chain),
  };
  const headers = headersFor(address);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  app.setErrorHandler((fault, request, reply) => {
    const refusal = refusalOf(fault);
    if (refusal.status >= 500) request.log.error(fault);
    return reply.code(refusal.status).send(refusal.body);
  });
  const signIn = addSignIn(app, parts);
  if (parts.admin !== undefined)
    await database.query(
      `INSERT INTO members (email, name, role) VALUES ($1, $1, 'admin') ON CONFLICT (email) DO NOTHING`,
      [parts.admin.toLowerCase()],
    );
  pageFiles(app, parts.files);

  app.post<{ Params: { call: string } }>('/api/:call', { bodyLimit: 1 << 18 }, async (request, reply) => {
    refuseCrossSiteCall(request, address);
    const name = request.params.call;
    if (!isCall(name)) throw new Refusal(404, 'page.not-found', `Unknown call ${name}.`);
    const call = calls[name];
    const who = await signIn.memberOf(request);
    checkRole(who, call.role);
    if (name === 'sign-out') return { to: await signIn.end(request, reply) };
    const ask = parsed(call.ask, request.body ?? {});
    const from = FROM_REPLICA.has(name) ? replica : database;
    const handler: (ask: never, asking: Asking) => Promise<object> = handlers[name];
    const answer = await asMember({ database: from, writes: call.writes, who, now: now(), timeZone }, (asking) =>
      handler(ask as never, asking),
    );
    return call.answer.parse(answer);
  });

  const exporting = new Set<string>();
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.get('/export', async (request, reply) => {
    refuseCrossSiteDownload(request);
    const of = { who: await signIn.memberOf(request), now: now(), timeZone };
    const ask = parsed(exportAsk, request.query);
    const { email } = of.who;
    if (exporting.has(email) || exporting.size >= MOST_EXPORTS)
      throw new Refusal(429, 'page.exporting', 'Another file is being saved: wait until it is complete.');
    exporting.add(email);
    const free = () => void exporting.delete(email);
    await asMember({ ...of, database, writes: true }, (asking) => noteExport(ask, asking)).catch((fault) => {
      free();
      throw fault;
    });
    const signal = AbortSignal.any([closing.signal, exportDeadline()]);
    const out = new PassThrough();
    void asMember({ ...of, database: replica, writes: false }, (asking) =>
      pipeline(Readable.from(exportLines(ask, asking)), out, { signal, end: false }),
    )
      // Freed before the file ends, because the reader may start the next export at once.
      .finally(free)
      // On a fault the connection breaks, so that the browser reports an incomplete file.
      .then(
        () => out.end(),
        (fault: Error) => out.destroy(fault),
      );
    const disposition = `attachment; filename="${exportName(ask)}"`;
    return reply.type('text/csv; charset=utf-8').header('content-disposition', disposition).send(out);
  });
};

function isCall(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

function checkRole(who: Member, least: Role): void {
  if (roles.indexOf(who.role) >= roles.indexOf(least)) return;
  throw new Refusal(403, 'page.role', `Role ${least} required.`, { values: { role: least } });
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const code = /^page\.[\w-]+$/.test(issue?.message ?? '') ? String(issue?.message) : 'page.ask';
  throw new Refusal(400, code, `${issue?.path.join('.')}: ${issue?.message}`, { path: issue?.path.join('.') ?? '' });
}

/** PostgreSQL's classes of temporary errors, and the code of a statement timeout. */
const PASSING = /^(08|53|57P|ECONN|ETIMEDOUT)/;
const TOO_LONG = '57014';

function refusalOf(fault: unknown): Refusal {
  if (fault instanceof Refusal) return fault;
  const { code = '', statusCode = 500, message } = fault as Error & { code?: string; statusCode?: number };
  if (code === TOO_LONG) return new Refusal(503, 'page.too-much', 'Query time-out: request fewer days.');
  if (PASSING.test(code) || /timeout/i.test(message))
    return new Refusal(503, 'page.database-away', 'No response of the database. Try again soon.');
  if (statusCode < 500) return new Refusal(statusCode, 'page.ask', message);
  return new Refusal(500, 'page.fault', 'Internal error of the collector; the reason is in its log.');
}
