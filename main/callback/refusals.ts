import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import type { LogFields, LogMessage, ServiceLog } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { PaymentId } from '../domain/payment-service.ts';
import { paymentNamedIn } from './callback-payload.ts';

const MINUTE_MS = 60_000;
const FAILURES_PER_MINUTE = 60;

export type RefusalLog = ReturnType<typeof createRefusalLog>;

/** Any client can send refused requests without limit: at most a line a minute. `many`: message for a count. */
export function createRefusalLog(clock: Pick<Clock, 'after'>, log: Pick<ServiceLog, 'warn'>, many: LogMessage) {
  const counts = new Map<string, number>();
  let cancel: (() => void) | undefined;

  function logCounts(): boolean {
    if (counts.size === 0) return false;
    const byNumber = [...counts].sort(([, one], [, other]) => other - one);
    const [code] = byNumber[0] ?? [];
    const count = byNumber.reduce((sum, [, number]) => sum + number, 0);
    log.warn(many, { count, code });
    counts.clear();
    return true;
  }

  function countAMinute(): void {
    cancel = clock.after(MINUTE_MS, () => {
      cancel = undefined;
      if (logCounts()) countAMinute();
    });
  }

  return {
    /** Later refusals are counted per minute and logged with the most frequent `code`. */
    note(code: string, message: LogMessage, facts: LogFields): void {
      if (cancel !== undefined) {
        counts.set(code, (counts.get(code) ?? 0) + 1);
        return;
      }
      log.warn(message, { code, ...facts });
      countAMinute();
    },
    close(): void {
      cancel?.();
      cancel = undefined;
      logCounts();
    },
  };
}

/** Above this number the counts of the addresses with the oldest failures are dropped. */
const ADDRESSES = 1_000;

/**
 * Counts failed requests per address and minute. Successful requests are neither counted nor refused: behind a reverse
 * proxy, genuine callbacks come from the same address as all others.
 */
export function createFailureBudget(clock: Pick<Clock, 'monotonic'>, perMinute = FAILURES_PER_MINUTE) {
  const failures = new LRUCache<string, { readonly since: number; count: number }>({ max: ADDRESSES });
  return {
    spent(address: string): boolean {
      const now = clock.monotonic();
      const known = failures.get(address);
      const current = known === undefined || now - known.since >= MINUTE_MS ? { since: now, count: 0 } : known;
      current.count += 1;
      failures.set(address, current);
      return current.count > perMinute;
    },
  };
}

/** `unproven` is called with the payment of an unproven or unreadable callback. */
export function refusing(
  refusals: RefusalLog,
  budget: ReturnType<typeof createFailureBudget>,
  unproven: (paymentId: PaymentId) => void,
) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refused = refusalOf(thrown);
    // Includes `verify.keys-unavailable`: a sender who invents key ids without end uses up the fetches of the JWKS.
    const isUnproven = thrown instanceof TillError && thrown.code.startsWith('verify.');
    const isTooMany = isUnproven && budget.spent(request.ip);
    const { status, code, message } = isTooMany ? TOO_MANY : refused;
    const error = toTillError(thrown);
    const counted = thrown instanceof TillError ? error.code : `http.${status}`;
    const isUnreadable = counted === 'callback.body';
    const what = isUnreadable ? 'Verified callback unreadable' : 'Callback refused';
    refusals.note(counted, what, { status, host: request.ip, thrown });
    const { body } = request;
    const isNaming = (isUnproven || isUnreadable) && !isTooMany && body instanceof Uint8Array;
    const paymentId = isNaming ? paymentNamedIn(body) : undefined;
    if (paymentId !== undefined) unproven(paymentId);
    // The service has signed the body, and any other status would reject the payment.
    if (isUnreadable) return reply.code(200).send({});
    if (status === 503) reply.header('retry-after', '5');
    // A flooding client must open a new connection for each request.
    if (isTooMany) reply.header('retry-after', '60').header('connection', 'close');
    return reply.code(status).send({ code, message });
  };
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const BY_STATUS: Readonly<Record<number, Refusal>> = {
  400: { status: 400, code: 'BAD_REQUEST', message: 'Request unreadable.' },
  413: { status: 413, code: 'TOO_LARGE', message: 'Body too large.' },
  415: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Content-Type must be application/json.' },
};
const TOO_MANY: Refusal = { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Too many requests.' };
const UNAVAILABLE: Refusal = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'Callback temporarily not accepted.',
};

function refusalOf(thrown: unknown): Refusal {
  // Without the service's keys the till cannot verify: 503 asks the service to call again.
  if (thrown instanceof TillError && thrown.code === 'verify.keys-unavailable') return UNAVAILABLE;
  if (thrown instanceof TillError && thrown.code.startsWith('verify.'))
    return { status: 401, code: 'UNAUTHORIZED', message: 'Signature not verified.' };
  const status =
    typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
  return BY_STATUS[status] ?? UNAVAILABLE;
}
