import type { SaleView, TillSnapshot } from '../../preload/contract/views.ts';

export type ToldPayments = Pick<TillSnapshot, 'sale' | 'opened' | 'recent'>;

export interface RefundMade {
  readonly saleId: string;
  /** Cents. */
  readonly amount: number;
  /** Cents, in all. */
  readonly refunded: number;
  readonly paid: number;
  /** This till's newest refund of the payment, ms since the epoch; absent where it is not told. */
  readonly askedAt?: number;
}

type Told = Omit<RefundMade, 'saleId' | 'amount'>;

/** A payment that was not told before, as after a restart, only says how much had gone back by then. */
export function createRefundWatch(): { look(told: ToldPayments): RefundMade | undefined } {
  let before: ReadonlyMap<string, Told> = new Map();
  return {
    look(told) {
      const now = refundedOf(told);
      const made = [...now].flatMap(([saleId, payment]) => {
        const amount = payment.refunded - (before.get(saleId)?.refunded ?? payment.refunded);
        return amount > 0 ? [{ ...payment, saleId, amount }] : [];
      });
      before = now;
      return made.at(-1);
    },
  };
}

/** The payment on the screen comes last: of two refunds at once, its customer is the one who stands there. */
function refundedOf({ recent, opened, sale }: ToldPayments): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const { saleId, refunded, amount } of recent) told.set(saleId, { refunded, paid: amount });
  for (const payment of [opened, sale]) {
    if (payment === null) continue;
    told.delete(payment.saleId);
    told.set(payment.saleId, { refunded: payment.refunded, paid: payment.amount, ...newestRefund(payment) });
  }
  return told;
}

function newestRefund({ refunds }: SaleView): { askedAt?: number } {
  return refunds.length === 0 ? {} : { askedAt: Math.max(...refunds.map(({ at }) => at)) };
}
