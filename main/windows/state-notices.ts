import { basename } from 'node:path';
import type { Notice } from '../../preload/contract/views.ts';
import type { TillError } from '../base/till-error.ts';
import type { IssuerSeen } from '../service/issuer-match.ts';
import { isThisMachine } from '../service/proxy-routes.ts';
import type { OpenTill } from '../till/open-till.ts';
import type { TillStatus } from '../till/switchable-till.ts';

type NoticedStatus = Pick<TillStatus, 'openError' | 'pinError' | 'opened'> &
  Partial<Pick<TillStatus, 'tampered' | 'recovered'>>;

/** Names what a manager accepts who takes the notice of a record away that was set up again. */
export const RECOVERED = 'record';

const recoveredNotice: Notice = {
  id: 'terminal.recovered',
  code: 'terminal.recovered',
  severity: 'alarm',
  values: { fields: RECOVERED },
  action: 'accept-changes',
};

/** A notice for each thing that is so at this moment; it goes away with what it tells of, not by being read. */
export function stateNotices({ openError, pinError, tampered, recovered, opened }: NoticedStatus): readonly Notice[] {
  const failed = openError ?? pinError ?? tampered;
  const severity = openError === undefined && !isRecordGone(failed) ? 'warning' : 'alarm';
  return [
    ...(failed === undefined ? [] : [failedNotice(failed, severity)]),
    ...(recovered === true ? [recoveredNotice] : []),
    ...(opened === undefined ? [] : openTillNotices(opened)),
  ];
}

/** The id under which a window accepts the name of this setting. */
export function issuerNoticeId(of: IssuerSeen['of']): string {
  return `issuer.${of}`;
}

function openTillNotices(till: OpenTill): readonly Notice[] {
  return [
    ...alarmNotices(till),
    ...unsettledNotices(till),
    ...tamperedNotices(till),
    ...unanchoredNotices(till),
    ...restoredNotices(till),
    ...journalNotices(till),
    ...refusalNotices(till),
    ...serviceKeysNotices(till),
    ...till.connection.issuers.renamed().map(issuerNotice),
    ...callbackNotices(till),
  ];
}

/** The till did not open, or the PIN cannot be checked. */
function failedNotice({ code, message, values, retryable }: TillError, severity: Notice['severity']): Notice {
  return {
    id: `open.${code}`,
    code: notOpenedCode(code),
    severity,
    values: { message, ...values },
    ...(retryable && code.startsWith('keychain.') ? { action: 'try-again' } : {}),
    ...(code === 'terminal.tampered' ? { action: 'accept-changes' } : {}),
  };
}

/** Somebody took the record away or altered it, in training too: that is no state that passes. */
function isRecordGone(error: TillError | undefined): boolean {
  return error?.code === 'keychain.empty' || error?.code === 'keychain.damaged';
}

/** The cashier can do the same about several codes of the journal. */
function notOpenedCode(code: string): string {
  switch (code) {
    case 'journal.in-use':
    case 'journal.read-only':
      return 'journal.held';
    case 'journal.full':
    case 'journal.failed':
      return 'journal.unopened';
    default:
      return code;
  }
}

/** Payments that turned out to be something else than was shown: somebody must say that they have seen it. */
function alarmNotices({ sales }: Pick<OpenTill, 'sales'>): readonly Notice[] {
  return sales.alarms().map(({ saleId, stage, reference, amount }) => ({
    id: `sale.alarm.${saleId}`,
    code: stage === 'paid' ? 'sale.alarm' : 'sale.taken-back',
    severity: 'alarm',
    values: { reference, amountCents: amount },
    action: 'acknowledge',
    saleId,
  }));
}

/** Refunds that a manager has to decide about, each with the way to its payment. */
function unsettledNotices({ journal }: Pick<OpenTill, 'journal'>): readonly Notice[] {
  return journal
    .openRefunds()
    .filter(({ unsettled }) => unsettled !== undefined)
    .map(({ refundKey, saleId, amount }) => ({
      id: `refund.unsettled.${refundKey}`,
      code: 'refund.unsettled',
      severity: 'warning',
      values: { amountCents: amount, reference: journal.sale(saleId)?.reference ?? '' },
      action: 'open-sale',
      saleId,
    }));
}

