import type {
  JournalAct,
  JournalRefundEvent,
  JournalRequestEvent,
  JournalSaleEvent,
  RecordedEvent,
} from '../domain/events.ts';
import { MisplacedEvent } from '../domain/events.ts';
import { claimed, foldSale } from '../domain/fold-sale.ts';
import { foldRefund, type RefundRecord } from '../domain/refund-record.ts';
import { refundRequestName, requestAsked, requestGivenUp } from '../domain/refund-request.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { type ShiftRecord, shiftRecord } from '../domain/shift-record.ts';
import { refersToNothing } from './database.ts';

/** The state folded from the events: the tables of a journal, or maps in memory for comparison with the tables. */
export interface Projections {
  sale(saleId: string): SaleRecord | undefined;
  putSale(sale: SaleRecord, seq: number, before: SaleRecord | undefined): void;
  refund(refundKey: string): RefundRecord | undefined;
  putRefund(refund: RefundRecord): void;
  /** The number of the last closed shift; 0 before the first. */
  lastShift(): number;
  putShift(shift: ShiftRecord): void;
  /** Ignores an id without a sale. */
  trace(saleId: string, seq: number): void;
  value(name: string): string | undefined;
  putValue(name: string, value: string): void;
  dropValue(name: string): void;
  count(counter: string, sequence: number): void;
  /** Drops callbacks that expired before `forgetBefore` (ms since the epoch). */
  putSeen(jti: string, untilMs: number, forgetBefore: number): void;
}

export interface Folded {
  readonly sale?: SaleRecord;
  readonly refund?: RefundRecord;
}

/** The acts that raise and clear the alarm about a tampered journal. */
export const JOURNAL_TAMPERED = 'journal-tampered';
export const JOURNAL_ALARM_CLEARED = 'journal-alarm-cleared';

const SHIFTS_BEFORE = 'shifts-before';
export const JOURNAL_ID = 'journal-id';
export function lastOfRegister(registerId: string): string {
  return `last-of-register ${registerId}`;
}

/** Acts of a cashier: a recovered payment belongs to a register's key, or does not; a register may charge again. */
export const SALE_CLAIMED = 'sale-claimed';
export const SALE_NOT_CLAIMED = 'sale-not-claimed';
export const REGISTER_RELEASED = 'sale-register-released';

export function decisionName({ act, about = '', values }: Pick<JournalAct, 'act' | 'about' | 'values'>): string {
  return `${act} ${JSON.stringify([values?.['register'], values?.['key'], about])}`;
}

/** Only a `journal.begun` event sets these. */
export const SET_AT_BEGINNING: readonly string[] = ['salt', JOURNAL_ID, SHIFTS_BEFORE, 'refill-due', 'restored-from'];

/** In the caller's transaction. Throws `MisplacedEvent` for an impossible event, without changes. */
export function project(projections: Projections, { event, ...where }: RecordedEvent): Folded {
  if ('refundKey' in event) return projectRefund(projections, event, where);
  if ('wish' in event) return projectRequest(projections, event, where);
  switch (event.type) {
    case 'journal.begun':
      projections.putValue('salt', String(event.salt));
      projections.putValue(JOURNAL_ID, event.journalId);
      if (event.lastShift !== undefined) projections.putValue(SHIFTS_BEFORE, String(event.lastShift));
      if (event.replaces !== undefined) projections.putValue('refill-due', event.replaces);
      if (event.restoredFrom !== undefined) projections.putValue('restored-from', String(event.restoredFrom));
      return {};
    case 'journal.refilled':
      projections.dropValue('refill-due');
      projections.dropValue('restored-from');
      return {};
    case 'act':
      noteAlarm(projections, event, where.at);
      if (event.act === SALE_CLAIMED) return projectClaim(projections, event, where.seq);
      if (event.act === SALE_NOT_CLAIMED || event.act === REGISTER_RELEASED)
        projections.putValue(decisionName(event), '1');
      if (event.about !== undefined)
        projections.trace(projections.refund(event.about)?.saleId ?? event.about, where.seq);
      return {};
    case 'callback.seen':
      projections.putSeen(event.jti, event.untilMs, where.at);
      return {};
    case 'shift.closed':
      if (event.number !== nextShift(projections)) throw new MisplacedEvent(event.type, String(event.number));
      projections.putShift(shiftRecord(event, where));
      return {};
    default:
      return projectSale(projections, event, where);
  }
}

/**
 * Folds an event; false, without changes, for an impossible event. Without a key an attacker can build a valid chain,
 * and the journal must still open.
 */
export function tryToProject(projections: Projections, recorded: RecordedEvent): boolean {
  try {
    project(projections, recorded);
    return true;
  } catch (thrown) {
    if (thrown instanceof MisplacedEvent || refersToNothing(thrown)) return false;
    throw thrown;
  }
}

type Where = Omit<RecordedEvent, 'event'>;

function projectSale(projections: Projections, event: JournalSaleEvent, where: Where): Folded {
  const before = event.type === 'sale.intent' ? undefined : projections.sale(event.saleId);
  const sale = foldSale(before, event, where);
  projections.putSale(sale, where.seq, before);
  if (event.type === 'sale.dismissed' && projections.value('on-screen') === event.saleId)
    projections.dropValue('on-screen');
  if (event.type === 'sale.intent') {
    projections.putValue('on-screen', event.saleId);
    if (event.register !== undefined) projections.putValue(lastOfRegister(event.register.id), event.saleId);
    if (event.counter !== undefined && event.sequence !== undefined) projections.count(event.counter, event.sequence);
  }
  return { sale };
}

function projectClaim(projections: Projections, { about = '', values }: JournalAct, seq: number): Folded {
  const before = projections.sale(about);
  const register = { id: String(values?.['register']), key: String(values?.['key']), ask: String(values?.['ask']) };
  const sale = before && claimed(before, register);
  if (sale === undefined) throw new MisplacedEvent(SALE_CLAIMED, about);
  projections.putSale(sale, seq, before);
  projections.putValue(lastOfRegister(register.id), about);
  return { sale };
}

function projectRefund(projections: Projections, event: JournalRefundEvent, where: Where): Folded {
  const refund = foldRefund(projections.refund(event.refundKey), event, where);
  projections.putRefund(refund);
  if (event.type === 'refund.intent') projections.dropValue(refundRequestName(event.saleId));
  projections.trace(refund.saleId, where.seq);
  return { refund };
}

function projectRequest(projections: Projections, event: JournalRequestEvent, { at, seq }: Where): Folded {
  const name = refundRequestName(event.saleId);
  const before = projections.value(name);
  const request = event.type === 'refund.asked' ? requestAsked(event, at) : requestGivenUp(before, event);
  if (request === undefined) projections.dropValue(name);
  else projections.putValue(name, JSON.stringify(request));
  projections.trace(event.saleId, seq);
  return {};
}

/** Continues the numbers of a lost journal, because Z reports must have unique numbers. */
function nextShift(projections: Pick<Projections, 'lastShift' | 'value'>): number {
  return Math.max(projections.lastShift(), Number(projections.value(SHIFTS_BEFORE) ?? 0)) + 1;
}

function noteAlarm(projections: Projections, { act, values }: JournalAct, at: number): void {
  if (act === JOURNAL_TAMPERED) projections.putValue('tampered', JSON.stringify({ ...values, at }));
  if (act === JOURNAL_ALARM_CLEARED) projections.dropValue('tampered');
}
