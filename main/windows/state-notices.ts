import { basename } from 'node:path';
import type { ProvisioningQuestion } from '../../preload/contract/provisioning.ts';
import type { Notice, Role, UpdatesView } from '../../preload/contract/views.ts';
import { DAY_MS, localDays, utcStartOf } from '../base/days.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { TillError } from '../base/till-error.ts';
import type { KeyRenewal } from '../identity/sealed-record.ts';
import type { RegisterQuestion } from '../register/unknown-keys.ts';
import { stageOfImported } from '../sale/payment-import.ts';
import { isThisMachine } from '../service/proxy-routes.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import type { OtherPath } from '../till/accepted-response-path.ts';
import type { OpenTill } from '../till/open-till.ts';
import type { TillStatus } from '../till/switchable-till.ts';
import { errorNotice, notice } from './notices.ts';

type NoticedStatus = Pick<TillStatus, 'openError' | 'pinError' | 'opened'> &
  Partial<Pick<TillStatus, 'tampered' | 'recovered'>>;

/** Accepting this field clears the notice about a recovered record. */
export const RECOVERED = 'record';

/** Returns notices for lasting states, which disappear with the state and cannot be dismissed. */
export function stateNotices({ openError, pinError, tampered, recovered, opened }: NoticedStatus): readonly Notice[] {
  const failed = openError ?? pinError ?? tampered;
  const severity = openError === undefined && !isRecordGone(failed) ? 'warning' : 'alarm';
  return [
    ...(failed === undefined ? [] : [failedNotice(failed, severity)]),
    ...(recovered === true ? [notice('terminal.recovered', { values: { fields: RECOVERED } })] : []),
    ...(opened === undefined ? [] : openTillNotices(opened)),
  ];
}

export function responsePathNoticeId({ operation }: Pick<OtherPath, 'operation'>): string {
  return `response-path.${operation}`;
}

function openTillNotices(till: OpenTill): readonly Notice[] {
  return [
    ...alarmNotices(till),
    ...foundNotices(till),
    ...unsettledNotices(till),
    ...journalNotices(till),
    ...serviceNotices(till),
    ...callbackNotices(till),
  ];
}

function failedNotice(error: TillError, severity: Notice['severity']): Notice {
  const { code, message, values, retryable } = error;
  const shownError = { code: HELD[code] ?? code, message, values };
  if (code === 'terminal.tampered')
    return errorNotice(`open.${code}`, shownError, { severity, action: 'accept-changes' });
  const action = retryable && code.startsWith('keychain.') ? 'try-again' : undefined;
  return errorNotice(`open.${code}`, shownError, { severity, action });
}

/** True if the record was removed or altered, a permanent state, in training too. */
function isRecordGone(error: TillError | undefined): boolean {
  return error?.code === 'keychain.empty' || error?.code === 'keychain.damaged';
}

/** The cashier can do the same for several journal codes. */
const HELD: Readonly<Record<string, string>> = {
  'journal.in-use': 'journal.held',
  'journal.read-only': 'journal.held',
  'journal.full': 'journal.unopened',
  'journal.failed': 'journal.unopened',
};

function alarmNotices({ sales }: Pick<OpenTill, 'sales'>): readonly Notice[] {
  return sales.alarms().map(({ saleId, stage, reference, amount }) =>
    notice(stage === 'paid' ? 'sale.alarm' : 'sale.taken-back', {
      id: `sale.alarm.${saleId}`,
      values: { reference, amountCents: amount },
      saleId,
    }),
  );
}

/** Payments found for typed references. The dialog shows amount, time and payer from the values. */
function foundNotices({ sales }: Pick<OpenTill, 'sales'>): readonly Notice[] {
  return sales.undecided().map(({ sale, payment }) => {
    const { saleId, reference, amount: amountCents } = sale;
    const { paymentId, createdAt: atMs, debtor } = payment;
    const stage = stageOfImported(payment);
    const values = { reference, amountCents, atMs, stage, paymentId, ...omitUndefined({ payer: debtor?.name }) };
    return notice('sale.found', { id: `sale.found.${saleId}`, values, saleId });
  });
}

function unsettledNotices({ journal }: Pick<OpenTill, 'journal'>): readonly Notice[] {
  const unsettled = journal.openRefunds().filter((refund) => refund.unsettled !== undefined);
  return unsettled.map(({ refundKey, saleId, amount }) => {
    const values = { amountCents: amount, reference: journal.sale(saleId)?.reference ?? '' };
    return notice('refund.unsettled', { id: `refund.unsettled.${refundKey}`, values, saleId });
  });
}

function journalNotices({ journal, sales: { lostPayments } }: Pick<OpenTill, 'journal' | 'sales'>): readonly Notice[] {
  const found: Notice[] = [];
  const alarm = journal.tampered();
  if (alarm !== undefined) {
    const { why, anchored, kept, file, at } = alarm;
    const values = { missing: Math.max(0, anchored - kept), file, atMs: at };
    found.push(notice(`journal.tampered.${why}`, { id: 'journal.tampered', values }));
  }
  // Without the keychain, events cut off the journal now would go unnoticed.
  if (journal.anchoring?.behind !== undefined) found.push(notice('journal.unanchored'));
  if (lostPayments !== undefined) found.push(...restoredNotices(lostPayments));
  const { health } = journal;
  if (health.state !== 'ok')
    found.push(notice(`journal.${health.state}`, { id: 'journal.health', values: { held: health.held } }));
  return found;
}

