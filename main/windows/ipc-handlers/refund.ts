import { refundLimit } from '../../refund/manager-permission.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';
import { requireNotInstalling } from './updates.ts';

/** Refunds, and who may make and settle them. A manager who is at the till stays one for another five minutes. */
export function refundHandlers({
  till,
  store,
  acts,
  updates,
}: Pick<HandlerParts, 'till' | 'store' | 'acts' | 'updates'>): HandlersOf<'refund'> {
  return {
    'refund.start': async ({ managerPin, ...draft }) => {
      const by = till.roles.person();
      const manager = await till.roles.byManager(managerPin);
      const { refunds } = till.requireOpen();
      const limit = refundLimit(till.roles.pinSet(), store.file.counter.refundPinAbove);
      requireNotInstalling(updates);
      const { refundKey, neededManager, allowed } = await refunds.start(
        draft,
        { limit, byManager: manager !== undefined, manager },
        by,
      );
      if (neededManager && managerPin === undefined) till.roles.touch();
      if (allowed && manager !== undefined)
        acts.record({
          act: 'refund-allowed',
          by: manager,
          about: refundKey,
          values: { amount: draft.amount, needed: neededManager },
        });
      return { refundKey };
    },
    'refund.settle': async ({ refundKey, decision, managerPin }) => {
      const by = await till.roles.authorise(managerPin);
      if (managerPin === undefined) till.roles.touch();
      till.requireOpen().refunds.settle(refundKey, decision);
      acts.record({ act: 'refund-settled', by, about: refundKey, values: { decision } });
      return {};
    },
  };
}
