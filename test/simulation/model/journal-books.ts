import type { DatabaseSync } from 'node:sqlite';
import type { Actor, JournalEvent, RecordedEvent } from '../../../main/domain/events.ts';
import type { ShiftFigures } from '../../../main/reports/shift-fold.ts';

export type Standing = 'open' | 'paid' | 'cancelled' | 'expired' | 'failed' | 'refunded' | 'not-made';
type Owner = 'own' | 'restored' | 'other-till';

export type Kind = 'payment' | 'refund';

/** A payment or refund with every standing from its events. Folded without the client's code. */
export interface Item {
  readonly kind: Kind;
  readonly id: string;
  readonly owner: Owner;
  readonly amount: number;
  readonly by: Actor | undefined;
  readonly saleId: string;
  paymentId: string | undefined;
  refundId: string | undefined;
  succeededAt: number | undefined;
  /** Creation time of a payment by the service's clock. */
  createdAt: number | undefined;
  /** Upper bound of a refund's creation time at the service. */
  knownAt: number | undefined;
  readonly standings: { readonly seq: number; readonly at: number; readonly standing: Standing }[];
}

export interface ShiftBounds {
  readonly fromSeq: number;
  readonly toSeq: number;
}

const STAGES: Readonly<Record<string, Standing>> = {
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
  voided: 'failed',
  refunded: 'refunded',
};

type Entry = Pick<RecordedEvent, 'seq' | 'at' | 'posId' | 'event'>;

export function entriesOf(database: DatabaseSync): readonly Entry[] {
  const rows = database.prepare('SELECT seq, at, pos_id, type, payload FROM events ORDER BY seq').all();
  return rows.map((row) => ({
    seq: Number(row['seq']),
    at: Number(row['at']),
    posId: String(row['pos_id']),
    event: { ...JSON.parse(String(row['payload'])), type: row['type'] } as JournalEvent,
  }));
}

export function itemsOf(entries: readonly Entry[]): readonly Item[] {
  const items = new Map<string, Item>();
  const cancelAsked = new Set<string>();
  for (const { seq, at, posId, event } of entries) {
    const begun = begunBy(event, posId);
    if (begun !== undefined) items.set(begun.id, begun);
    const item = items.get('refundKey' in event ? event.refundKey : 'saleId' in event ? event.saleId : '');
    if (item === undefined) continue;
    if (event.type === 'sale.cancel-asked') cancelAsked.add(item.id);
    if ('paymentId' in event) item.paymentId = event.paymentId;
    if ('refundId' in event) {
      item.refundId = event.refundId;
      item.knownAt ??= at;
    }
    if ('succeededAt' in event) item.succeededAt = event.succeededAt;
    if ('createdAt' in event) item.createdAt = event.createdAt;
    const standing = standingAfter(event, cancelAsked.has(item.id));
    if (standing !== undefined && item.standings.at(-1)?.standing !== standing)
      item.standings.push({ seq, at, standing });
  }
  return [...items.values()];
}

function begunBy(event: JournalEvent, posId: string): Item | undefined {
  const times = { succeededAt: undefined, createdAt: undefined, knownAt: undefined };
  const rest = { paymentId: undefined, refundId: undefined, ...times };
  const item = (kind: Kind, id: string, saleId: string, amount: number, owner: Owner, by?: Actor): Item => ({
    ...rest,
    ...{ kind, id, saleId, amount, owner, by, standings: [] },
  });
  if (event.type === 'sale.intent') return item('payment', event.saleId, event.saleId, event.amount, 'own', event.by);
  if (event.type === 'refund.intent')
    return item('refund', event.refundKey, event.saleId, event.amount, 'own', event.by);
  if (event.type === 'refund.imported') {
    const owner = event.restored ? 'restored' : 'other-till';
    return item('refund', event.refundKey, event.saleId, event.amount, owner);
  }
  if (event.type !== 'sale.imported') return undefined;
  const found = event.posId === posId ? 'restored' : 'other-till';
  return item('payment', event.saleId, event.saleId, event.amount, event.follow ? 'own' : found);
}

/** Returns the standing that an event gives its payment or refund; undefined if the event gives none. */
function standingAfter(event: JournalEvent, isCancelAsked: boolean): Standing | undefined {
  switch (event.type) {
    case 'sale.intent':
    case 'refund.intent':
    case 'refund.imported':
      return 'open';
    case 'sale.imported':
    case 'sale.moved':
      return STAGES[event.stage] ?? 'open';
    case 'sale.creation-refused':
      return 'failed';
    case 'sale.creation-absent':
      return isCancelAsked ? 'cancelled' : 'failed';
    case 'refund.refused':
      return 'not-made';
    case 'refund.answered':
      return event.stage === 'failed' ? 'not-made' : (STAGES[event.stage] ?? 'open');
    case 'refund.settled':
      return event.decision === 'not-made' ? 'not-made' : undefined;
    default:
      return undefined;
  }
}

