import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** `GET /health` (503 without a database) and `GET /metrics`; not yet listening, for loopback only. */
export function buildHealth(metrics: Metrics): FastifyInstance {
  const app = Fastify();
  app.get('/health', async (_request, reply) => {
    const { uptime, memoryUsage } = process;
    const running = { uptimeSeconds: Math.round(uptime()), memoryBytes: memoryUsage.rss() };
    try {
      const projector = await metrics.lag();
      return { status: 'ok', process: running, database: 'ok', projector };
    } catch (fault) {
      const database = fault instanceof Error ? fault.message : String(fault);
      return reply.code(503).send({ status: 'fault', process: running, database });
    }
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.type).send(await metrics.text()));
  return app;
}
