import type { OperationName } from '../engine/operations.ts';

/** Faults to be met on the wire, per operation. They are met in the order in which they were injected. */

export const faultKinds = [
  /** Waits `ms` before it acts, or after acting where `afterActing` is set. */
  'latency',
  /** Resets the connection; nothing has been done. */
  'reset-before',
  /** Does what was asked, then resets the connection. */
  'reset-after',
  /** Does what was asked and never answers. */
  'stall-headers',
  /** Sends headers and half of the body, and then nothing. */
  'stall-body',
  /** Sends half of the body and ends the connection. */
  'truncate',
  /** A body that is no JSON, signed as it is. */
  'broken-json',
  /** An HTML page, with `status` or 200. */
  'html',
  /** Answers with `status` (503 unless set) and `retryAfter`, before acting or after it. */
  'status',
  /** Does what was asked and loses the answer, as `lose` says; then answers the next `times` calls like `status`. */
  'act-lose-then-status',
  /** A signature that does not fit the body. */
  'wrong-signature',
  /** An answer without its signature. */
  'no-signature',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly operation: OperationName | '*';
  readonly kind: FaultKind;
  /** How many calls meet it (of `act-lose-then-status`, after the first); 1 unless set, 0 for all until it is removed. */
  readonly times?: number;
  /** How many calls are spared before the first. */
  readonly skip?: number;
  readonly ms?: number;
  readonly status?: number;
  /** The `Retry-After` header, as it is. */
  readonly retryAfter?: string;
  readonly afterActing?: boolean;
  /** How `act-lose-then-status` loses the answer: a reset unless set. */
  readonly lose?: (typeof losses)[number];
  /** How the answer with `status` comes: as the service signs it unless set, without its signature, or as a web page. */
  readonly as?: (typeof appearances)[number];
  /** Takes itself back after so many ms. */
  readonly forMs?: number;
}

export const losses = ['reset', 'stall'] as const;
export const appearances = ['signed', 'unsigned', 'html'] as const;

export interface InjectedFault extends Fault {
  readonly id: number;
  /** Calls that have met it. */
  readonly met: number;
}

export interface Faults {
  /** Answers with the fault's id. */
  inject(fault: Fault): number;
  remove(id: number): boolean;
  clear(): void;
  list(): readonly InjectedFault[];
  /** New service keys, see `ServiceKeys.rotate`. */
  rotateKeys(options?: { readonly forget?: boolean }): void;
  /** Sets the service's clock off by so many ms, for everything it says and checks. */
  setClockOffset(ms: number): void;
  readonly clockOffset: number;
  /** Signs answers and callbacks under another issuer name from now on; requests may name either. */
  signAs(issuer: string): void;
  readonly issuer: string;
  /** Refuses connections from now on, for so many ms where that is said, and ends those that are open. */
  goDown(forMs?: number): Promise<void>;
  /** Listens again, on the same port. */
  comeUp(): Promise<void>;
  readonly isDown: boolean;
}

/** The faults that are waiting; `take` gives those that a call meets, and counts them. */
export interface FaultQueue {
  readonly inject: Faults['inject'];
  readonly remove: Faults['remove'];
  readonly clear: Faults['clear'];
  readonly list: Faults['list'];
  take(operation: OperationName): readonly Fault[];
}

/** `delay` waits for the end of faults that last for a while. */
export function createFaultQueue(delay: (ms: number) => Promise<void>): FaultQueue {
  let waiting: { fault: Fault; id: number; met: number; spared: number }[] = [];
  let nextId = 1;
  const remove = (id: number): boolean => {
    const before = waiting.length;
    waiting = waiting.filter((entry) => entry.id !== id);
    return waiting.length < before;
  };
  return {
    inject(fault) {
      const id = nextId++;
      waiting.push({ fault, id, met: 0, spared: 0 });
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
        if (entry.spared < (entry.fault.skip ?? 0)) {
          entry.spared += 1;
          continue;
        }
        taken.push(...meeting(entry.fault, entry.met));
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

/** What a call meets of a fault that so many calls have met before it. */
function meeting(fault: Fault, met: number): readonly Fault[] {
  const { operation, kind, status = 503, as = 'signed' } = fault;
  if (kind !== 'status' && kind !== 'act-lose-then-status') return [fault];
  if (kind === 'act-lose-then-status' && met === 0)
    return [{ operation, kind: fault.lose === 'stall' ? 'stall-headers' : 'reset-after' }];
  const answer = { ...fault, kind: as === 'html' ? ('html' as const) : ('status' as const), status };
  return as === 'signed' ? [answer] : [answer, { operation, kind: 'no-signature' }];
}
