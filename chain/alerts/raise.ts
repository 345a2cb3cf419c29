import type { Connection, Database } from '../database/open.ts';
import { jsonb } from '../database/open.ts';

/** End with their cause; other alerts end a day after their last occurrence (`watch.ts`). */
export const states = [
  'till.silent',
  'till.clock',
  'till.keychain',
  'till.journal',
  'till.disk',
  'settings.failed',
  'sale.unknown',
  'payout.late',
] as const;
export const happenings = [
  ...([
    'till.branch',
    'till.foreign-key',
    'till.forged',
    'till.values',
    'till.counter',
    'batch.replayed',
    'refund.odd',
  ] as const),
  ...(['payout.changed', 'watch.failed'] as const),
] as const;
/** End with an administrator's or manager's decision: `web/decisions.ts`. */
export const decisions = ['till.merchant', 'till.fault', 'payment.claimed', 'payout.differs'] as const;
export type AlertKind = (typeof states)[number] | (typeof happenings)[number] | (typeof decisions)[number];

export interface NewAlert {
  readonly kind: AlertKind;
  readonly till?: number;
  /** Such as a sale's id: distinguishes alerts of the same kind and till. */
  readonly about?: string;
  readonly detail?: object;
}

/** Most current alerts per kind and till, so that a till cannot hide the alerts of others. */
export const MOST_OF_A_TILL = 20;

/** Increments the count of an open alert. A new alert is also written to the audit log. `now`: ms since the epoch. */
export async function raise(database: Connection | Database, alert: NewAlert, now: number): Promise<void> {
  const { kind, till, about = '', detail = {} } = alert;
  await database.query(
    `WITH raised AS (
       INSERT INTO alerts (kind, till, shop, about, detail, raised_at)
         SELECT $1, $2, (SELECT shop FROM tills WHERE till = $2), $3, $4::jsonb, $5
           WHERE (SELECT count(*) FROM alerts WHERE kind = $1 AND till = $2 AND about <> $3 AND ended_at IS NULL) < $6
       ON CONFLICT (kind, coalesce(till, 0), about) WHERE ended_at IS NULL DO UPDATE SET
         detail = excluded.detail || jsonb_build_object('last', $5::timestamptz,
           'times', coalesce((alerts.detail->>'times')::integer, 1) + 1)
       RETURNING kind, till, shop, detail)
     INSERT INTO audit (at, who, did, shop, till, detail)
       SELECT $5, coalesce('till ' || till, 'collector'), kind, shop, till, detail FROM raised WHERE detail->'times' IS NULL`,
    [kind, till, about, jsonb(detail), new Date(now), MOST_OF_A_TILL],
  );
}
