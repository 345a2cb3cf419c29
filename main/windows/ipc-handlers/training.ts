import { TillError } from '../../base/till-error.ts';
import { payerPage } from '../payer-page.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** Only the embedded service has a payer, and only in training. */
export function trainingHandlers({
  till,
  store,
  openOutside,
}: Pick<HandlerParts, 'till' | 'store' | 'openOutside'>): HandlersOf<'training'> {
  return {
    'training.open-payer': async ({ saleId }) => {
      // A browser leads anywhere, and a cashier stays in the kiosk.
      if (store.file.counter.kiosk?.on === true && till.roles.current() === 'cashier')
        throw new TillError('pin.required', 'In kiosk a browser opens for managers and support', {
          values: { call: 'training.open-payer' },
        });
      const training = till.mode === 'training' ? till.requireOpen() : undefined;
      const deeplink = training?.sales.get(saleId)?.deeplink;
      const host = training?.connection.reachability.host;
      if (deeplink === undefined || host === undefined || payerPage(deeplink, host) === undefined)
        throw new TillError('training.no-payer', 'There is no payer to play for this sale');
      await openOutside(deeplink, host);
      return {};
    },
    'training.act': async ({ saleId, act }) => {
      const training = till.mode === 'training' ? till.requireOpen() : undefined;
      const paymentId = training?.sales.get(saleId)?.paymentId;
      if (training?.payer === undefined || paymentId === undefined)
        throw new TillError('training.no-payer', 'There is no payer to play for this sale');
      if (!(await training.payer(paymentId, act)))
        throw new TillError('training.too-late', 'The payment is past that', { retryable: true });
      return {};
    },
  };
}
