import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { ProfileDraft } from '../accounts.ts';
import { operationNames } from '../engine/operations.ts';
import { type PayerAct, payerActs } from '../engine/payer.ts';
import { refusalCodes } from '../engine/refusal.ts';
import { appearances, type Fault, faultKinds, losses } from '../http/fault-injection.ts';
import { recased } from '../http/faults.ts';
import { securePages, sendPage, serveFiles } from '../http/page-files.ts';
import type { Sandbox } from '../options.ts';
import { panelOffers, panelState } from './panel-data.ts';

export function createControl(sandbox: Sandbox, host: string, now: () => number): FastifyInstance {
  const app = fastify({ logger: false, exposeHeadRoutes: false, bodyLimit: 64 * 1024 });
  securePages(app, host);
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof RangeError ? 404 : statusOf(error);
    return reply.code(status).send({ message: error instanceof Error ? error.message : String(error) });
  });
  app.get('/', (_request, reply) => sendPage(reply, 'panel.html', { offers: JSON.stringify(panelOffers) }));
  serveFiles(app, '/', ['pages.css', 'panel.js', 'dom.js']);
  app.get('/state', () => panelState(sandbox, now()));
  paymentRoutes(app, sandbox);
  faultRoutes(app, sandbox);
  profileRoutes(app, sandbox);
  return app;
}

function paymentRoutes(app: FastifyInstance, { engine, payer }: Sandbox): void {
  app.post<{ Params: { id: string; act: PayerAct } }>(
    '/payments/:id/:act',
    { schema: { params: oneOf('act', payerActs) } },
    ({ params }) => payer[params.act](params.id),
  );
  app.post<Id>('/payments/:id/settle', ({ params }, reply) => done(reply, engine.settle(params.id)));
  app.post<{ Params: { id: string; outcome: 'REFUNDED' | 'FAILED' } }>(
    '/refunds/:id/:outcome',
    { schema: { params: oneOf('outcome', ['REFUNDED', 'FAILED']) } },
    ({ params }, reply) => done(reply, engine.endRefund(params.id, params.outcome)),
  );
  app.post('/payouts', () => engine.runPayout());
  app.post<Id>('/payouts/:id/fail', ({ params }, reply) => {
    if (!engine.failPayout(params.id)) throw new RangeError(`There is no payout ${params.id}`);
    return done(reply);
  });
}

function faultRoutes(app: FastifyInstance, { faults, engine, issuer }: Sandbox): void {
  app.post<{ Body: Fault }>('/faults', { schema: { body: faultSchema } }, ({ body }) => ({ id: faults.inject(body) }));
  app.delete('/faults', (_request, reply) => done(reply, faults.clear()));
  app.delete<Id>('/faults/:id', ({ params }, reply) => {
    if (!faults.remove(Number(params.id))) throw new RangeError(`There is no fault ${params.id}`);
    return done(reply);
  });
  app.post<{ Body: { forget?: boolean } }>(
    '/keys/rotate',
    { schema: { body: closed({ forget: flag }) } },
    ({ body }, reply) => done(reply, faults.rotateKeys(body)),
  );
  app.post<{ Body: { offsetMs: number } }>(
    '/clock',
    { schema: { body: closed({ offsetMs: { type: 'integer' } }, ['offsetMs']) } },
    ({ body }, reply) => done(reply, faults.setClockOffset(body.offsetMs)),
  );
  const callbackFaults = { repeat: { ...count, maximum: 10 }, shuffleMs: { ...count, maximum: 600_000 }, drop: count };
  app.post<{ Body: Partial<typeof engine.callbackFaults> }>(
    '/callbacks',
    { schema: { body: closed(callbackFaults) } },
    ({ body }) => Object.assign(engine.callbackFaults, body),
  );
  app.post('/issuer/case', (_request, reply) =>
    done(reply, faults.signAs(faults.issuer === issuer ? recased(issuer) : issuer)),
  );
  app.post<{ Body: { forMs?: number } | null }>(
    '/service/down',
    { schema: { body: { ...closed({ forMs: lasting }), type: ['object', 'null'] } } },
    async ({ body }, reply) => done(reply, await faults.goDown(body?.forMs)),
  );
  app.post('/service/up', async (_request, reply) => done(reply, await faults.comeUp()));
}

function profileRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<{ Body: ProfileDraft }>('/profiles', { schema: { body: profileSchema } }, ({ body }) =>
    sandbox.addProfile(body),
  );
}

interface Id {
  Params: { id: string };
}

function done(reply: FastifyReply, _act?: unknown): FastifyReply {
  return reply.code(204).send();
}

const text = { type: 'string' };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
/** ms, at most a day. */
const lasting = { type: 'integer', minimum: 1, maximum: 86_400_000 };
const id24 = { type: 'string', minLength: 24, maxLength: 24 };
const url = { type: 'string', pattern: '^https?://' };

const faultSchema = closed(
  {
    operation: { type: 'string', enum: ['*', ...operationNames] },
    kind: { type: 'string', enum: faultKinds },
    times: count,
    skip: count,
    ms: { type: 'integer', minimum: 0, maximum: 600_000 },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    code: { type: 'string', enum: Object.keys(refusalCodes) },
    // Sent unchanged as a header, so line breaks are forbidden.
    retryAfter: { type: 'string', pattern: '^[\\x20-\\x7e]*$' },
    afterActing: flag,
    lose: { type: 'string', enum: losses },
    as: { type: 'string', enum: appearances },
    forMs: lasting,
  },
  ['operation', 'kind'],
);

const profileSchema = closed({
  profileId: id24,
  merchantId: id24,
  name: { type: 'string', minLength: 1 },
  bulking: flag,
  bulkId: { type: 'string', maxLength: 35 },
  identifyCallbackUrl: url,
  callbackUrl: url,
  synchronousCallback: flag,
  acknowledgement: flag,
  integratorId: text,
});

function closed(properties: object, required: readonly string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

function oneOf(name: string, values: readonly string[]): object {
  return { type: 'object', properties: { id: text, [name]: { type: 'string', enum: values } } };
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
