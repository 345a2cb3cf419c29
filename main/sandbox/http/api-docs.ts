import type { StaticDocumentSpec } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

/** Interactive documentation under `/docs`. Its packages are not in the bundle, so they are loaded only here. */
export async function serveDocs(app: FastifyInstance, baseUrl: () => string): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await app.register(async (docs) => {
    // The address is known only once the sandbox listens. For a reader of this page, `/` is the same server.
    const document = openApi('/') as StaticDocumentSpec['document'];
    await docs.register(swagger, { mode: 'static', specification: { document } });
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'list' } });
    docs.get('/openapi.json', (_request, reply) => reply.send(openApi(baseUrl())));
  });
}
