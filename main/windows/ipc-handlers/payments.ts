import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** The payments view: finding payments, opening one, and its receipt. */
export function paymentsHandlers({
  till,
  printReceipt,
}: Pick<HandlerParts, 'till' | 'printReceipt'>): HandlersOf<'payments' | 'receipt'> {
  const sales = () => till.requireOpen().sales;
  return {
    'payments.find': ({ after, limit, ...wanted }) => {
      const { rows, next } = sales().find(wanted, after, limit);
      return { rows: [...rows], next: next ?? null };
    },
    'payments.find-elsewhere': ({ reference }) => {
      till.roles.touch();
      return sales().findElsewhere(reference);
    },
    'payments.open': ({ saleId }) => {
      till.showPayment(saleId);
      return {};
    },
    'receipt.print': async ({ saleId }) => {
      if (sales().get(saleId) === undefined) throw new TillError('sale.not-found', 'There is no such payment');
      const outcome = await printReceipt();
      if ('reason' in outcome) throw new TillError(`receipt.${outcome.kind}`, outcome.reason);
      return { printed: outcome.kind === 'printed' };
    },
  };
}
