import { operationNames } from '../engine/operations.ts';
import { paymentView } from '../engine/payment-view.ts';
import { appearances, faultKinds, losses } from '../http/fault-injection.ts';
import { type Choices, type OpenPointName, openPoints } from '../open-points.ts';
import type { Sandbox } from '../options.ts';
import { presets } from './fault-presets.ts';

/** Newest payments, refunds and payouts that the panel shows. */
const MOST_ROWS = 200;

/** What the panel can be asked for; it stands in the page. */
export const panelOffers = { operations: operationNames, faultKinds, losses, appearances, presets };
export type PanelOffers = typeof panelOffers;

/** What the panel shows: the answer of `GET /state`. `now` is the sandbox's clock, ms since the epoch. */
export function panelState({ engine, faults, baseUrl }: Sandbox, now: number) {
  engine.runDue();
  const { store, choices } = engine;
  const context = { store, choices, baseUrl: () => baseUrl };
  return {
    service: {
      baseUrl,
      down: faults.isDown,
      clockOffset: faults.clockOffset,
      now: new Date(now).toISOString(),
      issuer: faults.issuer,
    },
    profiles: [...store.profiles.values()],
    payments: newestFirst(store.payments).map((payment) => ({
      ...paymentView(context, payment),
      posId: payment.posId,
      payoutId: payment.payoutId,
    })),
    refunds: newestFirst(store.refunds).map(({ refundId, paymentId, amount, status }) => ({
      refundId,
      paymentId,
      amount,
      status,
    })),
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

/** How the specification is read where it leaves something open, and how else it could be. */
function openPointsWith(choices: Choices) {
  return Object.entries(openPoints).map(([name, point]) => {
    const value = choices[name as OpenPointName];
    const others = 'unit' in point ? point.unit : point.options.filter((option) => option !== value).join(', ');
    return { name, value, others, question: point.question, spec: point.spec };
  });
}
