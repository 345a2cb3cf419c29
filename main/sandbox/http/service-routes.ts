import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Engine, EngineResponse } from '../engine/engine.ts';
import { type OperationName, operations, route } from '../engine/operations.ts';
import type { Caller } from '../engine/records.ts';
import { invalidCodes, Refusal } from '../engine/refusal.ts';
import type { Random } from '../random.ts';
import type { Authenticate } from './authentication.ts';
import type { Signing } from './callback-sender.ts';
import type { Fault, FaultQueue } from './fault-injection.ts';
import { sendResponse, type WireResponse } from './send-response.ts';
import { issuedAt, keyInUse, pathClaim, signAnswer } from './sign.ts';

export interface ServiceParts extends Signing {
  readonly engine: Engine;
  readonly authenticate: Authenticate;
  readonly queue: FaultQueue;
  readonly bankUserId: string;
  readonly prefix: string;
  readonly saved: () => Promise<void>;
  readonly delay: (ms: number) => Promise<void>;
}

type Outcome = EngineResponse & { readonly caller?: Caller | undefined };

/** Bodies arrive as bytes, because signatures cover bytes. */
export function serviceRoutes(app: FastifyInstance, parts: ServiceParts): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/v3/*',
    handler: (request, reply) => handle(parts, request, reply),
  });
}

async function handle(parts: ServiceParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [path = ''] = request.url.split('?', 1);
  const found = route(request.method, path);
  if (!found) {
    const refusal = new Refusal('NOT_FOUND', `There is nothing at ${request.method} ${path}`);
    sendResponse(reply, responseFor(parts, undefined, parts.engine.refuse(undefined, refusal), request, []), []);
    return reply;
  }
  const { operation, params } = found;
  const faults = parts.queue.take(operation);
  const wait = async (when: 'before' | 'after') => {
    for (const { kind, ms = 1_000, afterActing } of faults)
      if (kind === 'latency' && (afterActing ? 'after' : 'before') === when) await parts.delay(ms);
  };
  const injected = faults.find(({ kind, status }) => kind === 'status' || (kind === 'html' && status !== undefined));
  const isPerformed =
    (injected === undefined || injected.afterActing === true) && faults.every(({ kind }) => kind !== 'reset-before');
  await wait('before');
  let outcome: Outcome = { status: 200 };
  if (isPerformed) {
    outcome = perform(parts, operation, params, request);
    await parts.saved();
  }
  if (injected) outcome = injectedResponse(parts, operation, injected);
  await wait('after');
  sendResponse(reply, responseFor(parts, operation, outcome, request, faults), faults);
  return reply;
}

function perform(
  { engine, authenticate, log }: ServiceParts,
  operation: OperationName,
  params: Readonly<Record<string, string>>,
  request: FastifyRequest,
): Outcome {
  let caller: Caller | undefined;
  try {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { authorization } = request.headers;
    caller = authenticate(operation, {
      signature: header(request, 'signature'),
      authorization,
      body,
      url: request.url,
    });
    const idempotencyKey = header(request, 'idempotency-key');
    // A repeated query name becomes a list here, which no schema accepts.
    const query = request.query as Record<string, unknown>;
    const asked = { caller, operation, params, query, body: bodyOf(operation, body), idempotencyKey };
    return { ...engine.handle(asked), caller };
  } catch (error) {
    if (error instanceof Refusal) return { ...engine.refuse(operation, error), caller };
    log.warn({ operation, error }, 'the sandbox itself failed');
    return { ...engine.refuse(operation, new Refusal('TECHNICAL_ERROR', 'Technical error')), caller };
  }
}

/** Returns bytes and headers of a response, with a signature where the service signs (docs/service.md, Endpoints). */
function responseFor(
  parts: ServiceParts,
  operation: OperationName | undefined,
  outcome: Outcome,
  request: FastifyRequest,
  faults: readonly Fault[],
): WireResponse {
  const has = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind);
  const page = faults.find((fault) => fault.kind === 'html');
  const text = outcome.body === undefined ? '' : JSON.stringify(outcome.body);
  const body = Buffer.from(page ? HTML : has('broken-json') ? invalidJson(text) : text);
  const jti = requestId(parts.random, request);
  const headers: Record<string, string> = {
    date: new Date(parts.clock.now()).toUTCString(),
    'x-request-id': jti,
    ...outcome.headers,
  };
  if (body.length > 0) headers['content-type'] = page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  if (operation && !has('no-signature')) {
    const signed = has('wrong-signature') ? Buffer.concat([body, Buffer.from(' ')]) : body;
    Object.assign(headers, signatureOf(parts, operation, outcome, signed, request.url, jti));
  }
  return { status: page?.status ?? outcome.status, headers, body };
}

function signatureOf(
  parts: ServiceParts,
  operation: OperationName,
  { status, caller }: Outcome,
  body: Buffer,
  url: string,
  jti: string,
): Record<string, string> {
  const { choices } = parts.engine;
  const { api } = operations[operation];
  if (api === 'payment') return {};
  if (api === 'refund' && status >= 400 && choices.unsignedRefusals === 'unsigned') return {};
  const merchantIssued = api === 'reconciliation' && choices.reconciliationAnswerIssuer === 'merchant-id';
  const signature = signAnswer(keyInUse(parts.serviceKeys, choices.responseAlgorithm, choices), body, {
    claimPrefix: parts.claimPrefix,
    sub: parts.bankUserId,
    iss: (merchantIssued && caller?.merchantId) || parts.issuer(),
    iat: issuedAt(parts.clock, choices),
    jti,
    // Responses are signed like requests, so the claim has the same form (docs/service.md, Detached JWS signature).
    path: choices.responsePathClaim === 'sample' ? '/v3/sample' : pathClaim(choices, url, parts.prefix),
  });
  return { [api === 'refund' ? 'signaturebank' : 'signature']: signature };
}

function injectedResponse({ engine }: ServiceParts, operation: OperationName, fault: Fault): EngineResponse {
  const { status = 503, retryAfter } = fault;
  const usual = status === 429 ? 'TOO_MANY_REQUESTS' : status === 503 ? 'SERVICE_UNAVAILABLE' : 'TECHNICAL_ERROR';
  const { code = usual } = fault;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return engine.refuse(operation, new Refusal(code, 'Injected fault', { status, headers }));
}

/** Returns the X-Request-ID, also the `jti` of a signed response: the caller's if valid, otherwise a new UUID. */
function requestId(random: Random, request: FastifyRequest): string {
  const asked = header(request, 'x-request-id');
  return asked !== undefined && /^[\x21-\x7e]{1,128}$/.test(asked) ? asked : random.uuid();
}

function header({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function bodyOf(operation: OperationName, body: Buffer): unknown {
  if (!operations[operation].body) return undefined;
  if (body.length === 0) return operation === 'searchPayments' ? {} : undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new Refusal(invalidCodes[operations[operation].api], 'The body is not JSON');
    throw error;
  }
}

function invalidJson(text: string): string {
  return `${text.slice(0, -1)},]`;
}

const HTML = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
