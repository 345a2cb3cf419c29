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
export const happenings = ['till.branch', 'till.foreign-key', 'till.forged', 'batch.replayed', 'refund.odd'] as const;
export type AlertKind = (typeof states)[number] | (typeof happenings)[number];

export interface NewAlert {
  readonly kind: AlertKind;
  readonly till: number;
  /** Tells alerts of one kind and till apart, such as a sale's id. */
  readonly about?: string;
  readonly detail?: object;
}

/** Raises an alert, or counts it in the one that there is; a new one is in the audit too. `now`: ms since the epoch. */
export async function raise(database: Connection | Database, alert: NewAlert, now: number): Promise<void> {
  const { kind, till, about = '', detail = {} } = alert;
  await database.query(
    `WITH raised AS (
       INSERT INTO alerts (kind, till, shop, about, detail, raised_at)
         VALUES ($1, $2, (SELECT shop FROM tills WHERE till = $2), $3, $4, $5)
       ON CONFLICT (kind, coalesce(till, 0), about) WHERE ended_at IS NULL DO UPDATE SET
         detail = excluded.detail || jsonb_build_object('last', $5::timestamptz,
           'times', coalesce((alerts.detail->>'times')::integer, 1) + 1)
       RETURNING kind, till, shop, detail)
     INSERT INTO audit (at, who, did, shop, till, detail)
       SELECT $5, 'till ' || till, kind, shop, till, detail FROM raised WHERE detail->'times' IS NULL`,
    [kind, till, about, jsonb(detail), new Date(now)],
  );
}
