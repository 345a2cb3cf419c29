import type { HandlerParts, HandlersOf } from './handler.ts';

/** The payments view: finding payments, opening one, and its receipt. */
export function paymentsHandlers({ till }: Pick<HandlerParts, 'till'>): HandlersOf<'payments'> {
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
  };
}
