import { omitUndefined } from '../base/omit-undefined.ts';
import type { Problem, SaleStage, Via } from './events.ts';
import type { Payment } from './payment-service.ts';
import { type Folds, recorderOf, type Step, unchanged, withReport } from './sale-effects.ts';
import {
  hasEnded,
  isElsewhere,
  isEnd,
  type KnownSale,
  progressOf,
  type SaleRecord,
  wasTakenBack,
} from './sale-record.ts';
import type { End } from './who-ended.ts';

export const moveFolds: Folds<'sale.moved' | 'sale.unreadable' | 'sale.mismatch'> = {
  'sale.moved'(sale, event, at) {
    if (sale.creation !== 'known') return undefined;
    const { status, stage } = event;
    const progress = Math.max(sale.progress, progressOf(status) ?? 0);
    const settled = isSettledBy(sale, stage);
    const details = omitUndefined({
      debtor: event.debtor,
      message: event.message,
      bulkId: event.bulkId,
      succeededAt: event.succeededAt,
      expiresAt: event.expiresAt,
      deeplink: event.deeplink,
    });
    if (!isEnd(stage)) {
      if (hasEnded(sale)) return undefined;
      const { problem: _problem, ...before } = sale;
      return { ...before, status, stage, progress, ...details, settled };
    }
    const { problem: _problem, ...before } = sale;
    return {
      ...before,
      status,
      stage,
      progress,
      ...omitUndefined({ ending: event.ending }),
      ...details,
      endedAt: hasEnded(sale) && sale.stage === stage ? sale.endedAt : at,
      ...omitUndefined({ alarm: event.alarmOver && { shownAs: event.alarmOver, at, acknowledged: false } }),
      cancelDue: 'no',
      acknowledge: sale.acknowledge === 'due' ? 'no' : sale.acknowledge,
      settled,
    };
  },

  'sale.unreadable'(sale, { problem }) {
    if (sale.creation !== 'known' || hasEnded(sale)) return undefined;
    return { ...sale, stage: 'unknown', problem };
  },

  'sale.mismatch': (sale) => ({ ...sale, problem: OTHER_PAYMENT }),
};

const OTHER_PAYMENT = {
  code: 'sale.other-payment',
  message: 'The service answered with another payment; the answer was refused.',
  retryable: true,
} as const;

/** A paid sale, or another till's, is settled. Any other end is still followed, in case the money moved after all. */
function isSettledBy(sale: KnownSale, stage: SaleStage): boolean {
  if (isElsewhere(sale)) return true;
  if (stage === 'paid') return !wasTakenBack(sale);
  return isEnd(stage) && sale.settled;
}

const record = recorderOf(moveFolds);

/** Payment in a response. `at`, `serviceNow`: ms since the epoch, by the till's clock and the service's. */
export interface Seen {
  readonly payment: Payment;
  readonly via: Via;
  readonly at: number;
  readonly serviceNow: number;
}

export interface Transition extends End {
  /** Stage shown before the transition, and contradicted by the transition. */
  readonly alarmOver?: SaleStage;
}

export function moveTo(sale: KnownSale, { payment, via, at }: Seen, { stage, ending, alarmOver }: Transition): Step {
  const { status, debtor, message, bulkId, succeededAt, expiresAt, links } = payment;
  if (stage === 'unknown' && sale.stage === 'unknown' && sale.status === status) return unchanged(sale);
  const step = record(sale, at, {
    type: 'sale.moved',
    via,
    status,
    stage,
    ...omitUndefined({
      ending,
      debtor: debtor && { ...debtor },
      message,
      bulkId,
      succeededAt,
      expiresAt,
      deeplink: links.deeplink,
      alarmOver,
    }),
  });
  if (stage === 'unknown') return withReport(step, 'sale.unknown-status', { status });
  const isEndedByAnotherTill = ending === 'elsewhere' && sale.ending === undefined && !isElsewhere(sale);
  if (!isEndedByAnotherTill) return step;
  return withReport(step, 'sale.ended-elsewhere', { posId: sale.posId, reference: sale.reference });
}

export function onUnreadable(sale: SaleRecord, at: number, problem: Problem): Step {
  if (sale.stage === 'unknown' && sale.problem?.code === problem.code) return unchanged(sale);
  return record(sale, at, { type: 'sale.unreadable', problem });
}

export function onOtherPayment(sale: SaleRecord, { payment, via, at }: Seen): Step {
  const { paymentId, amount, status, reference } = payment;
  if (sale.problem?.code === OTHER_PAYMENT.code) return unchanged(sale);
  return record(sale, at, {
    type: 'sale.mismatch',
    via,
    got: { paymentId, amount, status, ...omitUndefined({ reference }) },
  });
}
