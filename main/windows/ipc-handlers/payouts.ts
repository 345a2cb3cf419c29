import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** A look at what was fetched does not prolong a manager's session. */
export function payoutsHandlers({
  till,
  acts,
  exports,
}: Pick<HandlerParts, 'till' | 'acts' | 'exports'>): HandlersOf<'payouts'> {
  const reconciliation = () => till.requireOpen().reconciliation;
  return {
    'payouts.read': () => reconciliation().overview(),
    'payouts.load': async (days) => {
      till.roles.touch();
      // Its rows would change under the file that is being written.
      if (['payouts', 'matches'].includes(exports.kind() ?? ''))
        throw new TillError('payouts.exporting', 'The fetched payouts are being exported', { retryable: true });
      await reconciliation().load(days);
      acts.record({ act: 'payouts-fetched', by: till.roles.actor(), values: { from: days.from, to: days.to } });
      return {};
    },
    'payouts.resume': () => {
      till.roles.touch();
      reconciliation().resume();
      return {};
    },
    'payouts.cancel': async () => {
      till.roles.touch();
      await reconciliation().cancel();
      return {};
    },
    'payouts.list': ({ offset, limit }) => reconciliation().payouts(offset, limit),
    'payouts.find': ({ payoutId }) => {
      till.roles.touch();
      return { number: reconciliation().find(payoutId) };
    },
    'payouts.payout': ({ number }) => reconciliation().payout(number),
    'payouts.transactions': ({ offset, limit, ...asked }) => reconciliation().transactions(asked, offset, limit),
    'payouts.pay-out': async () => {
      till.roles.touch();
      const training = till.mode === 'training' ? till.requireOpen() : undefined;
      if (training?.payOut === undefined) throw new TillError('payouts.no-bank', 'Only training can pay out');
      await training.payOut();
      return {};
    },
  };
}
