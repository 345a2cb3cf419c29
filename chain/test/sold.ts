import type { TestJournal } from './till.ts';

interface Sold {
  readonly saleId: string;
  readonly amount: number;
  /** ms since the epoch, by the till's clock. */
  readonly at: number;
  readonly paymentId?: string;
  readonly stage?: 'paid' | 'cancelled' | 'unknown';
}

/** Adds the three events of a charged sale that ended in `stage`. */
export function sell(
  journal: TestJournal,
  { saleId, amount, at, paymentId = `p-${saleId}`, stage = 'paid' }: Sold,
): void {
  const by = { role: 'cashier', id: 'c1', name: 'Ann' } as const;
  const skewMs = 2_000;
  const intent = { type: 'sale.intent', saleId, reference: `R-${saleId}`, amount, operation: 'static-qr' } as const;
  // Unchecked, because tills never charge some of the amounts.
  journal.addAny(intent.type, JSON.stringify({ ...intent, body: '{}', by, skewMs }), at);
  journal.add({ type: 'sale.created', saleId, paymentId, createdAt: at + 2_500, via: 'create' }, at + 300);
  const status = { paid: 'SUCCEEDED', cancelled: 'CANCELLED', unknown: 'ODD' }[stage];
  const paid = stage === 'paid' ? { succeededAt: at + 9_000 } : {};
  journal.add({ type: 'sale.moved', saleId, via: 'read', status, stage, ...paid }, at + 7_000);
}
