import type { JournalEvent } from '../../main/domain/events.ts';

/** Builders for each kind of event, with the required fields only. */

type EventOf<Type extends JournalEvent['type']> = Extract<JournalEvent, { readonly type: Type }>;

export const PAYMENT = 'fccd268a29a0d347301ef56e';
export const problem = { code: 'network.reset', message: 'reset', retryable: true };

export const intent = (saleId: string, more: Partial<EventOf<'sale.intent'>> = {}): EventOf<'sale.intent'> => ({
  type: 'sale.intent',
  saleId,
  reference: `ref-${saleId}`,
  amount: 1250,
  operation: 'static-qr',
  body: '{}',
  skewMs: 0,
  ...more,
});

export const created = (saleId: string, more: Partial<EventOf<'sale.created'>> = {}): EventOf<'sale.created'> => ({
  type: 'sale.created',
  saleId,
  paymentId: `payment of ${saleId}`,
  createdAt: 1,
  via: 'create',
  ...more,
});

export const moved = (
  saleId: string,
  status: string,
  stage: EventOf<'sale.moved'>['stage'],
  more: Partial<EventOf<'sale.moved'>> = {},
): EventOf<'sale.moved'> => ({ type: 'sale.moved', saleId, via: 'read', status, stage, ...more });

export const paid = (saleId: string, more: Partial<EventOf<'sale.moved'>> = {}) =>
  moved(saleId, 'SUCCEEDED', 'paid', more);

export const refund = (
  refundKey: string,
  saleId: string,
  more: Partial<EventOf<'refund.intent'>> = {},
): EventOf<'refund.intent'> => ({
  type: 'refund.intent',
  refundKey,
  saleId,
  paymentId: PAYMENT,
  amount: 100,
  body: '{}',
  ...more,
});

export const answered = (
  refundKey: string,
  stage: EventOf<'refund.answered'>['stage'],
  more: Partial<EventOf<'refund.answered'>> = {},
): EventOf<'refund.answered'> => ({
  type: 'refund.answered',
  refundKey,
  refundId: `id-${refundKey}`,
  status: stage.toUpperCase(),
  stage,
  ...more,
});

export const seen = (jti: string, untilMs = 1e15): EventOf<'callback.seen'> => ({
  type: 'callback.seen',
  jti,
  untilMs,
});

export const act = (name: string, more: Partial<EventOf<'act'>> = {}): EventOf<'act'> => ({
  type: 'act',
  act: name,
  by: { role: 'manager' },
  ...more,
});

export const shiftClosed = (number: number): EventOf<'shift.closed'> => ({
  type: 'shift.closed',
  number,
  fromSeq: number,
  toSeq: number,
  from: 1_000 * number,
  to: 1_000 * number + 999,
  by: { role: 'manager', id: 'person-1', name: 'Ada' },
  report: `{"paid":${number}}`,
});
