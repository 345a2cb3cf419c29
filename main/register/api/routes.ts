import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { given } from '../../base/given.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import type { PairedRegister } from '../../identity/sealed-record.ts';
import {
  chargeAsk,
  keyField,
  type RegisterPayment,
  refundAsk,
  registerPayment,
  tillStatus,
} from '../register-payment.ts';
import type { RegisterPayments } from '../register-payments.ts';
import type { Registers } from '../registers.ts';
import { refusal } from './answers.ts';
import { type StreamParts, streamEvents } from './event-stream.ts';
import { OPENAPI, PAIR } from './guards.ts';

export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyInstance['log'],
  ZodTypeProvider
>;

export interface RoutesParts extends StreamParts {
  readonly payments: RegisterPayments;
  readonly registers: Registers;
  /** Of the certificate, where there is one. */
  readonly fingerprint: string | undefined;
  registerOf(request: FastifyRequest): PairedRegister;
}

const MOST_WAIT_SECONDS = 60;

const ofPayment = z.object({ key: keyField });
const refused = { '4xx': refusal, '5xx': refusal };
const told = { 200: registerPayment, ...refused };
/** 200 repeats what the key has become. */
const begun = { 202: registerPayment, ...told };
const stream = { content: { 'text/event-stream': { schema: z.string() } } };
const security = [{ token: [] }];

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

/** The requests of a register; docs/register.md tells of their use. */
export function registerRoutes(app: Api, parts: RoutesParts): void {
  const { registers, fingerprint } = parts;
  app.get(OPENAPI, { schema: { hide: true } as object }, async () => app.swagger());

  app.post(
    PAIR,
    {
      schema: {
        summary: 'Pair with the six digits on the screen of the till',
        body: pairAsk,
        response: { 201: paired, ...refused },
      },
    },
    async (request, reply) => {
      const { code, name } = request.body;
      const { id, token } = await registers.pair(code, name, request.headers.origin);
      return reply.code(201).send({ id, name, token, ...given({ fingerprint }) });
    },
  );

  paymentRoutes(app, parts);
  tillRoutes(app, parts);
}

function paymentRoutes(app: Api, parts: RoutesParts): void {
  const { payments, registers, registerOf } = parts;
  app.put(
    '/v1/payments/:key',
    { schema: { summary: 'Charge', params: ofPayment, body: chargeAsk, response: begun, security } },
    async (request, reply) => {
      const register = registerOf(request);
      const { key } = request.params;
      const isKnown = (await payments.get(register, key).catch(unlessUnknown)) !== undefined;
      const now = await payments.charge(register, key, request.body);
      // Told once the charge is on its way: the windows would be drawn while it is signed.
      registers.did(register.id, 'charged');
      return reply.code(isKnown ? 200 : 202).send(now);
    },
  );

  app.get(
    '/v1/payments/:key',
    {
      schema: {
        summary: 'One payment; with after and wait once its rev is above after, or as it is after so many seconds',
        params: ofPayment,
        querystring: z.strictObject({
          after: z.coerce.number().int().min(0).optional(),
          wait: z.coerce.number().int().min(0).max(MOST_WAIT_SECONDS).default(0),
        }),
        response: told,
        security,
      },
    },
    async (request, reply) => {
      const register = registerOf(request);
      const { params, query } = request;
      if (query.after === undefined) return payments.get(register, params.key);
      return payments.changed(register, params.key, query.after, query.wait * 1_000, endOf(parts, reply, register));
    },
  );

  app.post(
    '/v1/payments/:key/cancel',
    {
      schema: {
        summary: 'A wish, which ends as cancelled or paid',
        params: ofPayment,
        response: { 202: registerPayment, ...refused },
        security,
      },
    },
    async (request, reply) => {
      const register = registerOf(request);
      const now = await payments.cancel(register, request.params.key);
      registers.did(register.id, 'cancelled');
      return reply.code(202).send(now);
    },
  );

  app.put(
    '/v1/payments/:key/refunds/:refundKey',
    {
      schema: {
        summary: 'Give back all or a part of it',
        params: ofPayment.extend({ refundKey: keyField }),
        body: refundAsk,
        response: begun,
        security,
      },
    },
    async (request, reply) => {
      const register = registerOf(request);
      const { key, refundKey } = request.params;
      const { refunds } = await payments.get(register, key);
      const isKnown = refunds.some((refund) => refund.refundKey === refundKey);
      const now = await payments.refund(register, key, refundKey, request.body);
      registers.did(register.id, 'refunded');
      return reply.code(isKnown ? 200 : 202).send(now);
    },
  );
}

function tillRoutes(app: Api, parts: RoutesParts): void {
  const { payments, registerOf } = parts;
  app.get(
    '/v1/last',
    { schema: { summary: 'The payment that this register charged last', response: told, security } },
    async (request) => {
      const last = await payments.last(registerOf(request));
      if (last === undefined) throw new TillError('register.unknown-key', 'This register has charged nothing yet');
      return last;
    },
  );

  app.get(
    '/v1/status',
    { schema: { summary: 'The till', response: { 200: tillStatus, ...refused }, security } },
    async (request) => payments.status(registerOf(request)),
  );

  app.get(
    '/v1/events',
    {
      schema: {
        summary: 'Changes of the payments of this register, as Server-Sent Events: payment, and ping each 15 s',
        headers: z.object({ 'last-event-id': z.string().max(100).optional() }),
        response: { 200: stream, ...refused },
        security,
      },
    },
    async (request, reply) => {
      const register = registerOf(request);
      // Refuses with a status while the till is not open: a stream that has begun has none.
      payments.status(register);
      const signal = endOf(parts, reply, register);
      const events = payments.events(register, request.headers['last-event-id'], signal);
      await streamEvents(reply, events, { ...parts, signal });
    },
  );
}

/** Aborts once nobody waits for the answer, or the register was ended. */
function endOf({ registers }: RoutesParts, reply: FastifyReply, { id }: PairedRegister): AbortSignal {
  const ended = new AbortController();
  const stop = registers.onChange(() => {
    if (!registers.isPaired(id)) ended.abort();
  });
  reply.raw.once('close', () => {
    stop();
    ended.abort();
  });
  return ended.signal;
}

function unlessUnknown(thrown: unknown): RegisterPayment | undefined {
  const error = toTillError(thrown);
  if (error.code === 'register.unknown-key') return undefined;
  throw error;
}
