import type { FastifyReply } from 'fastify';
import type { Fault } from './fault-injection.ts';

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function sendResponse(reply: FastifyReply, answer: WireResponse, faults: readonly Fault[]): void {
  const { status, headers, body } = answer;
  const kinds = new Set(faults.map((fault) => fault.kind));
  if (kinds.has('reset-before') || kinds.has('reset-after')) {
    reply.hijack();
    reply.raw.socket?.resetAndDestroy();
  } else if (kinds.has('stall-headers')) {
    // The connection stays open without a response, until the caller's own time-out or the end of the sandbox.
    reply.hijack();
  } else if (kinds.has('stall-body') || kinds.has('truncate')) {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(status, { ...headers, 'content-length': String(Math.max(body.length, 2)) });
    raw.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
      if (kinds.has('truncate')) raw.socket?.destroy();
    });
  } else {
    const content = body.length > 0 ? body : undefined;
    reply.code(status).headers(headers).send(content);
  }
}
