import fastify, { type FastifyInstance } from 'fastify';
import { type PayerAct, payerActs } from '../engine/payer.ts';
import type { Fault } from '../http/fault-injection.ts';
import { securePages, sendPage, serveFiles } from '../http/page-files.ts';
import type { ProfileDraft, Sandbox } from '../options.ts';
import { panelOffers, panelState } from './panel-data.ts';
import * as schemas from './request-schemas.ts';

/** The control panel: a page, and the API beneath it, on a port of its own. `now` is the sandbox's clock. */
export function createControl(sandbox: Sandbox, host: string, now: () => number): FastifyInstance {
  const app = fastify({ logger: false, exposeHeadRoutes: false, bodyLimit: 64 * 1024 });
  securePages(app, host);
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof RangeError ? 404 : statusOf(error);
    return reply.code(status).send({ message: error instanceof Error ? error.message : String(error) });
  });
  app.get('/', (_request, reply) => sendPage(reply, 'panel.html', { offers: JSON.stringify(panelOffers) }));
  serveFiles(app, '/', ['panel.css', 'panel.js', 'dom.js']);
  app.get('/state', () => panelState(sandbox, now()));
  paymentRoutes(app, sandbox);
  faultRoutes(app, sandbox);
  profileRoutes(app, sandbox);
  return app;
}

function paymentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { engine, payer } = sandbox;
  app.post<{ Params: { id: string; act: PayerAct } }>(
    '/payments/:id/:act',
    { schema: { params: schemas.oneOf('act', payerActs) } },
    ({ params }) => payer[params.act](params.id),
  );
  app.post<{ Params: { id: string } }>('/payments/:id/settle', ({ params }, reply) => {
    engine.settle(params.id);
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string; outcome: 'REFUNDED' | 'FAILED' } }>(
    '/refunds/:id/:outcome',
    { schema: { params: schemas.oneOf('outcome', ['REFUNDED', 'FAILED']) } },
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
  app.post<{ Body: Fault }>('/faults', { schema: { body: schemas.fault } }, ({ body }) => ({
    id: faults.inject(body),
  }));
  app.delete('/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/faults/:id', ({ params }, reply) => {
    if (!faults.remove(Number(params.id))) throw new RangeError(`There is no fault ${params.id}`);
    return reply.code(204).send();
  });
  app.post<{ Body: { forget?: boolean } }>(
    '/keys/rotate',
    { schema: { body: schemas.rotation } },
    ({ body }, reply) => {
      faults.rotateKeys(body);
      return reply.code(204).send();
    },
  );
  app.post<{ Body: { offsetMs: number } }>('/clock', { schema: { body: schemas.clock } }, ({ body }, reply) => {
    faults.setClockOffset(body.offsetMs);
    return reply.code(204).send();
  });
  app.post<{ Body: Partial<typeof engine.callbackFaults> }>(
    '/callbacks',
    { schema: { body: schemas.callbackFaults } },
    ({ body }) => Object.assign(engine.callbackFaults, body),
  );
  app.post('/issuer/case', (_request, reply) => {
    faults.signAs(faults.issuer === issuer ? recased(issuer) : issuer);
    return reply.code(204).send();
  });
  app.post<{ Body: { forMs?: number } | null }>(
    '/service/down',
    { schema: { body: schemas.outage } },
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
  app.post<{ Body: ProfileDraft }>('/profiles', { schema: { body: schemas.profile } }, ({ body }) =>
    sandbox.addProfile(body),
  );
  app.post<{ Params: { id: string }; Body: { kid: string } }>(
    '/profiles/:id/keys',
    { schema: { body: schemas.publicJwk } },
    ({ params, body }, reply) => {
      sandbox.registerKey(params.id, body);
      return reply.code(204).send();
    },
  );
}

/** A name in capital letters, or in small letters where it has capitals only. */
function recased(name: string): string {
  const capitals = name.toUpperCase();
  return capitals === name ? name.toLowerCase() : capitals;
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
