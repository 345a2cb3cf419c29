import { omitUndefined } from '../base/omit-undefined.ts';
import type { Problem, Via } from './events.ts';
import { andThen, type Folds, recorderOf, type Step, unchanged, withRead } from './sale-effects.ts';
import { moveFolds } from './sale-moves.ts';
import { hasEnded, isElsewhere, type SaleRecord } from './sale-record.ts';

/** Cancel of a payment: a race with the payer, decided by a read. */
export const cancelFolds: Folds<'sale.cancel-asked' | 'sale.cancel-answered'> = {
  'sale.cancel-asked'(sale, { by, byRegister }) {
    if (sale.creation === 'absent' || sale.creation === 'refused') return undefined;
    const { cancelByRegister: _before, ...rest } = sale;
    return {
      ...rest,
      cancel: 'asked',
      cancelBy: by,
      cancelDue: 'send',
      ...omitUndefined({ cancelByRegister: byRegister }),
    };
  },

  'sale.cancel-answered'(sale, event) {
    if (sale.creation !== 'known') return undefined;
    if (event.outcome === 'accepted') return { ...sale, cancelDue: 'no' };
    if (sale.cancel !== 'asked') return undefined;
    const problem = omitUndefined({ problem: event.problem });
    switch (event.outcome) {
      case 'refused':
        return { ...sale, cancelDue: 'check-refused', ...problem };
      case 'unknown':
        return { ...sale, cancelDue: 'check' };
      case 'too-late':
        return { ...sale, cancel: 'too-late', cancelDue: 'no' };
      case 'dropped':
        return { ...sale, cancel: 'no', cancelDue: 'no', ...problem };
    }
  },
};

const record = recorderOf({ ...cancelFolds, 'sale.moved': moveFolds['sale.moved'] });

export function onCancelAsked(sale: SaleRecord, at: number, by?: 'register'): Step {
  if (hasEnded(sale) || sale.cancelDue !== 'no' || isElsewhere(sale)) return unchanged(sale);
  const byRegister = by === 'register' || undefined;
  const asked = record(sale, at, { type: 'sale.cancel-asked', by: 'cashier', ...omitUndefined({ byRegister }) });
  // Only PENDING and IDENTIFIED payments can be cancelled (docs/service.md, States and transitions).
  if (sale.progress < 2) return asked;
  return andThen(asked, (now) => record(now, at, { type: 'sale.cancel-answered', outcome: 'too-late' }));
}

export function onChargedAgain(sale: SaleRecord, at: number): Step {
  if (sale.creation !== 'known' || sale.stage === 'paid' || sale.cancel !== 'no') return unchanged(sale);
  return record(sale, at, { type: 'sale.cancel-asked', by: 'till' });
}

/** Cancels a payment that appears after its sale was over: no customer waits, so the payment must not be paid. */
export function cancelLate(sale: SaleRecord, at: number): Step {
  if (sale.cancelDue === 'send') return unchanged(sale);
  return record(sale, at, { type: 'sale.cancel-asked', by: 'till' });
}

export function onCancelAccepted(sale: SaleRecord, at: number): Step {
  const accepted = record(sale, at, { type: 'sale.cancel-answered', outcome: 'accepted' });
  if (sale.creation !== 'known' || hasEnded(sale)) return accepted;
  // An authorised payment cannot have been cancelled (docs/service.md, States and transitions): a read decides.
  if (sale.progress >= 2) return withRead(accepted);
  const end = { status: 'CANCELLED', stage: 'cancelled', ending: 'cashier' } as const;
  return andThen(accepted, (now) => record(now, at, { type: 'sale.moved', via: 'cancel', ...end }));
}

/** Handles a refused cancel, or an unknown outcome of a cancel (`problem` is absent then). */
export function onCancelOpen(sale: SaleRecord, at: number, problem: Problem | undefined): Step {
  if (sale.creation !== 'known' || sale.cancelDue !== 'send') return unchanged(sale);
  if (problem === undefined) return withRead(record(sale, at, { type: 'sale.cancel-answered', outcome: 'unknown' }));
  // The end is known and shown already: the refusal needs no display.
  if (hasEnded(sale) && sale.progress === 4)
    return record(sale, at, { type: 'sale.cancel-answered', outcome: 'dropped' });
  return withRead(record(sale, at, { type: 'sale.cancel-answered', outcome: 'refused', problem }));
}

interface Look {
  readonly at: number;
  readonly via: Via;
  readonly progress: number;
  readonly problem: Problem | undefined;
}

/** Decides by the payment's status how a refused or unanswered cancel ended. */
export function onCancelChecked(sale: SaleRecord, { at, via, progress, problem }: Look): Step {
  if (sale.cancelDue === 'no') return unchanged(sale);
  if (Math.max(progress, sale.progress) >= 2)
    return record(sale, at, { type: 'sale.cancel-answered', outcome: 'too-late' });
  // A callback may be older than the cancel: only a read that began later decides.
  if (via !== 'read' || progress < sale.progress) return unchanged(sale);
  if (sale.cancelDue === 'check-refused')
    return record(sale, at, { type: 'sale.cancel-answered', outcome: 'dropped', ...omitUndefined({ problem }) });
  if (sale.cancelDue === 'check') {
    const byRegister = omitUndefined({ byRegister: sale.cancelByRegister });
    return record(sale, at, { type: 'sale.cancel-asked', by: sale.cancelBy, ...byRegister });
  }
  return unchanged(sale);
}

export function onCancelOver(sale: SaleRecord, at: number): Step {
  if (sale.cancelDue === 'no') return unchanged(sale);
  return record(sale, at, { type: 'sale.cancel-answered', outcome: 'accepted' });
}
