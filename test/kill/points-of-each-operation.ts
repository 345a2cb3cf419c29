/** Moment at which the app kills itself: before or after the commit of an event type, or of the n-th commit. */
export interface KillPoint {
  readonly when: 'before' | 'after';
  readonly fact?: string;
  readonly commit?: number;
}

export const operations = ['create', 'cancel', 'acknowledge', 'refund'] as const;
export type OperationUnderKill = (typeof operations)[number];

export interface Point {
  readonly operation: OperationUnderKill;
  readonly name: string;
  /** Inside the process, around a commit; or on the wire, while the service has the request. */
  readonly at: KillPoint | WirePoint;
}

/**
 * `never-acts`: the service loses the request. `acts-later`: acts after the till has died. `acted`: has already acted.
 */
export type WirePoint = 'never-acts' | 'acts-later' | 'acted';

/** Event types of each operation's intent and outcome. */
const facts: Readonly<Record<OperationUnderKill, { readonly intent: string; readonly outcome: string }>> = {
  create: { intent: 'sale.intent', outcome: 'sale.created' },
  cancel: { intent: 'sale.cancel-asked', outcome: 'sale.cancel-answered' },
  acknowledge: { intent: 'sale.acknowledge-due', outcome: 'sale.acknowledged' },
  refund: { intent: 'refund.intent', outcome: 'refund.answered' },
};

/** Seven points for each operation, in order of time. */
export const points: readonly Point[] = operations.flatMap((operation) => {
  const { intent, outcome } = facts[operation];
  const named: readonly (readonly [string, Point['at']])[] = [
    ['intent not yet synced', { when: 'before', fact: intent }],
    ['intent written, nothing sent', { when: 'after', fact: intent }],
    ['sent, the service never acts', 'never-acts'],
    ['sent, the service acts when the till is dead', 'acts-later'],
    ['the service acted, answer not yet arrived', 'acted'],
    ['answer arrived, outcome not yet written', { when: 'before', fact: outcome }],
    ['outcome written, not yet shown', { when: 'after', fact: outcome }],
  ];
  return named.map(([name, at]) => ({ operation, name, at }));
});
