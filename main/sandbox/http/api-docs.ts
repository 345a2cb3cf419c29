import type { StaticDocumentSpec } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

/** Interactive documentation under `/docs`. Its packages are loaded here and only when it is asked for. */
export async function serveDocs(app: FastifyInstance, baseUrl: () => string): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await app.register(async (docs) => {
    // The address is known once the sandbox listens; a server of `/` is the same place for whoever reads it here.
    const document = openApi('/') as StaticDocumentSpec['document'];
    await docs.register(swagger, { mode: 'static', specification: { document } });
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'list' } });
    docs.get('/openapi.json', (_request, reply) => reply.send(openApi(baseUrl())));
  });
}
