import { requireLook } from '../../sale/usual-sale.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';
import { requireNotInstalling } from './updates.ts';

export function saleHandlers({
  till,
  store,
  acts,
  updates,
}: Pick<HandlerParts, 'till' | 'store' | 'acts' | 'updates'>): HandlersOf<'sale'> {
  const sales = () => till.requireOpen().sales;
  return {
    'sale.start': async ({ confirmed = false, managerPin, ...draft }) => {
      const by = till.roles.person();
      const manager = await till.roles.byManager(managerPin);
      const byManager = manager !== undefined;
      const { counter } = store.file;
      const asked = { amount: draft.amount, confirmed: confirmed || managerPin !== undefined, byManager };
      requireLook(asked, { ...counter, lastPaid: () => sales().lastPaid() });
      requireNotInstalling(updates);
      const started = await sales().start(draft, by);
      // Below the maximum nobody had to be a manager.
      if (draft.amount <= counter.maximum) return started;
      if (managerPin === undefined) till.roles.touch();
      // Without a PIN everybody may: there is nobody to name.
      if (manager !== undefined && till.roles.pinSet()) {
        const values = { amount: draft.amount, ...(managerPin !== undefined && { pin: true }) };
        acts.record({ act: 'sale-allowed', by: manager, about: started.saleId, values });
      }
      return started;
    },
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