type LostPayments = NonNullable<OpenTill['sales']['lostPayments']>;

function restoredNotices({ setAside, found, restoredFrom, refundsUnknown }: LostPayments): readonly Notice[] {
  const id = 'journal.set-aside';
  if (restoredFrom !== undefined) {
    if (found === undefined) return [notice('backup.asking', { id, values: { atMs: restoredFrom } })];
    const values = { atMs: restoredFrom, count: found };
    return [notice(refundsUnknown === true ? 'backup.refunds-unknown' : 'backup.asked', { id, values })];
  }
  const file = basename(setAside);
  if (found !== undefined && file === '') return [notice('journal.found-again', { id, values: { count: found } })];
  if (found !== undefined) return [notice('journal.refilled', { id, values: { file, count: found } })];
  // A missing journal has its own alarm.
  return file === '' ? [] : [notice(id, { values: { file } })];
}

function serviceNotices({ probe, serviceKeys, connection }: OpenTill): readonly Notice[] {
  const found: Notice[] = [];
  if (probe.refusal !== undefined) {
    const { code, message, traceId = '' } = probe.refusal;
    found.push(errorNotice('service.refuses', { code, message, values: { traceId } }, { severity: 'alarm' }));
  }
  if (serviceKeys.trouble !== undefined) found.push(notice(`keys.${serviceKeys.trouble}`));
  found.push(...connection.responsePaths.others().map(responsePathNotice));
  return found;
}

function responsePathNotice(other: OtherPath): Notice {
  const { expected, got, acceptable } = other;
  const { action, ...plain } = notice('response-path.other', {
    id: responsePathNoticeId(other),
    values: { expected, got },
  });
  return acceptable ? { ...plain, action } : plain;
}

function callbackNotices({ callbackError, settings }: Pick<OpenTill, 'callbackError' | 'settings'>): readonly Notice[] {
  if (callbackError !== undefined) return [errorNotice(callbackError.code, callbackError, { severity: 'warning' })];
  const listen = settings.callbacks?.listen;
  if (listen === undefined || isThisMachine(listen.host)) return [];
  // The till's server has no TLS, so callbacks over the network can be read in transit.
  return [notice('callback.unprotected', { values: { host: listen.host, port: listen.port } })];
}

const QUESTIONS = { found: 'register.found-again', parked: 'register.waits', refilling: 'register.refilling' } as const;

/** Questions of cash registers. The dialog shows amount, time and payer from the values. */
export function registerNotices(questions: readonly RegisterQuestion[]): readonly Notice[] {
  return questions.map(({ id, kind, register, sale }) => {
    const { amount: amountCents, startedAt: atMs, reference, stage, debtor } = sale ?? {};
    const values = omitUndefined({ register: register.name, amountCents, atMs, reference, stage, payer: debtor?.name });
    return notice(QUESTIONS[kind], { id, values });
  });
}

/** Returns the alarm until a manager clears it, and `waits`, the question delayed until the end of the sale. */
export function provisioningNotices(
  { provisioningAlarm }: Pick<TerminalFile, 'provisioningAlarm'>,
  waits: ProvisioningQuestion | undefined,
): readonly Notice[] {
  const found: Notice[] = [];
  if (provisioningAlarm !== undefined) {
    const { file, at, changes } = provisioningAlarm;
    found.push(notice('provision.replaced', { values: { file, atMs: at, count: changes } }));
  }
  if (waits !== undefined) found.push(notice('provision.waits', { values: { file: waits.file } }));
  return found;
}

/** A collector unreachable for an hour or a night needs no action at the till. */
const FAILING_MS = 4 * 60 * 60_000;

export function headOfficeNotices(failingSince: number | undefined, role: Role, now: number): readonly Notice[] {
  if (failingSince === undefined || role === 'cashier' || now - failingSince < FAILING_MS) return [];
  return [notice('head-office.failing', { values: { atMs: failingSince } })];
}

export function updateNotices({ newest = '', problem, state, waitsFor }: UpdatesView): readonly Notice[] {
  if (state === 'ready') {
    const byPerson = waitsFor === 'person' || waitsFor === 'way-back';
    return [
      notice(byPerson ? 'update.ready.person' : 'update.ready', { id: 'update.ready', values: { version: newest } }),
    ];
  }
  // Shown in the settings only: the cashier can do nothing about an unreachable server.
  if (state !== 'failed' || problem === undefined || problem.code === 'update.unreachable') return [];
  return [errorNotice('update.failed', problem, { severity: 'warning' })];
}

/** Only managers can renew a key. Days are calendar days in local time. */
export function keyNotices(renewal: KeyRenewal | undefined, role: Role, now: number): readonly Notice[] {
  if (renewal === undefined || role === 'cashier') return [];
  const { dayOf, stretchOf } = localDays();
  const days = (utcStartOf(renewal.day) - utcStartOf(dayOf(now))) / DAY_MS;
  if (days > renewal.daysBefore) return [];
  const values = { dayMs: stretchOf(renewal.day).from, days };
  return [notice(days < 0 ? 'key.overdue' : 'key.renewal', { id: 'key.renewal', values })];
}