/** The journal was gone, cut or altered: only a manager takes this away. */
function tamperedNotices({ journal }: Pick<OpenTill, 'journal'>): readonly Notice[] {
  const alarm = journal.tampered();
  if (alarm === undefined) return [];
  const { why, anchored, kept, file, at } = alarm;
  const values = { missing: Math.max(0, anchored - kept), file, atMs: at };
  return [
    { id: 'journal.tampered', code: `journal.tampered.${why}`, severity: 'alarm', values, action: 'clear-journal' },
  ];
}

/** The keychain does not answer, and would not miss what somebody cuts off the journal now. */
function unanchoredNotices({ journal: { anchoring } }: Pick<OpenTill, 'journal'>): readonly Notice[] {
  if (anchoring?.behind === undefined) return [];
  return [{ id: 'journal.unanchored', code: 'journal.unanchored', severity: 'warning' }];
}

/** A damaged journal was set aside, and what the service could tell of its payments is in the new one. */
function restoredNotices({ sales: { lostPayments } }: Pick<OpenTill, 'sales'>): readonly Notice[] {
  if (lostPayments === undefined) return [];
  const { setAside, found, restoredFrom, refundsUnknown = false } = lostPayments;
  if (restoredFrom !== undefined) return [backupNotice(restoredFrom, found, refundsUnknown)];
  // It was gone: the alarm about that is there already.
  if (setAside === '')
    return found === undefined
      ? []
      : [{ id: 'journal.set-aside', code: 'journal.found-again', severity: 'warning', values: { count: found } }];
  const id = 'journal.set-aside';
  const file = basename(setAside);
  return found === undefined
    ? [{ id, code: id, severity: 'alarm', values: { file } }]
    : [{ id, code: 'journal.refilled', severity: 'warning', values: { file, count: found } }];
}

/** The record comes from a backup: what the service knows of the time since is being asked for, or is there. */
function backupNotice(madeAtMs: number, found: number | undefined, refundsUnknown: boolean): Notice {
  const id = 'journal.set-aside';
  if (found === undefined) return { id, code: 'backup.asking', severity: 'alarm', values: { atMs: madeAtMs } };
  const values = { atMs: madeAtMs, count: found };
  return refundsUnknown
    ? { id, code: 'backup.refunds-unknown', severity: 'alarm', values }
    : { id, code: 'backup.asked', severity: 'warning', values };
}

function journalNotices({ journal: { health } }: Pick<OpenTill, 'journal'>): readonly Notice[] {
  if (health.state === 'ok') return [];
  const { state, held } = health;
  return [{ id: 'journal.health', code: `journal.${state}`, severity: 'alarm', values: { held } }];
}

/** The service is there and refuses this till: better read now than with a customer waiting. */
function refusalNotices({ probe: { refusal } }: Pick<OpenTill, 'probe'>): readonly Notice[] {
  if (refusal === undefined) return [];
  const { code, message, traceId } = refusal;
  return [{ id: 'service.refuses', code, severity: 'alarm', values: { message, traceId: traceId ?? '' } }];
}

function serviceKeysNotices({ serviceKeys: { trouble } }: Pick<OpenTill, 'serviceKeys'>): readonly Notice[] {
  if (trouble === undefined) return [];
  const code = `keys.${trouble}`;
  return [{ id: code, code, severity: trouble === 'kept' ? 'info' : 'warning' }];
}

function issuerNotice({ of, expected, got }: IssuerSeen): Notice {
  const values = { expected, got };
  return { id: issuerNoticeId(of), code: 'issuer.renamed', severity: 'alarm', values, action: 'accept-issuer' };
}

function callbackNotices({ callbackError, settings }: Pick<OpenTill, 'callbackError' | 'settings'>): readonly Notice[] {
  if (callbackError !== undefined) {
    const { code, message, values } = callbackError;
    return [{ id: code, code, severity: 'warning', values: { message, ...values } }];
  }
  const listen = settings.callbacks?.listen;
  if (listen === undefined || isThisMachine(listen.host)) return [];
  // The till itself speaks no TLS: from wherever they come over the network, these callbacks can be read on their way.
  const id = 'callback.unprotected';
  return [{ id, code: id, severity: 'warning', values: { host: listen.host, port: listen.port } }];
}
