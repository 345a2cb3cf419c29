import { basename } from 'node:path';
import type { CompletedRestore } from '../backup/staged-restore.ts';
import type { TillError } from '../base/till-error.ts';
import type { ZvtAlarms } from '../register/zvt/settlement.ts';
import type { OnTillEvent, OtherJournal } from '../till/till-events.ts';
import type { UpdateState } from '../updates/start-count.ts';
import { errorNotice, type NoticeCode, type Notices, notice } from './notices.ts';

const OTHER_JOURNAL = 'journal.elsewhere.';
/** Last characters of a profile's id, enough to distinguish two profiles. */
const SHOWN_OF_ID = 6;

/** Event notices stay until dismissed or until the reason is gone. */
export function noticesOfEvents(notices: Notices): OnTillEvent {
  return (event) => {
    switch (event.type) {
      case 'provisioned':
        notices.clear('provision.failed');
        return notices.put(notice('provision.shred', { values: { path: event.path } }));
      case 'provisioning-file-shredded':
        return notices.clear('provision.shred');
      case 'provisioning-refused':
        return notices.put(notice('provision.refused', { values: { file: event.file } }));
      case 'provisioning-file-invalid':
        for (const [index, { path, code, values }] of event.errors.entries()) {
          const faultValues = { ...values, place: path, fault: code, number: index + 1, count: event.errors.length };
          notices.put(notice('provision.fault', { id: `provision.fault.${index}`, values: faultValues }));
        }
        return;
      case 'provisioning-failed':
        return notices.put(errorNotice('provision.failed', event.error, { severity: 'alarm', action: 'dismiss' }));
      case 'other-journals':
        for (const { id } of notices.list()) if (id.startsWith(OTHER_JOURNAL)) notices.clear(id);
        for (const journal of event.journals) notices.put(otherJournal(journal));
        return;
      case 'recovered':
        return notices.put(notice('recovery.done', { values: { ...event.outcome } }));
      case 'parked-sale-ended':
        return notices.put(
          notice(`sale.parked.${event.stage}`, { ...ofPayment(event), id: `sale.parked.${event.saleId}` }),
        );
      case 'refund-made-after-all':
        return notices.put(
          notice('refund.made-after-all', { ...ofPayment(event), id: `refund.made-after-all.${event.refundKey}` }),
        );
    }
  };
}

function ofPayment({ amount, reference, saleId }: { amount: number; reference: string; saleId: string }) {
  return { values: { amountCents: amount, reference }, saleId };
}

function otherJournal({ folder, environment, profileId, open }: OtherJournal) {
  return notice(open === undefined ? 'journal.unread' : 'journal.waiting', {
    id: OTHER_JOURNAL + basename(folder),
    values: { environment, profile: profileId.slice(-SHOWN_OF_ID), ...open },
  });
}

export function backupNotice(notices: Pick<Notices, 'put' | 'clear'>): (error: TillError | undefined) => void {
  return (error) => {
    if (error === undefined) return notices.clear('backup.failed');
    const { code, values } = error;
    notices.put(
      notice(BACKUP_FAULTS[code] ?? 'backup.failed', { id: 'backup.failed', values: { ...values, fault: code } }),
    );
  };
}

/** Dismissing an alarm confirms the settlement of its payment with the register. */
export function zvtAlarms({ put, clear, list }: Pick<Notices, 'put' | 'clear' | 'list'>): ZvtAlarms {
  const idOf = (key: string) => `register.zvt.${key}`;
  return {
    raise: ({ key, why, ...values }) => put(notice(`register.${why}`, { id: idOf(key), values })),
    stands: (key) => list().some(({ id }) => id === idOf(key)),
    clear: (key) => clear(idOf(key)),
    training: () => put(notice('register.training')),
    trainingOver: () => clear('register.training'),
  };
}

const BACKUP_FAULTS: Readonly<Record<string, NoticeCode>> = {
  'backup.no-folder': 'backup.failed.folder',
  'file.no-folder': 'backup.failed.folder',
  'file.full': 'backup.failed.full',
  'file.read-only': 'backup.failed.read-only',
};

export interface StartProblems {
  readonly settingsSetAside: string | undefined;
  readonly settingsGone: boolean;
  readonly unopenedLog: string | undefined;
  readonly earlierData: string | undefined;
  readonly restored?: CompletedRestore | undefined;
}

export function putStartNotices({ put }: Pick<Notices, 'put'>, problems: StartProblems): void {
  const { settingsSetAside, settingsGone, unopenedLog, earlierData, restored } = problems;
  if (restored !== undefined) {
    const { file, madeAt, kept } = restored;
    put(notice('backup.restored', { values: { file, atMs: madeAt, folder: kept } }));
  }
  if (settingsSetAside !== undefined) put(notice('settings.set-aside', { values: { file: settingsSetAside } }));
  if (settingsGone) put(notice('settings.gone'));
  if (unopenedLog !== undefined) put(notice('log.unopened', { values: { folder: unopenedLog } }));
  if (earlierData !== undefined) put(notice('folder.earlier', { values: { folder: earlierData } }));
}

export function putVersionNotices(
  { put }: Pick<Notices, 'put'>,
  { wentBack, stuck }: Pick<UpdateState, 'wentBack' | 'stuck'>,
  running: string,
): void {
  if (wentBack !== undefined) put(notice('update.went-back', { values: wentBack }));
  if (stuck === true) put(notice('update.stuck', { values: { version: running } }));
}
