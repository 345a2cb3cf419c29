import type { Fault } from '../http/fault-injection.ts';

/** A fault that the control panel injects with one press. */
export interface Preset {
  readonly name: string;
  readonly path: '/faults' | '/service/down';
  readonly body: Fault | { readonly forMs: number };
}

const MINUTE_MS = 60_000;

const lost = (status: number): Fault => ({ operation: 'createRefund', kind: 'act-lose-then-status', status, times: 3 });
const fault = (name: string, body: Fault): Preset => ({ name, path: '/faults', body });

/** The faults that are played by hand most often. */
export const presets: readonly Preset[] = [
  ...[401, 409, 422].map((status) => fault(`Refund made, answer lost, then ${status} ×3`, lost(status))),
  fault('Refund made, answer lost, then 403 unsigned ×3', { ...lost(403), as: 'unsigned' }),
  fault("Refund made, answer lost, then a gateway's page ×3", { ...lost(403), as: 'html' }),
  fault('Refund made, no answer, then 409 ×3', { ...lost(409), lose: 'stall' }),
  fault('Cancel answered 429 for a minute', {
    ...{ operation: 'cancelPayment', kind: 'status', status: 429, times: 0, forMs: MINUTE_MS },
  }),
  fault('Acknowledge answered 409 for a minute', {
    ...{ operation: 'acknowledgePayment', kind: 'status', status: 409, times: 0, forMs: MINUTE_MS },
  }),
  fault('Acknowledged, answer lost, then 409 ×3', {
    ...{ operation: 'acknowledgePayment', kind: 'act-lose-then-status', status: 409, times: 3 },
  }),
  { name: 'Service refuses connections for a minute', path: '/service/down', body: { forMs: MINUTE_MS } },
  fault('Retry-After one hour, once', { operation: '*', kind: 'status', status: 429, retryAfter: '3600' }),
];
