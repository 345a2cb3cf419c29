import type { HandlerParts, HandlersOf } from './handler.ts';

/** The sale on the screen, and late truths about earlier ones. */
export function saleHandlers({ till }: Pick<HandlerParts, 'till'>): HandlersOf<'sale'> {
  const sales = () => till.requireOpen().sales;
  return {
    'sale.start': (draft) => sales().start(draft),
    'sale.cancel': async ({ saleId }) => {
      await sales().cancel(saleId);
      return {};
    },
    'sale.customer-says-paid': async ({ saleId }) => {
      await sales().customerSaysPaid(saleId);
      return {};
    },
    'sale.dismiss': async ({ saleId }) => {
      await sales().dismiss(saleId);
      return {};
    },
    'sale.acknowledge-alarm': async ({ saleId }) => {
      await sales().acknowledgeAlarm(saleId);
      return {};
    },
  };
}
