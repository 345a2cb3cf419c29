import type { FastifyReply } from 'fastify';
import type { PairedRegister } from '../../identity/sealed-record.ts';
import type { Registers } from '../registers.ts';

/** Event streams of a register. */
export const MOST_STREAMS = 4;
/** Requests of a register that wait for a change. */
export const MOST_WAITS = 8;

type Held = ReturnType<typeof heldRequests>;

/** Ends a register's oldest request above the limit. */
export function heldRequests(most: number) {
  const ends = new Map<string, Set<() => void>>();
  return {
    add(registerId: string, end: () => void): () => void {
      const own = ends.get(registerId) ?? new Set();
      ends.set(registerId, own.add(end));
      const [oldest] = own;
      if (own.size > most && oldest !== undefined) {
        own.delete(oldest);
        oldest();
      }
      return () => void own.delete(end);
    },
  };
}

/** Aborts once the response has no reader, the register is unpaired, or holds too many requests. */
export function endOf(registers: Registers, reply: FastifyReply, { id }: PairedRegister, held: Held): AbortSignal {
  const ended = new AbortController();
  const release = held.add(id, () => ended.abort());
  const stop = registers.onChange(() => {
    if (!registers.isPaired(id)) ended.abort();
  });
  reply.raw.once('close', () => {
    stop();
    release();
    ended.abort();
  });
  return ended.signal;
}
