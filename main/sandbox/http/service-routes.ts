import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Engine, EngineResponse } from '../engine/engine.ts';
import { type Operation, type OperationName, operations, route } from '../engine/operations.ts';
import type { Caller } from '../engine/records.ts';
import { Refusal } from '../engine/refusal.ts';
import type { SandboxLog } from '../options.ts';
import type { Random } from '../random.ts';
import type { Authenticate } from './authentication.ts';
import type { Fault, FaultQueue } from './fault-injection.ts';
import { sendResponse, type WireResponse } from './send-response.ts';
import type { ServiceKeys } from './service-keys.ts';
import { pathClaim, signAnswer } from './sign.ts';

export interface ServiceParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SandboxLog;
  readonly authenticate: Authenticate;
  readonly faults: FaultQueue;
  readonly serviceKeys: ServiceKeys;
  readonly claimPrefix: string;
  readonly issuer: () => string;
  readonly bankUserId: string;
  /** Path of the base address. */
  readonly prefix?: string;
  /** Resolves once all changes so far are in the state file. */
  readonly saved: () => Promise<void>;
  readonly delay: (ms: number) => Promise<void>;
}

/** An answer, and its caller once that is known. */
type Outcome = EngineResponse & { readonly caller?: Caller | undefined };

/** The twelve operations over HTTP. Bodies arrive as bytes, because those are what was signed. */
export function serviceRoutes(app: FastifyInstance, parts: ServiceParts): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/v3/*',
    handler: (request, reply) => handle(parts, request, reply),
  });
}

async function handle(parts: ServiceParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { raw } = request;
  const url = raw.url ?? '';
  const [path = '', search = ''] = url.split('?', 2);
  const found = route(request.method, path);
  if (!found) {
    const refused = parts.engine.refuse(
      undefined,
      new Refusal('NOT_FOUND', `There is nothing at ${request.method} ${path}`),
    );
    sendResponse(reply, responseFor(parts, undefined, refused, path, requestId(parts, request)), []);
    return reply;
  }
  const { operation, params } = found;
  const faults = parts.faults.take(operation);
  for (const fault of faults) if (fault.kind === 'latency' && !fault.afterActing) await parts.delay(fault.ms ?? 1_000);
  const early = faults.find(replacesAnswer);
  let outcome: Outcome | undefined =
    early && !early.afterActing ? injectedResponse(parts, operation, early) : undefined;
  if (!outcome && !faults.some((fault) => fault.kind === 'reset-before')) {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    outcome = perform(parts, operation, params, search, request, body);
    await parts.saved();
  }
  if (early?.afterActing) outcome = injectedResponse(parts, operation, early);
  for (const fault of faults) if (fault.kind === 'latency' && fault.afterActing) await parts.delay(fault.ms ?? 1_000);

  const response = outcome ?? { status: 200 };
  // Answers are signed like requests, so the claim has the same form (docs/service.md, Detached JWS signature).
  const claimed = pathClaim(parts.engine.choices, url, parts.prefix);
  sendResponse(reply, responseFor(parts, operation, response, claimed, requestId(parts, request), faults), faults);
  return reply;
}

function perform(
  parts: ServiceParts,
  operation: OperationName,
  params: Readonly<Record<string, string>>,
  search: string,
  request: FastifyRequest,
  body: Buffer,
): Outcome {
  let caller: Caller | undefined;
  try {
    const { headers } = request;
    caller = parts.authenticate(operation, {
      signature: headerText(headers['signature']),
      authorization: headers.authorization,
      body,
      url: request.raw.url ?? '',
    });
    const idempotencyKey = headerText(headers['idempotency-key']);
    const answer = parts.engine.handle({
      caller,
      operation,
      params,
      query: queryOf(search),
      body: bodyOf(operation, body),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    return { ...answer, caller };
  } catch (error) {
    if (error instanceof Refusal) return { ...parts.engine.refuse(operation, error), caller };
    parts.log.warn({ operation, error }, 'the sandbox itself failed');
    return { ...parts.engine.refuse(operation, new Refusal('TECHNICAL_ERROR', 'Technical error')), caller };
  }
}

/** Bytes and headers of an answer, with a signature where the service signs (docs/service.md, Endpoints). */
function responseFor(
  parts: ServiceParts,
  operation: OperationName | undefined,
  outcome: Outcome,
  path: string,
  requestIdentifier: string,
  faults: readonly Fault[] = [],
): WireResponse {
  const has = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind);
  const page = faults.find((fault) => fault.kind === 'html');
  const text = outcome.body === undefined ? '' : JSON.stringify(outcome.body);
  const body = Buffer.from(page ? HTML : has('broken-json') ? invalidJson(text) : text);
  const headers: Record<string, string> = {
    date: new Date(parts.clock.now()).toUTCString(),
    'x-request-id': requestIdentifier,
    ...outcome.headers,
  };
  if (body.length > 0) headers['content-type'] = page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  if (operation && !has('no-signature')) {
    const signed = has('wrong-signature') ? Buffer.concat([body, Buffer.from(' ')]) : body;
    Object.assign(headers, signatureOf(parts, operation, outcome, signed, path, requestIdentifier));
  }
  return { status: page?.status ?? outcome.status, headers, body };
}