/** Returns the last standing of an item. */
export function endOf({ standings }: Item): Standing | undefined {
  return standings.at(-1)?.standing;
}

/** Returns the standing of an item after event `seq`; undefined before its first event. */
function standingAt({ standings }: Item, seq: number): Standing | undefined {
  return standings.findLast((one) => one.seq <= seq)?.standing;
}

const ENDS = { payment: ['paid', 'cancelled', 'expired', 'failed'], refund: ['refunded', 'not-made'] } as const;

interface Tally {
  count: number;
  sum: number;
}

type Ends = Readonly<Record<string, Tally>>;

/**
 * Calculates a shift's figures from the standing of each item at the beginning and at the end: an item that ended
 * during the shift counts under its end, an item that ended before with a different end is a correction.
 */
export function shiftFigures(items: readonly Item[], { fromSeq, toSeq }: ShiftBounds) {
  const looked = items.map((item) => ({
    ...item,
    was: standingAt(item, fromSeq - 1),
    is: standingAt(item, toSeq),
  }));
  const known = looked.flatMap(({ is, ...item }) => (is === undefined ? [] : [{ ...item, is }]));
  const own = known.filter(({ owner }) => owner === 'own');
  const isNew = ({ was }: { readonly was: Standing | undefined }) => was === undefined || was === 'open';
  const ended = own.filter((item) => isNew(item) && item.is !== 'open');
  const corrected = own.filter((item) => !isNew(item) && item.was !== item.is);
  const moved = (item: Item, standing: Standing | undefined) =>
    standing === 'paid' ? item.amount : standing === 'refunded' ? -item.amount : 0;
  const net = [...ended, ...corrected].reduce((sum, item) => sum + moved(item, item.is) - moved(item, item.was), 0);
  const apart = (kind: Kind, owner: Owner) =>
    tallyOf(
      known.filter(
        (item) =>
          item.kind === kind && item.owner === owner && moved(item, item.is) !== 0 && moved(item, item.was) === 0,
      ),
    );
  return {
    begun: tallyOf(own.filter(({ kind, was }) => kind === 'payment' && was === undefined)),
    payments: endsOf(ended, 'payment'),
    refunds: endsOf(ended, 'refund'),
    net,
    corrections: corrected.map(({ id, was, is }) => `${id} ${was} ${is}`).toSorted(),
    open: own.flatMap(({ id, is }) => (is === 'open' ? [id] : [])).toSorted(),
    people: Object.fromEntries(
      Object.entries(Object.groupBy(ended, ({ by }) => by?.id ?? by?.role ?? '')).map(([id, of = []]) => [
        id,
        { payments: endsOf(of, 'payment'), refunds: endsOf(of, 'refund') },
      ]),
    ),
    apart: {
      payments: apart('payment', 'other-till'),
      refunds: apart('refund', 'other-till'),
      restored: apart('payment', 'restored'),
      restoredRefunds: apart('refund', 'restored'),
    },
  };
}

function endsOf(
  items: readonly { readonly kind: string; readonly is: Standing; readonly amount: number }[],
  kind: Kind,
): Ends {
  return Object.fromEntries(
    ENDS[kind].map((end) => [end, tallyOf(items.filter((item) => item.kind === kind && item.is === end))]),
  );
}

function tallyOf(items: readonly { readonly amount: number }[]): Tally {
  return { count: items.length, sum: sumOf(items) };
}

export function sumOf(items: readonly { readonly amount: number }[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0);
}

/** Converts the figures of a report to the form of the model. */
export function shownFigures(report: ShiftFigures): ReturnType<typeof shiftFigures> {
  const { begun, payments, refunds, net, corrections, open, people, apart } = report;
  const idOf = (one: { saleId: string; refundKey?: string | undefined }) => one.refundKey ?? one.saleId;
  return {
    ...{ begun, payments, refunds, net, apart },
    corrections: corrections.map((one) => `${idOf(one)} ${one.was} ${one.is}`).toSorted(),
    open: open.map(idOf).toSorted(),
    people: Object.fromEntries(people.map(({ person, ...sums }) => [person?.id ?? person?.role ?? '', sums])),
  };
}
