import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { toTillError } from '../../base/till-error.ts';
import type { PaymentEvent } from '../register-payment.ts';

export interface StreamParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'warn'>;
}

const PING_MS = 15_000;

/** Answers with the events one by one (Server-Sent Events), no faster than they are read, until `signal` aborts. Never rejects. */
export async function streamEvents(
  reply: FastifyReply,
  events: AsyncIterable<PaymentEvent>,
  { clock, log, signal }: StreamParts & { readonly signal: AbortSignal },
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
