import type { MatchState } from '../../preload/contract/payouts.ts';
import type { Transaction } from '../domain/payment-service.ts';
import type { ChargedWhere, OwnTill } from './charged-where.ts';
import { chargedWhere } from './charged-where.ts';
import { type JournalToMatch, saleOf, timesOf } from './journal-side.ts';
import { matchPayment, matchRefund, type PaymentOfRefund } from './match.ts';
import type { PayoutStore } from './payout-store.ts';
import { payoutNumber } from './payouts.ts';
import { putListed, type Told } from './transactions.ts';

export interface PageWriterParts {
  readonly store: PayoutStore;
  readonly journal: JournalToMatch;
  readonly own: OwnTill;
  /** Number of the closed shift of a time; 0 for none. */
  readonly shiftOf: (at: number | undefined) => number;
}

/** What a page told of beside its transactions, for what it should have held. */
export interface PageFacts {
  /** Different transactions that this pass had not seen before. */
  readonly seen: number;
  /** Payments that no payout holds. */
  readonly unpaid: number;
  /** Newest payment that a payout holds, ms since the epoch. */
  readonly newestPaidOut: number;
}

/** Matches transactions of one list with the journal, and keeps them. */
export function createPageWriter({ store, journal, own, shiftOf }: PageWriterParts) {
  function payment(listed: Transaction): Pick<Told, 'state' | 'journalCents' | 'shift'> {
    const sale = saleOf(journal, listed);
    const match = matchPayment({ amount: listed.amount, where: chargedWhere(listed, own) }, sale);
    return { ...match, shift: match.state === 'other-till' ? 0 : shiftOf(sale?.endedAt) };
  }

  function refund(listed: Transaction & { readonly refundId: string }): Pick<Told, 'state' | 'journalCents' | 'shift'> {
    const sale = journal.saleOfPayment(listed.paymentId);
    const refunds = sale === undefined ? [] : journal.refundsOf(sale.saleId);
    const { known, where } = sale === undefined ? paymentOf(listed.paymentId) : inJournal;
    const told = chargedWhere(listed, own);
    const match = matchRefund({ ...listed, where: told === 'unknown' ? where : told }, sale, refunds, known);
    const ours = refunds.find(({ refundId }) => refundId === listed.refundId);
    return {
      ...match,
      shift: ours === undefined || match.state === 'other-till' ? 0 : shiftOf(timesOf(journal, ours).endedAt),
    };
  }

  function paymentOf(paymentId: string): { readonly known: PaymentOfRefund; readonly where: ChargedWhere } {
    const row = store.get("SELECT state FROM transactions WHERE id = ? AND kind = 'payment' LIMIT 1", paymentId);
    if (row === undefined || row['state'] === 'unverified') return { known: 'unknown', where: 'unknown' };
    return { known: 'listed', where: whereOf(row['state'] as MatchState) };
  }

  return {
    /** One transaction; 1 where this pass sees it for the first time. */
    put(listed: Transaction, payoutId: string | undefined, verified: boolean, pass: number): number {
      const { refundId } = listed;
      const isRefund = refundId !== undefined;
      const match = verified
        ? isRefund
          ? refund({ ...listed, refundId })
          : payment(listed)
        : ({ state: 'unverified', shift: 0 } as const);
      const told: Told = {
        kind: isRefund ? 'refund' : 'payment',
        id: refundId ?? listed.paymentId,
        paymentId: listed.paymentId,
        payout: payoutNumber(store, listed.payoutId ?? payoutId),
        cents: listed.amount,
        date: listed.date,
        reference: listed.reference,
        ...match,
      };
      return putListed(store, told, pass) ? 1 : 0;
    },
    /** What is known of the payment of a refund that the journal does not have. */
    paymentOf,
  };
}

export type PageWriter = ReturnType<typeof createPageWriter>;

const inJournal = { known: 'found', where: 'here' } as const;

/** A listed payment's state says at which till it was charged. */
function whereOf(state: MatchState): ChargedWhere {
  if (state === 'missing-in-journal') return 'here';
  return state === 'till-unknown' ? 'unknown' : 'elsewhere';
}
