import type { OperationName } from '../../main/sandbox/engine/operations.ts';
import type { Fault } from '../../main/sandbox/http/fault-injection.ts';

export const operations = ['create', 'read', 'cancel', 'refund', 'search', 'acknowledge'] as const;
export type WireOperation = (typeof operations)[number];

export const names: Readonly<
  Record<WireOperation, { readonly sandbox: OperationName; readonly client: string; readonly route: RegExp }>
> = {
  create: { sandbox: 'createStaticQrPayment', client: 'createStaticQr', route: /^POST \/v3\/payments\/pos$/ },
  read: { sandbox: 'readPayment', client: 'readPayment', route: /^GET \/v3\/payments\/[^/]+$/ },
  cancel: { sandbox: 'cancelPayment', client: 'cancelPayment', route: /^DELETE / },
  refund: { sandbox: 'createRefund', client: 'createRefund', route: /^POST \/v3\/payments\/[^/]+\/refunds$/ },
  search: { sandbox: 'searchPayments', client: 'search', route: /^POST \/v3\/payments\/search$/ },
  acknowledge: { sandbox: 'acknowledgePayment', client: 'acknowledge', route: /\/acknowledge$/ },
};

/** Wrong destination for faults before the service: an unknown name, a closed port, a peer that hangs up. */
export type Reroute = 'unknown-host' | 'closed-port' | 'hangs-up';

export interface WireFault {
  readonly name: string;
  /** Fault at the service, or wrong destination of the request. */
  readonly at: Omit<Fault, 'operation'> | Reroute;
  /** Expected error codes of the client: some operations have a code of their own for the same status. */
  readonly code: RegExp;
}

export const TIMES = 20;
/** Client time-out in real milliseconds; undici checks time-outs about once a second. */
export const TIMEOUT_MS = 300;
/**
 * In the accelerated time of till and service: later than undici's check; the service may still act on a late request.
 */
const LATE_MS = 2_000 * TIMES;
export const SETTLE_MS = 2 * LATE_MS;

export const wireFaults: readonly WireFault[] = [
  { name: 'name not found', at: 'unknown-host', code: /^network\.dns$/ },
  { name: 'refused', at: 'closed-port', code: /^network\.refused$/ },
  { name: 'reset before acting', at: { kind: 'reset-before' }, code: /^network\.reset$/ },
  { name: 'reset after acting', at: { kind: 'reset-after' }, code: /^network\.reset$/ },
  { name: 'acted, then dropped', at: 'hangs-up', code: /^network\.reset$/ },
  { name: 'headers stalled', at: { kind: 'stall-headers' }, code: /^network\.headers-timeout$/ },
  { name: 'body stalled', at: { kind: 'stall-body' }, code: /^network\.body-timeout$/ },
  { name: 'truncated', at: { kind: 'truncate' }, code: /^network\.truncated$/ },
  { name: 'broken JSON', at: { kind: 'broken-json' }, code: /^answer\.unreadable$/ },
  { name: '409', at: { kind: 'status', status: 409 }, code: /^(service\.conflict|payment\.not-cancellable)$/ },
  {
    name: '422',
    at: { kind: 'status', status: 422 },
    code: /^(service\.refused|payment\.not-cancellable|refund\.refused)$/,
  },
  { name: '429', at: { kind: 'status', status: 429, retryAfter: '1' }, code: /^service\.busy$/ },
  { name: '500', at: { kind: 'status', status: 500 }, code: /^service\.fault$/ },
  { name: '503', at: { kind: 'status', status: 503, retryAfter: '1' }, code: /^service\.unavailable$/ },
  {
    name: 'slower than the time-out',
    at: { kind: 'latency', ms: LATE_MS },
    code: /^network\.headers-timeout$/,
  },
];
