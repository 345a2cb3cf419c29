import fastify, { type FastifyInstance } from 'fastify';
import { dateTime } from '../engine/dates.ts';
import { type PayerAct, payerActs } from '../engine/payer.ts';
import { paymentView } from '../engine/payment-view.ts';
import type { Fault } from '../http/fault-injection.ts';
import { pageHeaders } from '../http/page-headers.ts';
import { guardPages } from '../http/same-origin.ts';
import { type Choices, type OpenPointName, openPoints } from '../open-points.ts';
import type { ProfileDraft, Sandbox } from '../options.ts';
import { panelPage, panelScript, panelStyle } from './page.ts';
import * as asks from './request-schemas.ts';

/** Newest payments that the panel shows. */
const SHOWN = 200;

/** The control panel: a page, and the API beneath it, on a port of its own. `now` is the sandbox's clock. */
export function createControl(sandbox: Sandbox, host: string, now: () => number): FastifyInstance {
  const app = fastify({ logger: false, exposeHeadRoutes: false, bodyLimit: 64 * 1024 });
  guardPages(app, host);
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(pageHeaders);
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof RangeError ? 404 : statusOf(error);
    return reply.code(status).send({ message: error instanceof Error ? error.message : String(error) });
  });
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(panelPage));
  app.get('/panel.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(panelStyle));
  app.get('/panel.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(panelScript));
  app.get('/state', () => stateOf(sandbox, now()));
  paymentRoutes(app, sandbox);
  faultRoutes(app, sandbox);
  profileRoutes(app, sandbox);
  return app;
}

function paymentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { engine, payer } = sandbox;
  app.post<{ Params: { id: string; act: PayerAct } }>(
    '/payments/:id/:act',
    { schema: { params: asks.oneOf('act', payerActs) } },
    ({ params }) => payer[params.act](params.id),
  );
  app.post<{ Params: { id: string } }>('/payments/:id/settle', ({ params }, reply) => {
    engine.settle(params.id);
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string; outcome: 'REFUNDED' | 'FAILED' } }>(
    '/refunds/:id/:outcome',
    { schema: { params: asks.oneOf('outcome', ['REFUNDED', 'FAILED']) } },
    ({ params }, reply) => {
      engine.endRefund(params.id, params.outcome);
      return reply.code(204).send();
    },
  );
  app.post('/payouts', () => engine.runPayout());
  app.post<{ Params: { id: string } }>('/payouts/:id/fail', ({ params }, reply) => {
    if (!engine.failPayout(params.id)) throw new RangeError(`There is no payout ${params.id}`);
    return reply.code(204).send();
  });
}

function faultRoutes(app: FastifyInstance, { faults, engine, issuer }: Sandbox): void {
  app.get('/faults', () => faults.list());
  app.post<{ Body: Fault }>('/faults', { schema: { body: asks.fault } }, ({ body }) => ({ id: faults.inject(body) }));
  app.delete('/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/faults/:id', ({ params }, reply) => {
    if (!faults.remove(Number(params.id))) throw new RangeError(`There is no fault ${params.id}`);
    return reply.code(204).send();
  });
  app.post<{ Body: { forget?: boolean } }>('/keys/rotate', { schema: { body: asks.rotation } }, ({ body }, reply) => {
    faults.rotateKeys(body);
    return reply.code(204).send();
  });
  app.post<{ Body: { offsetMs: number } }>('/clock', { schema: { body: asks.clock } }, ({ body }, reply) => {
    faults.setClockOffset(body.offsetMs);
    return reply.code(204).send();
  });
  app.post<{ Body: Partial<typeof engine.callbackFaults> }>(
    '/callbacks',
    { schema: { body: asks.trouble } },
    ({ body }) => Object.assign(engine.callbackFaults, body),
  );
  app.post('/issuer/case', (_request, reply) => {
    faults.signAs(faults.issuer === issuer ? recased(issuer) : issuer);
    return reply.code(204).send();
  });
  app.post<{ Body: { forMs?: number } | null }>(
    '/service/down',
    { schema: { body: asks.outage } },
    async ({ body }, reply) => {
      await faults.goDown(body?.forMs);
      return reply.code(204).send();
    },
  );
  app.post('/service/up', async (_request, reply) => {
    await faults.comeUp();
    return reply.code(204).send();
  });
}

function profileRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<{ Body: ProfileDraft }>('/profiles', { schema: { body: asks.profile } }, ({ body }) =>
    sandbox.addProfile(body),
  );
  app.post<{ Params: { id: string }; Body: { kid: string } }>(
    '/profiles/:id/keys',
    { schema: { body: asks.publicJwk } },
    ({ params, body }, reply) => {
      sandbox.registerKey(params.id, body);
      return reply.code(204).send();
    },
  );
}

function stateOf({ engine, faults, baseUrl }: Sandbox, now: number): object {
  engine.runDue();
  const { store } = engine;
  const context = { store, choices: engine.choices, baseUrl: () => baseUrl };
  return {
    service: {
      ...{ baseUrl, down: faults.isDown, clockOffset: faults.clockOffset, now: dateTime(now) },
      issuer: faults.issuer,
    },
    profiles: [...store.profiles.values()],
    payments: [...store.payments.values()]
      .slice(-SHOWN)
      .reverse()
      .map((payment) => ({ ...paymentView(context, payment), posId: payment.posId, payoutId: payment.payoutId })),
    refunds: [...store.refunds.values()]
      .slice(-SHOWN)
      .reverse()
      .map(({ refundId, paymentId, amount, status }) => ({ refundId, paymentId, amount, status })),
    payouts: [...store.payouts.values()].slice(-SHOWN).reverse(),
    faults: faults.list(),
    callbacks: engine.callbackFaults,
    picks: picksOf(engine.choices),
  };
}

/** How the specification is read where it leaves something open, and how else it could be. */
function picksOf(picks: Choices): readonly object[] {
  return Object.entries(openPoints).map(([name, row]) => {
    const value = picks[name as OpenPointName];
    const others = 'unit' in row ? row.unit : row.options.filter((option) => option !== value).join(', ');
    return { name, value, others, question: row.question, spec: row.spec };
  });
}

/** A name in capitals, or in small letters where it has only capitals. */
function recased(name: string): string {
  const capitals = name.toUpperCase();
  return capitals === name ? name.toLowerCase() : capitals;
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
