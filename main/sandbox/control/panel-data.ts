import { dateTime } from '../engine/dates.ts';
import { operationNames } from '../engine/operations.ts';
import { paymentView } from '../engine/payment-view.ts';
import { appearances, type Fault, faultKinds, losses } from '../http/fault-injection.ts';
import { type Choices, type OpenPointName, openPoints } from '../open-points.ts';
import type { Sandbox } from '../options.ts';

interface Preset {
  readonly name: string;
  readonly path: '/faults' | '/service/down';
  readonly body: Fault | { readonly forMs: number };
}

const MINUTE_MS = 60_000;

const lost = (status: number): Fault => ({ operation: 'createRefund', kind: 'act-lose-then-status', status, times: 3 });
const refusing = (status: number) => ({ kind: 'status', status, times: 0, forMs: MINUTE_MS }) as const;
const fault = (name: string, body: Fault): Preset => ({ name, path: '/faults', body });

const presets: readonly Preset[] = [
  ...[401, 409, 422].map((status) => fault(`Refund made, answer lost, then ${status} ×3`, lost(status))),
  fault('Refund made, answer lost, then 403 unsigned ×3', { ...lost(403), as: 'unsigned' }),
  fault("Refund made, answer lost, then a gateway's page ×3", { ...lost(403), as: 'html' }),
  fault('Refund made, no answer, then 409 ×3', { ...lost(409), lose: 'stall' }),
  fault('Cancel answered 429 for a minute', { operation: 'cancelPayment', ...refusing(429) }),
  fault('Acknowledge answered 409 for a minute', { operation: 'acknowledgePayment', ...refusing(409) }),
  fault('Acknowledged, answer lost, then 409 ×3', { ...lost(409), operation: 'acknowledgePayment' }),
  { name: 'Service refuses connections for a minute', path: '/service/down', body: { forMs: MINUTE_MS } },
  fault('Retry-After one hour, once', { operation: '*', kind: 'status', status: 429, retryAfter: '3600' }),
];

const MOST_ROWS = 200;

export const panelOffers = { operations: operationNames, faultKinds, losses, appearances, presets };
export type PanelOffers = typeof panelOffers;

/** Response of `GET /state`. `now` is the sandbox's clock, ms since the epoch. */
export function panelState({ engine, faults, baseUrl }: Sandbox, now: number) {
  engine.runDue();
  const { store, choices } = engine;
  const context = { store, choices, baseUrl: () => baseUrl };
  return {
    service: {
      baseUrl,
      down: faults.isDown,
      clockOffset: faults.clockOffset,
      now: dateTime(now),
      issuer: faults.issuer,
    },
    profiles: [...store.profiles.values()],
    payments: newestFirst(store.payments).map((payment) => ({
      ...paymentView(context, payment),
      posId: payment.posId,
      payoutId: payment.payoutId,
    })),
    refunds: newestFirst(store.refunds),
    payouts: newestFirst(store.payouts),
    faults: faults.list(),
    callbacks: engine.callbackFaults,
    picks: openPointsWith(choices),
  };
}
export type PanelState = ReturnType<typeof panelState>;

function newestFirst<Item>(items: ReadonlyMap<string, Item>): Item[] {
  return [...items.values()].slice(-MOST_ROWS).reverse();
}

function openPointsWith(choices: Choices) {
  return Object.entries(openPoints).map(([name, point]) => {
    const value = choices[name as OpenPointName];
    const others = 'unit' in point ? point.unit : point.options.filter((option) => option !== value).join(', ');
    return { name, value, others, question: point.question, spec: point.spec };
  });
}
