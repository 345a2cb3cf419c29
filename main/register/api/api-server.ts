import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { TillError } from '../../base/till-error.ts';
import { createConnections } from '../../callback/connections.ts';
import { answerInOrder, guardedServer, listening } from '../../callback/guarded-server.ts';
import { createFailureBudget, createRefusalLog } from '../../callback/refusals.ts';
import type { TlsIdentity } from '../../identity/sealed-record.ts';
import { fingerprintOf, machineAddresses } from '../certificate.ts';
import type { RegisterPayments } from '../payments-by-key.ts';
import { LISTEN_CODES, type Registers } from '../registers.ts';
import { refusing } from './answers.ts';
import { createGuard } from './guards.ts';
import { isOwnHost, listenOnIpv6, reachOf } from './reach.ts';
import { type Api, registerRoutes } from './routes.ts';

export interface ApiOptions {
  readonly port: number;
  /** Absent: registers on this machine only, without TLS. */
  readonly tls?: TlsIdentity | undefined;
  /** Host names and IPv6 addresses of the machine, set by a manager. */
  readonly names?: readonly string[] | undefined;
  readonly payments: RegisterPayments;
  readonly registers: Registers;
  readonly clock: Clock;
  readonly log: Log;
}

const BODY_BYTES = 16 * 1024;
/** Longer than a register may wait for a change, and longer than the interval of pings. */
const IDLE_MS = 90_000;
/** Longest queue of pipelined requests: in order, so that a cancel finds the charge sent before. */
const MOST_WAITING = 16;

/**
 * Listens for the shop's cash registers. Strangers cost little, learn nothing, cannot fill the log and cannot block a
 * register. Throws `TillError` `register.port-taken`, `register.listen`.
 */
export async function startRegisterApi({ names = [], ...options }: ApiOptions) {
  const { port: wanted, tls, payments, registers, clock, log } = options;
  const refusals = createRefusalLog(clock, log, 'Register requests refused');
  const connections = createConnections();
  const serverFactory = guardedServer({ connections, idleMs: IDLE_MS, tls });
  const reach = reachOf(tls, names);
  let port = wanted;
  const check = createGuard({
    registers,
    isOwnHost: (host) => isOwnHost(host, port, reach.hosts),
    proven: (request) => connections.proven(request.raw.socket),
  });
  const refuse = refusing({
    refusals,
    budget: createFailureBudget(clock),
    busyFor: (request) => payments.status(request.register).busy,
  });
  const server = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    serverFactory,
    forceCloseConnections: true,
    frameworkErrors: refuse,
  });
  const app: Api = server.withTypeProvider<ZodTypeProvider>();
  answerInOrder(server, connections, clock, MOST_WAITING);
  server.decorateRequest('register');
  server.addHook('onRequest', check);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) =>
    refuse(new TillError('register.no-route', 'Address not found'), request, reply),
  );
  onlyJson(app);
  await describe(app);
  const fingerprint = tls && fingerprintOf(tls.cert);
  registerRoutes(app, { payments, registers, clock, log, fingerprint });
  const onIpv6 = serverFactory((request, response) => app.routing(request, response));
  app.addHook('onClose', async () => {
    refusals.close();
    onIpv6.close().closeAllConnections();
  });
  const address = await listening(server, { host: reach.ipv4, port: wanted }, LISTEN_CODES);
  ({ port } = address);
  const close = () => server.close();
  await listenOnIpv6(onIpv6, { host: reach.ipv6, port }).catch((thrown) => close().then(() => Promise.reject(thrown)));
  return {
    address: { host: (tls && machineAddresses()[0]) ?? address.host, port, ...omitUndefined({ fingerprint }) },
    close,
  };
}

/** A request without a body may have a JSON content type nevertheless. */
function onlyJson(app: Api): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  );
}

/** Response schemas stay open, since a later version may add fields. Request schemas are strict. */
const zodToJsonConfig: NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']> = {
  override: ({ zodSchema, jsonSchema }) => {
    if (zodSchema._zod.def.type === 'object' && !isStrict(zodSchema)) delete jsonSchema.additionalProperties;
  },
};
const withSchemas = createJsonSchemaTransformObject({ zodToJsonConfig });

function isStrict(schema: object): boolean {
  return schema instanceof z.ZodObject && schema.def.catchall !== undefined;
}

/** The library adds an input and an output variant of each schema. */
function withoutUnused(document: ReturnType<typeof withSchemas>): ReturnType<typeof withSchemas> {
  const schemas = ('components' in document && document.components?.schemas) || {};
  const text = JSON.stringify(document);
  for (const name of Object.keys(schemas))
    if (!text.includes(`"#/components/schemas/${name}"`)) Reflect.deleteProperty(schemas, name);
  return document;
}

async function describe(app: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tillmate register link', version: '1', description: 'docs/register.md says how it is used.' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: (generated) => withoutUnused(withSchemas(generated)),
  });
}
