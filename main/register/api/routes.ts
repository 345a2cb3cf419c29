import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import type { RegisterPayments } from '../payments-by-key.ts';
import { chargeAsk, keyField, type PaymentEvent, refundAsk, registerPayment, tillStatus } from '../register-payment.ts';
import type { Registers } from '../registers.ts';
import { refusal } from './answers.ts';
import { OPENAPI, PAIR } from './guards.ts';
import { endOf, heldRequests, MOST_STREAMS, MOST_WAITS } from './held-request-limits.ts';

export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyInstance['log'],
  ZodTypeProvider
>;

interface RoutesParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'warn'>;
  readonly payments: RegisterPayments;
  readonly registers: Registers;
  readonly fingerprint: string | undefined;
}

const MOST_WAIT_SECONDS = 60;
const PING_MS = 15_000;

const refused = { '4xx': refusal, '5xx': refusal };
const found = { 200: registerPayment, ...refused };
/** 200: a repeated request. */
const begun = { 202: registerPayment, ...found };
const eventStream = { content: { 'text/event-stream': { schema: z.string() } } };

const pairAsk = z.strictObject({
  code: z.string().regex(/^\d{6}$/),
  name: z
    .string()
    .trim()
    .regex(/^[^\p{C}]{1,40}$/u, 'a name has 1 to 40 characters'),
});
const paired = z.object({
  id: z.string(),
  name: z.string(),
  token: z.string().describe('Shown this once. Sent with each request: Authorization: Bearer …'),
  fingerprint: z.string().optional().describe('SHA-256 of the certificate, on the network of the shop'),
});

const params = z.object({ key: keyField });
const querystring = z.strictObject({
  after: z.coerce.number().int().min(0).optional(),
  wait: z.coerce.number().int().min(0).max(MOST_WAIT_SECONDS).default(0),
});
const texts = {
  pair: 'Pair with the six digits on the screen of the till',
  getPayment: 'One payment; with after and wait once its rev is above after, or as it is after so many seconds',
  events: 'Changes of the payments of this register, as Server-Sent Events: payment, and ping each 15 s',
} as const;

function operation<Schema extends object>(operationId: string, summary: string, schema: Schema) {
  return { schema: { operationId, summary, security: [{ token: [] }], ...schema } };
}

const charge = operation('charge', 'Charge', { params, body: chargeAsk, response: begun });
const getPayment = operation('getPayment', texts.getPayment, { params, querystring, response: found });
const cancel = operation('cancel', 'Ask to cancel: the payment ends as cancelled or paid', {
  params,
  response: { 202: registerPayment, ...refused },
});
const refund = operation('refund', 'Refund all or a part of the payment', {
  params: params.extend({ refundKey: keyField }),
  body: refundAsk,
  response: begun,
});
const getLast = operation('getLast', 'The payment that this register charged last', { response: found });
const getStatus = operation('getStatus', 'The till', { response: { 200: tillStatus, ...refused } });
const getEvents = operation('getEvents', texts.events, {
  headers: z.object({ 'last-event-id': z.string().max(100).optional() }),
  response: { 200: eventStream, ...refused },
});

/** docs/register.md describes the routes. */
export function registerRoutes(app: Api, { payments, registers, fingerprint, clock, log }: RoutesParts): void {
  const [waits, streams] = [heldRequests(MOST_WAITS), heldRequests(MOST_STREAMS)];
  app.get(OPENAPI, { schema: { hide: true } as object }, async () => app.swagger());

  const response = { 201: paired, ...refused };
  const pair = { schema: { operationId: 'pair', summary: texts.pair, body: pairAsk, response } };
  app.post(PAIR, pair, async ({ body: { code, name }, headers }, reply) => {
    const { id, token } = await registers.pair(code, name, headers.origin);
    return reply.code(201).send({ id, name, token, ...omitUndefined({ fingerprint }) });
  });

  app.put('/v1/payments/:key', charge, async ({ register, params: { key }, body }, reply) => {
    reply.code(payments.has(register, key) ? 200 : 202);
    return payments.charge(register, key, body);
  });

  app.get('/v1/payments/:key', getPayment, async ({ register, params: { key }, query: { after, wait } }, reply) =>
    after === undefined
      ? payments.get(register, key)
      : payments.changed(register, key, after, wait * 1_000, endOf(registers, reply, register, waits)),
  );

  app.post('/v1/payments/:key/cancel', cancel, async ({ register, params: { key } }, reply) =>
    reply.code(202).send(await payments.cancel(register, key)),
  );

  app.put('/v1/payments/:key/refunds/:refundKey', refund, async ({ register, params, body }, reply) => {
    reply.code(payments.has(register, params.key, params.refundKey) ? 200 : 202);
    return payments.refund(register, params.key, params.refundKey, body);
  });

  app.get('/v1/last', getLast, async ({ register }) => {
    const last = await payments.last(register);
    if (last === undefined) throw new TillError('register.unknown-key', 'No charge by this register yet');
    return last;
  });

  app.get('/v1/status', getStatus, async ({ register }) => payments.status(register));

  app.get('/v1/events', getEvents, async ({ register, headers }, reply) => {
    // Check the status first: after the start of the stream no status code can be sent.
    payments.status(register);
    const signal = endOf(registers, reply, register, streams);
    await stream(reply, payments.events(register, headers['last-event-id'], signal), { clock, log, signal });
  });
}

/** Never rejects. */
async function stream(
  reply: FastifyReply,
  events: AsyncIterable<PaymentEvent>,
  { clock, log, signal }: Pick<RoutesParts, 'clock' | 'log'> & { readonly signal: AbortSignal },
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, value ?? '');
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let stopPings: () => void = () => undefined;
  const ping = () => {
    raw.write('event: ping\ndata: {}\n\n');
    stopPings = clock.after(PING_MS, ping);
  };
  ping();
  try {
    for await (const { id, payment } of events)
      if (!raw.write(`id: ${id}\nevent: payment\ndata: ${JSON.stringify(payment)}\n\n`))
        await once(raw, 'drain', { signal });
  } catch (thrown) {
    if (!signal.aborted) log.warn(toTillError(thrown));
  } finally {
    stopPings();
    raw.end();
  }
}
