import type { Caller } from '../../../main/sandbox/engine/records.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { World } from '../world/simulated-world.ts';
import { endOf, type Item } from './journal-books.ts';
import { type Listed, listed, providerDay } from './service-books.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OUT_OF_ORDER_MS = 15 * 60_000;

interface Parties {
  readonly world: World;
  readonly service: SimulatedService;
  readonly caller: Caller;
  readonly posId: string;
  /** Payments and refunds of the till's journal. */
  readonly items: readonly Item[];
}

/**
 * Returns a line for each row of the service's lists and for each ended item of the journal missing in all lists: kind,
 * ID, the state that a person expects, cents and payout.
 */
export function matchesOf(parties: Parties): readonly string[] {
  const rows = listed(parties.world, parties.service, parties.caller);
  const stateOf = (row: Listed) => (row.kind === 'payment' ? paymentState(row, parties) : refundState(row, parties));
  const lines = rows.map((row) => `${row.kind} ${row.id} ${stateOf(row)} ${row.cents} ${row.payoutId}`);
  const unlisted = parties.items.flatMap((item) => {
    const id = item.kind === 'payment' ? item.paymentId : item.refundId;
    const isDone = endOf(item) === 'paid' || endOf(item) === 'refunded';
    if (!isDone || item.owner === 'other-till' || rows.some((row) => row.id === id)) return [];
    const state = isMissing(item, rows, parties) ? 'missing-at-service' : 'not-listed-yet';
    return [`${item.kind} ${id} ${state} ${item.amount} undefined`];
  });
  return [...lines, ...unlisted];
}

function paymentState(row: Listed, { items, posId }: Parties): string {
  const item = items.find(({ kind, paymentId }) => kind === 'payment' && paymentId === row.id);
  if (item === undefined) return strangerState(row, posId);
  if (item.owner === 'other-till') return 'other-till';
  if (item.amount !== row.cents) return 'amount-differs';
  return endOf(item) === 'paid' ? 'matched' : 'outcome-differs';
}

function refundState(row: Listed, { items, posId }: Parties): string {
  const item = items.find(({ kind, refundId }) => kind === 'refund' && refundId === row.id);
  if (item !== undefined) {
    if (item.amount !== row.cents) return 'amount-differs';
    if (item.owner === 'other-till') return 'other-till';
    return endOf(item) === 'refunded' || endOf(item) === 'open' ? 'matched' : 'outcome-differs';
  }
  const sale = items.find(({ kind, paymentId }) => kind === 'payment' && paymentId === row.paymentId);
  if (sale === undefined) return strangerState(row, posId);
  const mayBeOurs = items.some(
    ({ kind, saleId, owner, refundId, amount }) =>
      kind === 'refund' && saleId === sale.saleId && owner === 'own' && refundId === undefined && amount === row.cents,
  );
  return mayBeOurs ? 'outcome-differs' : 'other-till';
}

/** Decides by the form of the till's references: POS, day and number. */
function strangerState({ reference = '' }: Listed, posId: string): string {
  const maker = /^(.+)-\d{6}-\d{8,}$/.exec(reference)?.[1];
  if (maker === undefined) return 'till-unknown';
  return maker === posId ? 'missing-in-journal' : 'other-till';
}

/** Items are listed by 09:00 of the provider's next day, unless the service lists only paid-out items. */
function isMissing(item: Item, rows: readonly Listed[], { service }: Parties): boolean {
  const at = item.succeededAt ?? item.standings[0]?.at ?? 0;
  const latest = Math.max(at, item.createdAt ?? at, item.knownAt ?? at);
  const dueAt = (providerDay(latest) + 1) * DAY_MS + 8 * HOUR_MS;
  if (service.now() < dueAt) return false;
  const payments = rows.filter(({ kind }) => kind === 'payment');
  if (payments.some(({ payoutId }) => payoutId === undefined)) return true;
  const newest = Math.max(...payments.map(({ date }) => date));
  return at < newest - OUT_OF_ORDER_MS;
}
