import type { Problem } from './events.ts';
import type { Payment } from './payment-service.ts';
import { type Folds, recorderOf, type Step, unchanged, withRead } from './sale-effects.ts';
import { hasEnded, isElsewhere, type SaleRecord } from './sale-record.ts';

/** Acknowledgement of a payment that waits for the merchant: accepted, or refused if different from the charge. */
export const acknowledgeFolds: Folds<'sale.acknowledge-due' | 'sale.acknowledged' | 'sale.acknowledge-refused'> = {
  'sale.acknowledge-due': (sale) =>
    sale.creation === 'known' && !hasEnded(sale) ? { ...sale, acknowledge: 'due' } : undefined,

  'sale.acknowledged': (sale) =>
    sale.creation === 'known' && sale.acknowledge === 'due' ? { ...sale, acknowledge: 'done' } : undefined,

  'sale.acknowledge-refused'(sale, { problem }) {
    if (sale.creation !== 'known') return undefined;
    return { ...sale, acknowledge: problem.code === DECLINED ? 'declined' : 'refused', problem };
  },
};

/** Code of the service's refusal; any other code is the till's own refusal. */
const DECLINED = 'sale.acknowledge-declined';

const record = recorderOf(acknowledgeFolds);

const WAITS = 'PENDING_MERCHANT_ACKNOWLEDGEMENT';

/** Starts the acknowledgement of a waiting payment. Payments of other tills are left to their tills. */
export function onWaitsForMerchant(sale: SaleRecord, { status }: Payment, at: number): Step {
  if (status !== WAITS || sale.acknowledge !== 'no' || isElsewhere(sale)) return unchanged(sale);
  return record(sale, at, { type: 'sale.acknowledge-due' });
}

export function onAcknowledged(sale: SaleRecord, at: number): Step {
  const step = record(sale, at, { type: 'sale.acknowledged' });
  return step.sale === sale ? step : withRead(step);
}

export function onAcknowledgeRefused(sale: SaleRecord, at: number, problem: Problem): Step {
  if (sale.acknowledge !== 'due') return unchanged(sale);
  return withRead(record(sale, at, { type: 'sale.acknowledge-refused', problem }));
}

export function refuseMismatch(sale: SaleRecord, { status, paymentId }: Payment, at: number): Step {
  const asks = status === WAITS && paymentId === sale.paymentId && !isElsewhere(sale);
  if (!asks || sale.acknowledge !== 'no') return unchanged(sale);
  return record(sale, at, {
    type: 'sale.acknowledge-refused',
    problem: {
      code: 'sale.acknowledge-refused',
      message: 'The service asks to acknowledge another amount or reference than was charged; the till refused.',
      retryable: false,
    },
  });
}
