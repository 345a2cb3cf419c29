import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Keeps other sites' pages out of the sandbox's own pages: a `Host` that is a name of randomDebtor else's is DNS rebinding,
 * and an `Origin` or `Sec-Fetch-Site` from elsewhere is a page that presses our buttons.
 */
export function guardPages(app: FastifyInstance, host: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const fault = faultOf(request, host);
    if (fault === undefined) return done();
    refuse(reply, fault);
  });
}

function faultOf(request: FastifyRequest, host: string): string | undefined {
  const asked = request.headers.host ?? '';
  const name = URL.canParse(`http://${asked}`) ? new URL(`http://${asked}`).hostname : '';
  const bare = name.replace(/^\[|\]$/g, '');
  if (bare !== 'localhost' && bare !== host && isIP(bare) === 0) return 'This page is not served under that host name.';
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;

  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined && origin !== `http://${asked}`) return 'Another site may not do this.';
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'Another site may not do this.';
  return undefined;
}

function refuse(reply: FastifyReply, message: string): void {
  reply.code(403).type('application/json; charset=utf-8').send({ code: 'ACCESS_DENIED', message });
}
