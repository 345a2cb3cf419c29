import type { Connection, Database } from '../database/open.ts';
import { jsonb } from '../database/open.ts';

/** Those of `states` end when their cause has gone, the others a day after they happened last (`watch.ts`). */
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
/** They end when a person has decided: `web/decisions.ts`. */
export const decisions = ['till.merchant', 'till.fault', 'payment.claimed', 'payout.differs'] as const;
export type AlertKind = (typeof states)[number] | (typeof happenings)[number] | (typeof decisions)[number];

export interface NewAlert {
  readonly kind: AlertKind;
  /** Absent: of the collector itself. */
  readonly till?: number;
  /** Tells alerts of one kind and till apart, such as a sale's id. */
  readonly about?: string;
  readonly detail?: object;
}

/** Current alerts of one kind that a till has at most: one till's must not hide those of others. */
export const MOST_OF_A_TILL = 20;

/** Raises an alert, or counts it in the one that there is; a new one is in the audit too. `now`: ms since the epoch. */
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
