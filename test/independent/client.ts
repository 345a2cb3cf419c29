import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import { detachedSignature, type ProtectedHeader, requestHeader, type Signer } from './signing.ts';
import { type Verdict, verifyDetached } from './verification.ts';

/**
 * The twelve operations straight from the specification: bare fetch and node:crypto, and no line of the product.
 * Validates nothing before sending, so that tests can reach the service's checks.
 */

export interface Access extends Signer {
  readonly baseUrl: string;
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly merchantId: string;
  readonly apiKey?: string | undefined;
  readonly now?: () => Date;
}

/** Deviations from the specification that a test may request. */
export interface Otherwise {
  /** The credentials to send; both by default. */
  readonly with?: 'both' | 'bearer' | 'signature' | 'nothing';
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the header to sign, given the correct header. */
  readonly header?: (right: ProtectedHeader) => ProtectedHeader;
  /** Returns the signature to send, given the correct signature. */
  readonly signature?: (right: string) => string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed; undefined without JSON. */
  readonly body: unknown;
  /** Verdict on `SignatureBank` (Refund API) or `Signature` (Reconciliation API); undefined on the Payment API. */
  readonly verdict: Verdict | undefined;
}

type Body = object | string;
type Query = Readonly<Record<string, string | number>>;

export function independentClient(access: Access) {
  const call = caller(access);
  const payment = (id: string) => `/v3/payments/${id}`;
  return {
    call,
    /** Operation 1. */
    readPayment: (id: string, other?: Otherwise) => call({ method: 'GET', path: payment(id) }, other),
    /** Operation 2. */
    cancelPayment: (id: string, other?: Otherwise) => call({ method: 'DELETE', path: payment(id) }, other),
    /** Operation 3. */
    search: (body?: Body, query: Query = {}, other?: Otherwise) =>
      call({ method: 'POST', path: '/v3/payments/search', query, body }, other),
    /** Operation 4. */
    createPayment: (body: Body, other?: Otherwise) => call({ method: 'POST', path: '/v3/payments', body }, other),
    /** Operation 5. */
    createStaticQr: (body: Body, other?: Otherwise) => call({ method: 'POST', path: '/v3/payments/pos', body }, other),
    /** Operation 6. */
    acknowledge: (id: string, body: Body, other?: Otherwise) =>
      call({ method: 'POST', path: `${payment(id)}/acknowledge`, body }, other),
    /** Operation 7. */
    readRefundIban: (id: string, other?: Otherwise) =>
      call({ method: 'GET', path: `${payment(id)}/debtor/refundIban` }, other),
    /** Operation 8. */
    createRefund: (id: string, body: Body, idempotencyKey: string | undefined, other?: Otherwise) =>
      call({ method: 'POST', path: `${payment(id)}/refunds`, body, idempotencyKey, signed: 'SignatureBank' }, other),
    /** Operation 9. */
    readRefund: (id: string, refundId: string, other?: Otherwise) =>
      call({ method: 'GET', path: `${payment(id)}/refunds/${refundId}`, signed: 'SignatureBank' }, other),
    /** Operation 10. */
    payouts: (query: Query = {}, other?: Otherwise) =>
      call({ method: 'GET', path: '/v3/reconciliation/payouts', query, signed: 'Signature' }, other),
    /** Operation 11. */
    payoutPayments: (query: Query = {}, other?: Otherwise) =>
      call({ method: 'GET', path: '/v3/reconciliation/payments', query, signed: 'Signature' }, other),
    /** Operation 12. */
    payoutRefunds: (query: Query = {}, other?: Otherwise) =>
      call({ method: 'GET', path: '/v3/reconciliation/refunds', query, signed: 'Signature' }, other),
  };
}

export type IndependentClient = ReturnType<typeof independentClient>;

export async function serviceKeys(jwksUrl: string): Promise<readonly JWK[]> {
  const answer = await fetch(jwksUrl);
  const body: unknown = await answer.json();
  if (typeof body === 'object' && body !== null && 'keys' in body && Array.isArray(body.keys)) return body.keys;
  throw new Error(`${jwksUrl} answered ${answer.status} with something that is no JWKS`);
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: Body | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The response header with the signature. */
  readonly signed?: 'SignatureBank' | 'Signature';
}

function caller(access: Access) {
  const now = access.now ?? (() => new Date());
  return async (operation: Operation, other: Otherwise = {}): Promise<Answer> => {
    const { body = '' } = operation;
    const bytes = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(addressOf(access.baseUrl, operation), {
      method: operation.method,
      headers: headersOf(access, operation, bytes, other, now()),
      ...(operation.body === undefined ? {} : { body: bytes }),
      redirect: 'manual',
    });
    const raw = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      headers: answer.headers,
      text: raw.toString(),
      body: answer.headers.get('content-type')?.includes('json') ? parsed(raw.toString()) : undefined,
      verdict: operation.signed && (await verdictOn(access, operation, operation.signed, answer, raw, now())),
    };
  };
}

function headersOf(access: Access, operation: Operation, bytes: string, other: Otherwise, at: Date) {
  const credentials = other.with ?? 'both';
  const headers: Record<string, string> = { accept: 'application/json' };
  if (operation.body !== undefined) headers['content-type'] = 'application/json';
  if (operation.idempotencyKey !== undefined) headers['idempotency-key'] = operation.idempotencyKey;
  if (access.apiKey !== undefined && (credentials === 'both' || credentials === 'bearer'))
    headers['authorization'] = `Bearer ${access.apiKey}`;
  if (credentials === 'both' || credentials === 'signature') {
    const right = requestHeader(access, claimsOf(access, operation, at));
    const signature = detachedSignature(other.header?.(right) ?? right, bytes, access.privateKey);
    headers['signature'] = other.signature?.(signature) ?? signature;
  }
  return { ...headers, ...other.headers };
}

function claimsOf(access: Access, operation: Operation, issuedAt: Date) {
  const reconciliation = operation.path.startsWith('/v3/reconciliation/');
  return {
    issuer: reconciliation ? access.merchantId : access.issuer,
    issuedAt,
    jti: randomUUID(),
    path: new URL(access.baseUrl + operation.path).pathname,
  };
}

async function verdictOn(
  access: Access,
  operation: Operation,
  name: string,
  answer: Response,
  raw: Buffer,
  now: Date,
): Promise<Verdict> {
  return verifyDetached(answer.headers.get(name), raw, {
    kind: 'response',
    keys: await serviceKeys(access.jwksUrl),
    claimPrefix: access.claimPrefix,
    issuer: access.issuer,
    path: new URL(access.baseUrl + operation.path).pathname,
    now,
    toleranceSeconds: 300,
    profileId: access.profileId,
  });
}

function addressOf(baseUrl: string, operation: Operation): URL {
  const address = new URL(baseUrl + operation.path);
  for (const [name, value] of Object.entries(operation.query ?? {})) address.searchParams.set(name, String(value));
  return address;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new Error(`the answer is no JSON: ${text.slice(0, 200)}`, { cause });
  }
}
