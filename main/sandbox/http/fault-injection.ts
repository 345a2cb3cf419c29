import type { OperationName } from '../engine/operations.ts';

/** Faults that calls meet on the wire, by operation, in the order in which they were injected. */

export const faultKinds = [
  /** Waits `ms` before the operation is performed, or after it where `afterActing` is set. */
  'latency',
  /** Resets the connection without performing the operation. */
  'reset-before',
  /** Performs the operation, then resets the connection. */
  'reset-after',
  /** Performs the operation and never answers. */
  'stall-headers',
  /** Sends headers and half of the body, and leaves the connection open. */
  'stall-body',
  /** Sends headers and half of the body, and ends the connection. */
  'truncate',
  /** A body that is not JSON, with a signature that fits it. */
  'broken-json',
  /** An HTML page, with `status` or 200. */
  'html',
  /**
   * Answers with `status` (503 unless set) and `retryAfter`; the operation is performed only where `afterActing` is
   * set.
   */
  'status',
  /** Performs the operation and loses the answer, as `lose` says; then answers the next `times` calls like `status`. */
  'act-lose-then-status',
  /** A signature that does not fit the body. */
  'wrong-signature',
  /** An answer without its signature. */
  'no-signature',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault as it is injected. */
export interface Fault {
  readonly operation: OperationName | '*';
  readonly kind: FaultKind;
  /**
   * How many calls meet it (of `act-lose-then-status`, after the first); 1 unless set, 0 for all until it is removed.
   */
  readonly times?: number;
  /** How many calls pass before the first that meets it. */
  readonly skip?: number;
  readonly ms?: number;
  readonly status?: number;
  /** The `Retry-After` header, as it is. */
  readonly retryAfter?: string;
  readonly afterActing?: boolean;
  /** How `act-lose-then-status` loses the answer: a reset unless set. */
  readonly lose?: (typeof losses)[number];
  /**
   * How the answer with `status` comes: as the service signs it unless set, without its signature, or as a web page.
   */
  readonly as?: (typeof appearances)[number];
  /** Is removed after so many ms. */
  readonly forMs?: number;
}

/** How an answer is lost: by a reset of the connection, or by never coming. */
export const losses = ['reset', 'stall'] as const;
/** How an answer with an injected status looks. */
export const appearances = ['signed', 'unsigned', 'html'] as const;

/** A fault that waits for calls. */
export interface InjectedFault extends Fault {
  readonly id: number;
  /** Calls that have met it. */
  readonly met: number;
}

/** What tests and the control panel can do to the service. */
export interface Faults {
  /** Returns the fault's id. */
  inject(fault: Fault): number;
  remove(id: number): boolean;
  clear(): void;
  list(): readonly InjectedFault[];
  /** New service keys, see `ServiceKeys.rotate`. */
  rotateKeys(options?: { readonly forget?: boolean }): void;
  /** Shifts the service's clock by so many ms, for all that it sends and checks. */
  setClockOffset(ms: number): void;
  readonly clockOffset: number;
  /** Signs answers and callbacks under another issuer name from now on. Requests may carry either name. */
  signAs(issuer: string): void;
  readonly issuer: string;
  /** Refuses connections and ends those that are open, for `forMs` or until `comeUp`. */
  goDown(forMs?: number): Promise<void>;
  /** Listens again, on the same port. */
  comeUp(): Promise<void>;
  readonly isDown: boolean;
}

/** The injected faults. `take` returns those that a call meets, and counts the call. */
export interface FaultQueue {
  readonly inject: Faults['inject'];
  readonly remove: Faults['remove'];
  readonly clear: Faults['clear'];
  readonly list: Faults['list'];
  take(operation: OperationName): readonly Fault[];
}

/** `delay` waits for the end of faults with `forMs`. */
export function createFaultQueue(delay: (ms: number) => Promise<void>): FaultQueue {
  let waiting: { fault: Fault; id: number; met: number; passed: number }[] = [];
  let nextId = 1;
  const remove = (id: number): boolean => {
    const before = waiting.length;
    waiting = waiting.filter((entry) => entry.id !== id);
    return waiting.length < before;
  };
  return {
    inject(fault) {
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
    take(operation) {
      if (waiting.length === 0) return [];
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

/** The faults of the wire that make up `fault` for a call, after `met` earlier calls. */
function effectsOf(fault: Fault, met: number): readonly Fault[] {
  const { operation, kind, status = 503, as = 'signed' } = fault;
  if (kind !== 'status' && kind !== 'act-lose-then-status') return [fault];
  if (kind === 'act-lose-then-status' && met === 0)
    return [{ operation, kind: fault.lose === 'stall' ? 'stall-headers' : 'reset-after' }];
  const answer = { ...fault, kind: as === 'html' ? ('html' as const) : ('status' as const), status };
  return as === 'signed' ? [answer] : [answer, { operation, kind: 'no-signature' }];
}
