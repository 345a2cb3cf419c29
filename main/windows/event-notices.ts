import { basename } from 'node:path';
import type { FieldError } from '../base/field-errors.ts';
import type { OnTillEvent, OtherJournal } from '../till/till-events.ts';
import type { Notices } from './notices.ts';

const SHRED_NOTICE = 'provision.shred';
const FAILED_NOTICE = 'provision.failed';
const OTHER_JOURNAL = 'journal.elsewhere.';
/** The end of a profile's id: enough to tell it from another. */
const SHOWN_OF_ID = 6;

/** Makes notices of what happens to the till. They stay until somebody has read them, or until it is no longer so. */
export function noticesOfEvents(notices: Notices): OnTillEvent {
  return (event) => {
    switch (event.type) {
      case 'provisioned':
        notices.clear(FAILED_NOTICE);
        return notices.put({
          id: SHRED_NOTICE,
          code: SHRED_NOTICE,
          severity: 'warning',
          values: { path: event.path },
          action: 'shred-file',
        });
      case 'provisioning-file-shredded':
        return notices.clear(SHRED_NOTICE);
      case 'provisioning-refused':
        return notices.put({
          id: 'provision.refused',
          code: 'provision.refused',
          severity: 'warning',
          values: { file: event.file },
          action: 'dismiss',
        });
      case 'provisioning-file-invalid':
        return putFieldErrors(notices, event.errors);
      case 'provisioning-failed': {
        const { code, message, values } = event.error;
        return notices.put({
          id: FAILED_NOTICE,
          code,
          severity: 'alarm',
          values: { message, ...values },
          action: 'dismiss',
        });
      }
      case 'other-journals':
        for (const { id } of notices.list()) if (id.startsWith(OTHER_JOURNAL)) notices.clear(id);
        for (const journal of event.journals) putOtherJournal(notices, journal);
        return;
      case 'recovered':
        return notices.put({
          id: 'recovery.done',
          code: 'recovery.done',
          severity: 'info',
          values: { ...event.outcome },
          action: 'dismiss',
        });
      case 'parked-sale-ended':
        return notices.put({
          id: `sale.parked.${event.saleId}`,
          code: `sale.parked.${event.stage}`,
          severity: 'warning',
          values: { amountCents: event.amount, reference: event.reference },
          action: 'dismiss',
          saleId: event.saleId,
        });
      case 'refund-made-after-all':
        return notices.put({
          id: `refund.made-after-all.${event.refundKey}`,
          code: 'refund.made-after-all',
          severity: 'alarm',
          values: { amountCents: event.amount, reference: event.reference },
          action: 'dismiss',
          saleId: event.saleId,
        });
    }
  };
}

function putFieldErrors(notices: Notices, errors: readonly FieldError[]): void {
  for (const [index, { path, code, values }] of errors.entries())
    notices.put({
      id: `provision.fault.${index}`,
      code: 'provision.fault',
      severity: 'alarm',
      values: { ...values, place: path, fault: code, number: index + 1, count: errors.length },
      action: 'dismiss',
    });
}

function putOtherJournal(notices: Notices, { folder, environment, profileId, open }: OtherJournal): void {
  notices.put({
    id: OTHER_JOURNAL + basename(folder),
    code: open === undefined ? 'journal.unread' : 'journal.waiting',
    severity: 'warning',
    values: { environment, profile: profileId.slice(-SHOWN_OF_ID), ...open },
    action: 'dismiss',
  });
}
