import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** The payer's page, to play the customer. Only the embedded service's own pages are opened, and only in training. */
export function trainingHandlers({
  till,
  openOutside,
}: Pick<HandlerParts, 'till' | 'openOutside'>): HandlersOf<'training'> {
  return {
    'training.open-payer': async ({ saleId }) => {
      const training = till.mode === 'training' ? till.requireOpen() : undefined;
      const deeplink = training?.sales.get(saleId)?.deeplink;
      if (deeplink === undefined || new URL(deeplink).host !== training?.connection.reachability.host)
        throw new TillError('training.no-payer', 'There is no payer to play for this sale');
      await openOutside(deeplink);
      return {};
    },
  };
}
