import type { FastifyReply } from 'fastify';
import type { Fault } from './fault-injection.ts';

/** An answer as it goes over the wire. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends an answer, whole or damaged as the faults say. */
export function sendResponse(reply: FastifyReply, answer: WireResponse, faults: readonly Fault[]): void {
  const kinds = new Set(faults.map((fault) => fault.kind));
  if (kinds.has('reset-before') || kinds.has('reset-after')) {
    reset(reply);
  } else if (kinds.has('stall-headers')) {
    // The connection stays open without an answer, until the caller's own time-out or the end of the sandbox.
    reply.hijack();
  } else if (kinds.has('stall-body') || kinds.has('truncate')) {
    sendHalf(reply, answer, kinds.has('truncate'));
  } else {
    const { status, headers, body } = answer;
    reply
      .code(status)
      .headers(headers)
      .send(body.length > 0 ? body : undefined);
  }
}

/** Ends the connection with a TCP reset. */
function reset(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

function sendHalf(reply: FastifyReply, answer: WireResponse, andEnd: boolean): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(answer.status, { ...answer.headers, 'content-length': String(Math.max(answer.body.length, 2)) });
  raw.write(answer.body.subarray(0, Math.ceil(answer.body.length / 2)), () => {
    if (andEnd) raw.socket?.destroy();
  });
}
