import { TillError } from '../../base/till-error.ts';
import { type Permission, refundLimit } from '../../refund/manager-permission.ts';
import { requirePermission } from '../../sale/sale-permission.ts';
import { requireNotInstalling } from '../../updates/updates.ts';
import { payerPage } from '../payer-page.ts';
import type { CommonParts, HandlersOf, SystemParts } from './handler.ts';
import type { PaymentsParts } from './payments.ts';
import type { TerminalParts } from './terminal.ts';

export function saleHandlers(
  { till, store, acts }: CommonParts,
  { updates }: TerminalParts,
  { draftLinks }: PaymentsParts,
): HandlersOf<'sale'> {
  const sales = () => till.requireOpen().sales;
  return {
    'sale.start': async ({ confirmed = false, managerPin, ...draft }) => {
      const by = till.roles.person();
      const manager = await till.roles.byManager(managerPin);
      const byManager = manager !== undefined;
      const { counter } = store.file;
      const asked = { amount: draft.amount, confirmed: confirmed || managerPin !== undefined, byManager };
      const neededManager = requirePermission(asked, { ...counter, lastPaid: () => sales().lastPaid() });
      requireNotInstalling(updates);
      const started = await sales().start(draft, by);
      if (!neededManager) return started;
      if (managerPin === undefined) till.roles.touch();
      // A till without a PIN has no person to name.
      if (manager !== undefined && till.roles.pinSet()) {
        const values = { amount: draft.amount, ...(managerPin === undefined ? {} : { pin: true }) };
        acts.record({ act: 'sale-allowed', by: manager, about: started.saleId, values });
      }
      return started;
    },
    'sale.cancel': ({ saleId }) => sales().cancel(saleId),
    'sale.customer-says-paid': ({ saleId }) => sales().customerSaysPaid(saleId),
    'sale.dismiss': ({ saleId }) => sales().dismiss(saleId),
    'sale.acknowledge-alarm': ({ saleId }) => sales().acknowledgeAlarm(saleId),
    'sale.decide': ({ saleId, paymentId, decision }) => sales().decide(saleId, paymentId, decision, till.roles.actor()),
    'sale.take-draft': ({ id }) => draftLinks.take(id),
  };
}

/** Prolongs the session of a manager at the till. */
export function refundHandlers({ till, store, acts }: CommonParts, { updates }: TerminalParts): HandlersOf<'refund'> {
  return {
    // Requires an open till at the click, before the PIN check or any other wait.
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
    'refund.take-back': ({ wish: requestId }) => ({ outcome: till.requireOpen().refunds.takeBack(requestId) }),
    'refund.settle': async ({ refundKey, decision, managerPin }) => {
      const by = await till.roles.authorise(managerPin);
      if (managerPin === undefined) till.roles.touch();
      till.requireOpen().refunds.settle(refundKey, decision);
      acts.record({ act: 'refund-settled', by, about: refundKey, values: { decision } });
    },
  };
}

async function permissionOf(
  { till, store }: Pick<CommonParts, 'till' | 'store'>,
  managerPin: string | undefined,
): Promise<Permission> {
  const manager = await till.roles.byManager(managerPin);
  const limit = refundLimit({ pinSet: till.roles.pinSet(), refundPinAbove: store.file.counter.refundPinAbove });
  return { limit, byManager: manager !== undefined, manager };
}

/** Only the embedded service of training has a payer. */
export function trainingHandlers({ till }: CommonParts, { openOutside }: SystemParts): HandlersOf<'training'> {
  return {
    'training.open-payer': async ({ saleId }) => {
      const training = till.mode === 'training' ? till.requireOpen() : undefined;
      const deeplink = training?.sales.get(saleId)?.deeplink;
      const host = training?.connection.reachability.host;
      if (deeplink === undefined || host === undefined || payerPage(deeplink, host) === undefined)
        throw new TillError('training.no-payer', 'No simulated payer for this sale');
      await openOutside(deeplink, host);
    },
    'training.act': async ({ saleId, act }) => {
      const training = till.mode === 'training' ? till.requireOpen() : undefined;
      const paymentId = training?.sales.get(saleId)?.paymentId;
      if (training?.payer === undefined || paymentId === undefined)
        throw new TillError('training.no-payer', 'No simulated payer for this sale');
      if (!(await training.payer(paymentId, act)))
        throw new TillError('training.too-late', 'Payment already past this step', { retryable: true });
    },
  };
}
