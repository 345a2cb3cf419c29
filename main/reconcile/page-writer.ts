import type { MatchState } from '../../preload/contract/payouts.ts';
import type { Transaction } from '../domain/payment-service.ts';
import { type ChargedWhere, chargedWhere, type OwnPos, statedPosId } from '../domain/sale-reference.ts';
import { type JournalToMatch, saleOf, timesOf } from './journal-side.ts';
import { matchPayment, matchRefund, type PaymentOfRefund } from './match.ts';
import type { PayoutStore } from './payout-store.ts';
import { payoutNumber } from './payouts.ts';
import { putListed, type StoredTransaction } from './transactions.ts';

export interface OwnTill extends OwnPos {
  readonly profileId: string;
}

export interface PageWriterParts {
  readonly store: PayoutStore;
  readonly journal: JournalToMatch;
  readonly own: OwnTill;
  /** Returns the number of the shift, 0 for none. */
  readonly shiftOf: (at: number | undefined) => number;
}

/** Source of a transaction: its payout and pass; `proven` if the signature of the response verified. */
interface Place {
  readonly payoutId: string | undefined;
  readonly proven: boolean;
  readonly pass: number;
}

type Matched = Pick<StoredTransaction, 'state' | 'journalCents' | 'shift'>;

export function createPageWriter({ store, journal, own, shiftOf }: PageWriterParts) {
  function payment(listed: Transaction): Matched {
    const sale = saleOf(journal, listed);
    const match = matchPayment({ amount: listed.amount, where: whereListed(listed, own) }, sale);
    return { ...match, shift: match.state === 'other-till' ? 0 : shiftOf(sale?.endedAt) };
  }

  function refund(listed: Transaction & { readonly refundId: string }): Matched {
    const sale = journal.saleOfPayment(listed.paymentId);
    const refunds = sale === undefined ? [] : journal.refundsOf(sale.saleId);
    const { known, where } = sale === undefined ? paymentOf(listed.paymentId) : inJournal;
    const whereMade = whereListed(listed, own);
    const match = matchRefund({ ...listed, where: whereMade === 'unknown' ? where : whereMade }, sale, refunds, known);
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

  function matched(listed: Transaction): Matched {
    return listed.refundId === undefined ? payment(listed) : refund({ ...listed, refundId: listed.refundId });
  }

  return {
    /** Stores a transaction. Returns 1 if new to the pass. */
    put(listed: Transaction, { payoutId, proven, pass }: Place): number {
      const { refundId } = listed;
      const transaction: StoredTransaction = {
        kind: refundId === undefined ? 'payment' : 'refund',
        id: refundId ?? listed.paymentId,
        paymentId: listed.paymentId,
        payout: payoutNumber(store, listed.payoutId ?? payoutId),
        cents: listed.amount,
        date: listed.date,
        reference: listed.reference,
        ...(proven ? matched(listed) : { state: 'unverified' as const, shift: 0 }),
      };
      return putListed(store, transaction, pass) ? 1 : 0;
    },
    paymentOf,
  };
}

export type PageWriter = ReturnType<typeof createPageWriter>;

/** Returns the place of a charge. By specification the lists name profile and reference, but no POS. */
function whereListed(listed: Transaction, own: OwnTill): ChargedWhere {
  const posId = statedPosId(listed.extra);
  if (posId === undefined && listed.paymentProfileId !== own.profileId) return 'elsewhere';
  return chargedWhere({ posId, reference: listed.reference }, own);
}

const inJournal = { known: 'found', where: 'here' } as const;

function whereOf(state: MatchState): ChargedWhere {
  if (state === 'missing-in-journal') return 'here';
  return state === 'till-unknown' ? 'unknown' : 'elsewhere';
}
