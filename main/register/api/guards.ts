import type { FastifyReply, FastifyRequest } from 'fastify';
import { TillError } from '../../base/till-error.ts';
import type { PairedRegister } from '../../identity/sealed-record.ts';
import type { Registers } from '../registers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every authenticated route; absent on a request refused earlier. */
    register: PairedRegister;
  }
}

interface GuardParts {
  readonly registers: Registers;
  /** Host with port, such as `localhost:47800`. */
  isOwnHost(host: string): boolean;
  proven(request: FastifyRequest): void;
}

export const PAIR = '/v1/pair';
export const OPENAPI = '/v1/openapi.json';

/**
 * Throws `TillError` `register.token`, `register.stranger`. Only the document and pairing are open without a token. A
 * web page may send requests only from its paired origin: browsers send the origin with a token or a body, and mark
 * other requests `cross-site`.
 */
export function createGuard({ registers, isOwnHost, proven }: GuardParts) {
  function mayBe(origin: string, path: string): boolean {
    return registers.isOrigin(origin) || (path === PAIR && registers.pairing() !== undefined && isWebOrigin(origin));
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { host = '', origin, authorization = '', 'sec-fetch-site': site = 'none' } = request.headers;
    const path = request.url.split('?')[0] ?? '';
    // DNS rebinding: a page's own host name may resolve to this till.
    if (!isOwnHost(host.toLowerCase())) throw stranger('Host name not of this till');
    if (origin === undefined && site !== 'none' && site !== 'same-origin')
      throw stranger('Requests of web pages not allowed');
    if (origin !== undefined) {
      if (!mayBe(origin, path)) throw stranger('Web page not paired');
      reply.headers({
        'access-control-allow-origin': origin,
        vary: 'Origin',
        'access-control-expose-headers': 'Retry-After',
      });
      if (request.method === 'OPTIONS') return preflight(request, reply);
    }
    if (path === PAIR || path === OPENAPI) return;
    const [, token] = /^Bearer ([\w-]{43})$/i.exec(authorization) ?? [];
    if (token === undefined) throw new TillError('register.token', 'Token required: Authorization: Bearer …');
    const register = registers.asking(token);
    if (register.origin !== origin) throw stranger('Token of another web page');
    request.register = register;
    proven(request);
  };
}

function preflight(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-headers': 'Authorization, Content-Type, Last-Event-ID',
    'access-control-max-age': '600',
  });
  // For Chromium versions without a permission prompt for private networks.
  if (request.headers['access-control-request-private-network'] === 'true')
    reply.header('access-control-allow-private-network', 'true');
  reply.code(204).send();
}

function isWebOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: own } = new URL(origin);
  const isHere = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return own === origin && (protocol === 'https:' || isHere);
}

function stranger(why: string): TillError {
  return new TillError('register.stranger', why);
}