function signatureOf(
  parts: ServiceParts,
  operation: OperationName,
  outcome: Outcome,
  body: Buffer,
  path: string,
  jti: string,
): Record<string, string> {
  const { choices } = parts.engine;
  const { api }: Operation = operations[operation];
  if (api === 'payment') return {};
  if (api === 'refund' && outcome.status >= 400 && choices.unsignedRefusals === 'unsigned') return {};
  const merchantIssued = api === 'reconciliation' && choices.reconciliationAnswerIssuer === 'merchant-id';
  const signature = signAnswer(parts.serviceKeys.current(choices.responseAlgorithm), body, {
    claimPrefix: parts.claimPrefix,
    sub: parts.bankUserId,
    iss: merchantIssued ? (outcome.caller?.merchantId ?? parts.issuer()) : parts.issuer(),
    iat: parts.clock.now(),
    jti,
    path,
  });
  return { [api === 'refund' ? 'signaturebank' : 'signature']: signature };
}

function replacesAnswer(fault: Fault): boolean {
  return fault.kind === 'status' || (fault.kind === 'html' && fault.status !== undefined);
}

function injectedResponse(parts: ServiceParts, operation: OperationName, fault: Fault): EngineResponse {
  const status = fault.status ?? 503;
  const code = status === 429 ? 'TOO_MANY_REQUESTS' : status === 503 ? 'SERVICE_UNAVAILABLE' : 'TECHNICAL_ERROR';
  const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
  return parts.engine.refuse(operation, new Refusal(code, 'Injected fault', { status, headers }));
}

/** The X-Request-ID, which is also the `jti` of a signed answer: the caller's, else a new one. */
function requestId(parts: ServiceParts, request: FastifyRequest): string {
  const asked = headerText(request.headers['x-request-id']);
  return asked !== undefined && /^[\x21-\x7e]{1,128}$/.test(asked) ? asked : parts.random.uuid();
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

function queryOf(search: string): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  // A name that occurs twice becomes a list, which no schema accepts.
  for (const [name, value] of new URLSearchParams(search)) {
    query[name] = Object.hasOwn(query, name) ? [query[name], value] : value;
  }
  return query;
}

function bodyOf(operation: OperationName, body: Buffer): unknown {
  const entry: Operation = operations[operation];
  if (!entry.body) return undefined;
  if (body.length === 0) return operation === 'searchPayments' ? {} : undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new Refusal('BAD_REQUEST', 'The body is not JSON');
    throw error;
  }
}

function invalidJson(text: string): string {
  return `${text.slice(0, Math.max(text.length - 1, 0))},]`;
}

const HTML = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
