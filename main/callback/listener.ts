import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import type { ServiceLog } from '../base/log.ts';
import type { PaymentId } from '../domain/payment-service.ts';
import type { Verifier } from '../service/signature-verifier.ts';
import { createSpecDeviations, type SpecDeviation } from '../service/spec-deviations.ts';
import { type Callback, type PaymentMatch, paymentOf } from './callback-payload.ts';
import { createConnections } from './connections.ts';
import { answerInOrder, guardedServer, listening, REQUEST_MS } from './guarded-server.ts';
import { type CallbackUrl, expectedPaths } from './path-claims.ts';
import { createFailureBudget, createRefusalLog, type RefusalLog, refusing } from './refusals.ts';
import { createDeduplicator, type SeenJtis } from './seen-callbacks.ts';

export interface CallbackOptions {
  readonly listen: { readonly host: string; readonly port: number };
  /** From `callbackUrls`. Empty: the `path` claim must equal the path of the request. */
  readonly urls: readonly CallbackUrl[];
  readonly verify: Verifier['verify'];
  /** Journals the event and notifies the sale, before the service gets its response (docs/service.md, Events). */
  readonly accept: (callback: Callback) => Promise<PaymentMatch>;
  readonly seen: SeenJtis;
  /** Called with the payment that an unproven or unreadable body names. */
  readonly unproven: (paymentId: PaymentId) => void;
  /** `now` is the service's time: `reachability.serviceNow`. */
  readonly clock: Clock;
  readonly log: ServiceLog;
  readonly report?: ((deviation: SpecDeviation) => void) | undefined;
  readonly limits?: {
    /** Failures of one address before the listener responds with 429. */
    readonly failuresPerMinute?: number;
    readonly headersMs?: number;
  };
}

export interface CallbackListener {
  readonly address: { readonly host: string; readonly port: number };
  close(): Promise<void>;
}

const BODY_BYTES = 64 * 1024;
/** Long enough for the service, short enough that idle connections cannot use up the sockets. */
const IDLE_MS = 2 * REQUEST_MS;

/**
 * Starts the listener for the service's callbacks, behind the shop's reverse proxy. While the service waits for a
 * response, any status but 200 rejects the payer's payment (docs/service.md, Events). Forged requests cost little, do
 * not fill the log and do not block genuine callbacks.
 * @throws TillError `callback.port-taken` or `callback.listen`
 */
export async function startCallbackListener(options: CallbackOptions): Promise<CallbackListener> {
  const { limits = {}, clock, log } = options;
  const refusals = createRefusalLog(clock, log, 'Callbacks refused');
  const budget = createFailureBudget(clock, limits.failuresPerMinute);
  const connections = createConnections();
  const refuse = refusing(refusals, budget, options.unproven);
  const server = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    // The host name `localhost` may be two addresses, and fastify then creates two servers.
    serverFactory: guardedServer({ connections, headersMs: limits.headersMs, idleMs: IDLE_MS }),
    forceCloseConnections: true,
    // For requests that fail before routing, such as a malformed path: fastify's own response would name the server.
    frameworkErrors: refuse,
  });
  answerInOrder(server, connections, clock, 0);
  rawBodies(server);
  answerFaults(server, refusals, refuse);
  server.post(
    '*',
    receiver(options, refusals, (request) => connections.proven(request.raw.socket)),
  );
  server.addHook('onClose', async () => refusals.close());
  const address = await listening(server, options.listen, {
    what: 'Callbacks cannot be received',
    taken: 'callback.port-taken',
    failed: 'callback.listen',
  });
  return { address, close: () => server.close() };
}

function receiver(options: CallbackOptions, refusals: RefusalLog, proven: (request: FastifyRequest) => void) {
  /** A copy of a callback can be sent again while its time of issue is accepted. */
  const logged = new LRUCache<string, true>({ max: 1_000 });
  const once = createDeduplicator<PaymentMatch>(options.seen);
  const deviations = createSpecDeviations('callback', options.report);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const now = options.clock.now();
    const proof = await options.verify({
      kind: 'callback',
      signature: headerOf(request, 'signature'),
      body,
      path: expectedPaths(options.urls, request.url),
      now,
    });
    proven(request);
    const payment = paymentOf(body, deviations);
    const { jti, issuedAt, rememberUntil } = proof;
    const raw = new TextDecoder().decode(body);
    const match = await once.run(jti, rememberUntil, () => options.accept({ payment, jti, issuedAt, raw }));
    const facts = { paymentId: payment.paymentId, status: payment.status };
    const isNews = !logged.has(`${match === 'done'} ${jti}`);
    logged.set(`${match === 'done'} ${jti}`, true);
    if (match !== 'done' && !match.known) {
      const message = 'Callback matches no payment of this till';
      if (isNews) options.log.warn(message, { ...facts, reason: match.why });
      else refusals.note(match.why, message, facts);
      // Another till of the profile may have a customer waiting for this payment.
      if (match.why === 'no-such-sale') return reply.code(200).send({});
      return reply.code(422).send({ code: 'PAYMENT_REFUSED', message: 'Payment not of this point of sale.' });
    }
    if (isNews) options.log.info(match === 'done' ? 'Callback repeated' : 'Callback accepted', facts);
    else refusals.note('repeated', 'Callback repeated', facts);
    return reply.code(200).send({});
  };
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The signature covers the bytes as sent. */
function rawBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Responses describe the fault in the request and reveal nothing about the till. The log has the rest. */
function answerFaults(server: FastifyInstance, refusals: RefusalLog, refuse: ReturnType<typeof refusing>): void {
  server.setNotFoundHandler((_request, reply) => {
    refusals.note('http.405', 'Request to the callback listener is no callback', {});
    return reply
      .code(405)
      .header('allow', 'POST')
      .send({ code: 'METHOD_NOT_ALLOWED', message: 'Method must be POST.' });
  });
  server.setErrorHandler(refuse);
}
