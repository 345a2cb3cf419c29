import { setImmediate } from 'node:timers/promises';
import type { ClosedShiftView, ShiftLine } from '../../../preload/contract/shifts.ts';
import { findRecord } from '../../audit/search-audit-log.ts';
import { TillError } from '../../base/till-error.ts';
import type { PaymentId } from '../../domain/payment-service.ts';
import { JOURNAL_ALARM_CLEARED } from '../../journal/projections.ts';
import { newestSalesDay, readFigures } from '../../reports/figures.ts';
import type { ShiftReport } from '../../reports/shift-report.ts';
import type { ClosedShift } from '../../reports/shifts.ts';
import { historyOf, isWhole } from '../../support/diagnosis/narrator.ts';
import type { Exports } from '../../till/exports.ts';
import type { DraftLinks } from '../draft-links.ts';
import type { RefundIbans } from '../refund-iban.ts';
import { type CommonParts, type HandlersOf, prolonging } from './handler.ts';

export interface PaymentsParts {
  readonly draftLinks: Pick<DraftLinks, 'view' | 'take'>;
  readonly refundIbans: Pick<RefundIbans, 'keep' | 'copy' | 'show' | 'require'>;
  readonly exports: Pick<Exports, 'run' | 'progress' | 'kind' | 'cancel'>;
}

export function paymentsHandlers({ till, acts }: CommonParts, { refundIbans }: PaymentsParts): HandlersOf<'payments'> {
  const active = prolonging(till);
  const sales = () => till.requireOpen().sales;
  /** Writes the audit entry before the action, without the account number. */
  const note = (act: string, saleId: string) => {
    till.roles.touch();
    acts.record({ act, by: till.roles.actor(), about: saleId });
  };
  return {
    'payments.find': ({ after, limit, ...wanted }) => {
      const { rows, next } = sales().find(wanted, after, limit);
      return { rows: [...rows], next: next ?? null };
    },
    'payments.find-elsewhere': active(({ reference }) => sales().findElsewhere(reference)),
    'payments.open': ({ saleId }) => till.showPayment(saleId),
    'payments.search-all': ({ place, ...wanted }) => {
      // The window loads later pages without user action.
      if (place === undefined) till.roles.touch();
      return sales().searchAll(wanted, place);
    },
    'payments.open-found': active(async ({ paymentId }) => {
      const saleId = await sales().takeIn(paymentId as PaymentId);
      till.showPayment(saleId);
      return { saleId };
    }),
    'payments.history': ({ saleId }) => {
      const events = till.requireOpen().journal.eventsOf(saleId);
      return { steps: [...historyOf(events)], whole: isWhole(events) };
    },
    'payments.refund-iban': async ({ saleId }) => {
      const { refunds } = till.requireOpen();
      return refundIbans.keep(saleId, await refunds.iban(saleId, () => note('refund-iban-read', saleId)));
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
    },
  };
}

/** Reading fetched payouts does not prolong a manager's session. */
export function payoutsHandlers(
  { till, acts }: CommonParts,
  { exports }: { readonly exports: Pick<Exports, 'kind'> },
): HandlersOf<'payouts'> {
  const reconciliation = () => till.requireOpen().reconciliation;
  const active = prolonging(till);
  return {
    'payouts.read': () => reconciliation().overview(),
    'payouts.load': active(async (days) => {
      // Loading would change the rows during the export.
      if (['payouts', 'matches'].includes(exports.kind() ?? ''))
        throw new TillError('payouts.exporting', 'Export of the fetched payouts in progress', { retryable: true });
      await reconciliation().load(days);
      acts.record({ act: 'payouts-fetched', by: till.roles.actor(), values: { from: days.from, to: days.to } });
    }),
    'payouts.resume': active(() => reconciliation().resume()),
    'payouts.cancel': active(() => reconciliation().cancel()),
    'payouts.list': ({ offset, limit }) => reconciliation().payouts(offset, limit),
    'payouts.find': active(({ payoutId }) => ({ number: reconciliation().find(payoutId) })),
    'payouts.payout': ({ number }) => reconciliation().payout(number),
    'payouts.transactions': ({ offset, limit, ...asked }) => reconciliation().transactions(asked, offset, limit),
    'payouts.pay-out': active(async () => {
      const training = till.mode === 'training' ? till.requireOpen() : undefined;
      if (training?.payOut === undefined) throw new TillError('payouts.no-bank', 'Payout possible in training only');
      await training.payOut();
    }),
  };
}

export function recordHandlers({ till, acts }: CommonParts): HandlersOf<'record' | 'journal' | 'figures'> {
  return {
    'record.find': ({ after, limit, ...wanted }) => {
      const { journal } = till.requireOpen();
      // The window loads later pages without user action.
      if (after === undefined) till.roles.touch();
      const { rows, next } = findRecord(journal, wanted, after, limit);
      return { rows: [...rows], next: next ?? null };
    },
    // The journal holds both the alarm and its clearing.
    'journal.clear-alarm': () => {
      const alarm = till.requireOpen().journal.tampered();
      if (alarm === undefined) return;
      till.roles.touch();
      acts.record({ act: JOURNAL_ALARM_CLEARED, by: till.roles.actor(), values: { why: alarm.why } });
    },
    'figures.read': prolonging(till)(async ({ day, newest }) => {
      const { journal } = till.requireOpen();
      const options = { pause: () => setImmediate() };
      return readFigures(journal, newest ? await newestSalesDay(journal, day, options) : day, options);
    }),
  };
}

export function shiftHandlers({ till, acts }: CommonParts): HandlersOf<'shift'> {
  const active = prolonging(till);
  const shifts = () => till.requireOpen().shifts;
  return {
    'shift.so-far': () => shifts().soFar(),
    'shift.compare': active(async () => {
      await shifts().ask();
      return shifts().soFar();
    }),
    'shift.comparing': () => ({ progress: shifts().asking ?? null }),
    'shift.stop-comparing': active(() => shifts().stopAsking()),
    'shift.close': active(async ({ number }) => {
      const by = till.roles.actor();
      const { shift, isNew } = await shifts().close(number, by);
      if (isNew) acts.record({ act: 'shift-closed', by, about: String(number) });
      return shiftView(shift);
    }),
    'shift.list': active(({ before, limit }) => {
      const found = shifts().list(before, limit + 1);
      return { rows: found.slice(0, limit).map(shiftLine), more: found.length > limit };
    }),
    'shift.open': active(({ number }) => {
      const shift = shifts().closed(number);
      if (shift === undefined) throw new TillError('shift.not-found', `Shift ${number} not found`);
      return shiftView(shift);
    }),
  };
}

function shiftView({ report, ...shift }: ClosedShift): ClosedShiftView {
  return { ...shift, report: report ?? null };
}

function shiftLine({ report, ...shift }: ClosedShift): ShiftLine {
  if (report === undefined) return { ...shift, paid: null, net: null, compared: null };
  return { ...shift, paid: report.payments.paid, net: report.net, compared: comparedOf(report) };
}

function comparedOf({ counted }: ShiftReport): ShiftLine['compared'] {
  if (counted.state === 'not-counted') return 'not-counted';
  return counted.differences.length === 0 ? 'agrees' : 'differs';
}
