import type { OperationName } from '../engine/operations.ts';
import type { RefusalCode } from '../engine/refusal.ts';

export const faultKinds = [
  /** Waits `ms` before the operation, or after the operation with `afterActing`. */
  'latency',
  /** Resets the connection without performing the operation. */
  'reset-before',
  'reset-after',
  /** Performs the operation and never responds. */
  'stall-headers',
  /** Sends headers and half of the body, and leaves the connection open. */
  'stall-body',
  /** Sends headers and half of the body, and ends the connection. */
  'truncate',
  /** A body with invalid JSON and a valid signature. */
  'broken-json',
  /** An HTML page, with `status` or 200. */
  'html',
  /** Responds with `status` (default 503), `code` and `retryAfter`; performs the operation only with `afterActing`. */
  'status',
  /** Loses the response as in `lose`; then responds to the next `times` calls like `status`. */
  'act-lose-then-status',
  'wrong-signature',
  'no-signature',
] as const;
type FaultKind = (typeof faultKinds)[number];

/** Ways to lose a response: reset of the connection (default), or no response at all. */
export const losses = ['reset', 'stall'] as const;
/** Forms of a response with an injected status: signed as by the service (default), unsigned, or a web page. */
export const appearances = ['signed', 'unsigned', 'html'] as const;

export interface Fault {
  readonly operation: OperationName | '*';
  readonly kind: FaultKind;
  /** Number of affected calls (of `act-lose-then-status`, after the first); default 1, 0 for all until removed. */
  readonly times?: number;
  readonly skip?: number;
  readonly ms?: number;
  readonly status?: number;
  readonly code?: RefusalCode;
  readonly retryAfter?: string;
  readonly afterActing?: boolean;
  readonly lose?: (typeof losses)[number];
  readonly as?: (typeof appearances)[number];
  readonly forMs?: number;
}

export type FaultQueue = ReturnType<typeof createFaultQueue>;

/** `delay` times the end of faults with `forMs`. */
export function createFaultQueue(delay: (ms: number) => Promise<void>) {
  let waiting: { fault: Fault; id: number; met: number; passed: number }[] = [];
  let nextId = 1;
  const remove = (id: number): boolean => {
    const before = waiting.length;
    waiting = waiting.filter((entry) => entry.id !== id);
    return waiting.length < before;
  };
  return {
    inject(fault: Fault): number {
      const id = nextId++;
      waiting.push({ fault, id, met: 0, passed: 0 });
      if (fault.forMs !== undefined) void delay(fault.forMs).then(() => remove(id));
      return id;
    },
    remove,
    clear() {
      waiting = [];
    },
    list: () => waiting.map(({ fault, id, met }) => ({ ...fault, id, met })),
    /** Returns the faults for a call, and counts the call. */
    take(operation: OperationName): readonly Fault[] {
      const taken: Fault[] = [];
      for (const entry of waiting) {
        if (entry.fault.operation !== '*' && entry.fault.operation !== operation) continue;
        if (entry.passed < (entry.fault.skip ?? 0)) {
          entry.passed += 1;
          continue;
        }
        taken.push(...effectsOf(entry.fault, entry.met));
        entry.met += 1;
      }
      waiting = waiting.filter(({ fault, met }) => fault.times === 0 || met < callsOf(fault));
      return taken;
    },
  };
}

function callsOf({ kind, times = 1 }: Fault): number {
  return kind === 'act-lose-then-status' ? 1 + times : times;
}

function effectsOf(fault: Fault, met: number): readonly Fault[] {
  const { operation, kind, status = 503, as = 'signed' } = fault;
  if (kind !== 'status' && kind !== 'act-lose-then-status') return [fault];
  if (kind === 'act-lose-then-status' && met === 0)
    return [{ operation, kind: fault.lose === 'stall' ? 'stall-headers' : 'reset-after' }];
  const answer = { ...fault, kind: as === 'html' ? ('html' as const) : ('status' as const), status };
  return as === 'signed' ? [answer] : [answer, { operation, kind: 'no-signature' }];
}
