import { type Permission, refundLimit } from '../../refund/manager-permission.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';
import { requireNotInstalling } from './updates.ts';

type Parts = Pick<HandlerParts, 'till' | 'store' | 'acts' | 'updates'>;

/** A manager who is at the till stays one for another five minutes. */
export function refundHandlers({ till, store, acts, updates }: Parts): HandlersOf<'refund'> {
  return {
    // The press counts before anything is waited for, the check of the PIN too.
    'refund.start': async ({ managerPin, ...draft }) => {
      const { refunds } = till.requireOpen();
      requireNotInstalling(updates);
      const permission = () => permissionOf({ till, store }, managerPin);
      const { refundKey, neededManager, allowedBy } = await refunds.start(draft, permission, till.roles.person());
      if (neededManager && managerPin === undefined) till.roles.touch();
      if (allowedBy !== undefined)
        acts.record({
          act: 'refund-allowed',
          by: allowedBy,
          about: refundKey,
          values: { amount: draft.amount, needed: neededManager },
        });
      return { refundKey };
    },
    'refund.look': ({ saleId }) => till.requireOpen().refunds.look(saleId),
    'refund.take-back': ({ wish }) => ({ outcome: till.requireOpen().refunds.takeBack(wish) }),
    'refund.settle': async ({ refundKey, decision, managerPin }) => {
      const by = await till.roles.authorise(managerPin);
      if (managerPin === undefined) till.roles.touch();
      till.requireOpen().refunds.settle(refundKey, decision);
      acts.record({ act: 'refund-settled', by, about: refundKey, values: { decision } });
      return {};
    },
  };
}

/** Rejects with the codes of a wrong PIN. */
async function permissionOf(
  { till, store }: Pick<Parts, 'till' | 'store'>,
  managerPin: string | undefined,
): Promise<Permission> {
  const manager = await till.roles.byManager(managerPin);
  const limit = refundLimit({ pinSet: till.roles.pinSet(), refundPinAbove: store.file.counter.refundPinAbove });
  return { limit, byManager: manager !== undefined, manager };
}
