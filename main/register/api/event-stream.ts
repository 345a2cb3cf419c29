import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { PaymentEvent } from '../register-payments.ts';

const PING_MS = 15_000;

/** Answers with the events one by one (Server-Sent Events), no faster than they are read, until `signal` aborts. */
export async function streamEvents(
  reply: FastifyReply,
  events: AsyncIterable<PaymentEvent>,
  { clock, signal }: { readonly clock: Pick<Clock, 'after'>; readonly signal: AbortSignal },
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
    if (!signal.aborted) throw thrown;
  } finally {
    stopPings();
    raw.end();
  }
}
