import { at, type Replacement } from './replace-in-sources.ts';

/** Faults in data read by a manager or by the next process. */
export const faultsInTheBooks: Readonly<Record<string, readonly Replacement[]>> = {
  'corrections are not in the net of a shift': [
    at(
      'main/reports/shift-fold.ts',
      'payments.paid.sum - refunds.refunded.sum + corrected',
      'payments.paid.sum - refunds.refunded.sum',
    ),
  ],
  'a shift forgets what was open when it began': [
    at(
      'main/reports/shifts.ts',
      'new ShiftFold(fromSeq, this.#past, carried, countedUntil)',
      'new ShiftFold(fromSeq, this.#past, { ...carried, refunds: [] }, countedUntil)',
    ),
  ],
  'a payment of this hour is not in the figures of its hour': [
    at('main/reports/figures.ts', '      count(holding(hours, at), sale.amount);\n', ''),
  ],
  'a difference is reported on the word of a search': [
    at(
      'main/reports/ask-service.ts',
      '=== standingOf(stage) ? []',
      "=== standingOf(stage) || standingOfStatus(payment.status) !== 'open' ? []",
    ),
  ],
  'a transaction that is not listed yet is in no sum of a shift': [
    at('main/reconcile/payout-figures.ts', "      'not-listed-yet') AND", "      'unchecked') AND"),
  ],
  'a payment that is cancelled is in no export of ends': [
    at(
      'main/journal/record-stream.ts',
      'return isEnd(event.stage) ? { saleId: event.saleId, endedAt: at } : undefined;',
      "return event.stage === 'paid' ? { saleId: event.saleId, endedAt: at } : undefined;",
    ),
  ],
  'an alarm is not in the table that is read': [
    at('main/journal/projection-tables.ts', '         alarm = excluded.alarm, search', '         search'),
  ],
};
