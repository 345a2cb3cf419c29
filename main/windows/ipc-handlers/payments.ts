import type { PaymentId } from '../../domain/payment-service.ts';
import { historyOf, isWhole } from '../../support/diagnosis/narrator.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export function paymentsHandlers({
  till,
  acts,
  refundIbans,
}: Pick<HandlerParts, 'till' | 'acts' | 'refundIbans'>): HandlersOf<'payments'> {
  const sales = () => till.requireOpen().sales;
  /** Noted before it is done; never the account itself. */
  const note = (act: string, saleId: string) => {
    till.roles.touch();
    acts.record({ act, by: till.roles.actor(), about: saleId });
  };
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
    'payments.search-all': ({ place, ...wanted }) => {
      // The window asks for the pages after the first by itself.
      if (place === undefined) till.roles.touch();
      return sales().searchAll(wanted, place);
    },
    'payments.open-found': async ({ paymentId }) => {
      till.roles.touch();
      const saleId = await sales().takeIn(paymentId as PaymentId);
      till.showPayment(saleId);
      return { saleId };
    },
    'payments.history': ({ saleId }) => {
      const events = till.requireOpen().journal.eventsOf(saleId);
      return { steps: [...historyOf(events)], whole: isWhole(events) };
    },
    'payments.refund-iban': async ({ saleId }) => {
      note('refund-iban-read', saleId);
      return refundIbans.keep(saleId, await till.requireOpen().refunds.iban(saleId));
    },
    'payments.copy-refund-iban': async ({ saleId }) => {
      refundIbans.require(saleId);
      note('refund-iban-copied', saleId);
      return refundIbans.copy(saleId);
    },
    'payments.show-refund-iban': async ({ saleId }) => {
      refundIbans.require(saleId);
      note('refund-iban-shown', saleId);
      await refundIbans.show(saleId);
      return {};
    },
  };
}
