import { once } from 'node:events';
import type { Server } from 'node:http';
import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { Clock } from '../../base/clock.ts';
import { given } from '../../base/given.ts';
import type { Log } from '../../base/log.ts';
import { TillError } from '../../base/till-error.ts';
import { createConnections } from '../../callback/connections.ts';
import { guardedServer, isPortTaken, listenError, listening, oneAtATime } from '../../callback/guarded-server.ts';
import { createFailureBudget, createRefusalLog } from '../../callback/refusals.ts';
import type { TlsIdentity } from '../../identity/sealed-record.ts';
import { fingerprintOf, machineAddresses, machineNames } from '../certificate.ts';
import type { RegisterPayments } from '../payments-by-key.ts';
import { LISTEN_CODES, type Registers } from '../registers.ts';
import { refusing } from './answers.ts';
import { createGuard } from './guards.ts';
import { type Api, registerRoutes } from './routes.ts';

export interface ApiOptions {
  readonly port: number;
  /** Absent: registers of this machine alone, without TLS. */
  readonly tls?: TlsIdentity | undefined;
  readonly payments: RegisterPayments;
  readonly registers: Registers;
  readonly clock: Clock;
  readonly log: Log;
}

const BODY_BYTES = 16 * 1024;
const OWN_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];
/** Longer than a register may wait for a change, or between two pings. */
const IDLE_MS = 90_000;

/**
 * Listens for the shop's cash registers. Strangers cost little, learn nothing, fill no log and keep no register out.
 * Errors: `register.port-taken`, `register.listen`.
 */
export async function startRegisterApi({ port: wanted, tls, payments, registers, clock, log }: ApiOptions) {
  const refusals = createRefusalLog(clock, log, 'Registers were refused');
  const connections = createConnections();
  const serverFactory = guardedServer({ connections, idleMs: IDLE_MS, tls });
  let port = wanted;
  const check = createGuard({
    registers,
    isOwnHost: (host) =>
      [...OWN_HOSTS, ...(tls ? [...machineNames(), ...machineAddresses()] : [])].some(
        (name) => host === `${name}:${port}`,
      ),
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
  oneAtATime(server, connections, clock);
  server.decorateRequest('register');
  server.addHook('onRequest', check);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) =>
    refuse(new TillError('register.no-route', 'There is no such address'), request, reply),
  );
  onlyJson(app);
  await describe(app);
  const fingerprint = tls && fingerprintOf(tls.cert);
  registerRoutes(app, { payments, registers, clock, log, fingerprint });
  const beside = tls ? undefined : serverFactory((request, response) => app.routing(request, response));
  app.addHook('onClose', async () => {
    refusals.close();
    beside?.close().closeAllConnections();
  });
  const address = await listening(server, { host: tls ? '0.0.0.0' : '127.0.0.1', port: wanted }, LISTEN_CODES);
  ({ port } = address);
  const close = () => server.close();
  if (beside !== undefined)
    await alsoOnIpv6(beside, port).catch((thrown) => close().then(() => Promise.reject(thrown)));
  return { address: { host: (tls && machineAddresses()[0]) ?? address.host, port, ...given({ fingerprint }) }, close };
}

/** `localhost` is either. A machine may have no IPv6; another program there would be sent the tokens of registers. */
async function alsoOnIpv6(server: Server, port: number): Promise<void> {
  try {
    await once(server.listen(port, '::1'), 'listening');
  } catch (cause) {
    if (isPortTaken(cause)) throw listenError(cause, { host: '::1', port }, LISTEN_CODES);
  }
}

/** A wish without a body may have the header of one all the same. */
function onlyJson(app: Api): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  );
}

async function describe(app: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tillmate register link', version: '1', description: 'docs/register.md says how it is used.' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}
