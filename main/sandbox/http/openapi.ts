import type { StaticDocumentSpec } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type Operation, operationNames, operations } from '../engine/operations.ts';
import type { Schema } from '../engine/request-schemas.ts';

function openApi(baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of operationNames) {
    const operation = operations[name];
    const path = operation.path.replace(/:([\w-]+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(name, operation) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Merchant payment, refund and reconciliation service (sandbox)',
      version: '3.6.5',
      description: 'Payment API 3.6.5, Refund API 3.0.3, Reconciliation API 3.0.1.',
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: {
        api_key_payment_profile: { type: 'http', scheme: 'bearer' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Signature',
          description: 'Detached JWS over the request body',
        },
      },
    },
  };
}

const tags = { payment: 'Payment API', refund: 'Refund API', reconciliation: 'Reconciliation API' } as const;
const signedBy = { payment: undefined, refund: 'SignatureBank', reconciliation: 'Signature' } as const;
const text = { type: 'string' };

function describe(
  operationId: string,
  { api, number, summary, params, query, headers: sent, body }: Operation,
): object {
  const signed = signedBy[api];
  const headers = signed && { [signed]: { schema: text } };
  const isPayment = api === 'payment';
  const required = isPayment ? ['code', 'message', 'traceId', 'spanId'] : ['code', 'message'];
  const properties = Object.fromEntries(required.map((field) => [field, text]));
  const error = { 'application/json': { schema: { type: 'object', required, properties } } };
  return {
    operationId,
    tags: [tags[api]],
    summary: `${number}. ${summary}`,
    security: isPayment ? [{ api_key_payment_profile: [] }, { signature: [] }] : [{ signature: [] }],
    parameters: [...parametersOf('path', params), ...parametersOf('query', query), ...parametersOf('header', sent)],
    requestBody: body && { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      '2XX': { description: 'Done', headers },
      '4XX': { description: 'Refused', headers, content: error },
      '5XX': { description: 'Technical error', headers },
    },
  };
}

function parametersOf(place: string, of: Schema | undefined): readonly object[] {
  const { properties = {}, required = [] } = (of ?? {}) as { properties?: object; required?: readonly string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));
}

/** The packages are not bundled, hence the dynamic imports. */
export async function serveDocs(app: FastifyInstance, baseUrl: () => string): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await app.register(async (docs) => {
    // The address is unknown until the sandbox listens. In the documentation page, `/` is the same server.
    const document = openApi('/') as StaticDocumentSpec['document'];
    await docs.register(swagger, { mode: 'static', specification: { document } });
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'list' } });
    docs.get('/openapi.json', (_request, reply) => reply.send(openApi(baseUrl())));
  });
}
