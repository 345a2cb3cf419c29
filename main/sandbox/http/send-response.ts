import type { FastifyReply } from 'fastify';
import type { Fault } from './fault-injection.ts';

/** An answer as it goes over the wire. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends an answer, whole or as a fault has it. */
export function sendResponse(reply: FastifyReply, answer: WireResponse, faults: readonly Fault[]): void {
  const kinds = new Set(faults.map((fault) => fault.kind));
  if (kinds.has('reset-before') || kinds.has('reset-after')) {
    reset(reply);
  } else if (kinds.has('stall-headers')) {
    // Kept open and unanswered: the caller's own time-out ends it, or the sandbox's end.
    reply.hijack();
  } else if (kinds.has('stall-body') || kinds.has('truncate')) {
    half(reply, answer, kinds.has('truncate'));
  } else {
    const { status, headers, body } = answer;
    reply
      .code(status)
      .headers(headers)
      .send(body.length > 0 ? body : undefined);
  }
}

/** A TCP reset instead of an orderly end. */
function reset(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

function half(reply: FastifyReply, answer: WireResponse, andEnd: boolean): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(answer.status, { ...answer.headers, 'content-length': String(Math.max(answer.body.length, 2)) });
  raw.write(answer.body.subarray(0, Math.ceil(answer.body.length / 2)), () => {
    if (andEnd) raw.socket?.destroy();
  });
}
