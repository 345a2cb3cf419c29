import { revisionOf, type Status } from '../../main/upload/wire.ts';
import { type Connection, jsonb } from '../database/open.ts';
import type { HeldTill } from './held-till.ts';

/** Otherwise a till's status would be outdated for a long time after a fast clock was corrected. */
const MOST_AHEAD_MS = 120_000;

/** Stores `status` unless older than the stored status. Returns the fields of every response. */
export async function noteStatus(
  connection: Connection,
  { till, mark, isRepeat, sentAt: before, settings }: HeldTill,
  { sentAt, status }: { readonly sentAt: number; readonly status?: Status },
  { now, debtors }: { readonly now: number; readonly debtors: boolean },
) {
  const newer = status !== undefined && sentAt > before ? jsonb(status) : null;
  await connection.query({
    name: 'note',
    text: `UPDATE tills SET last_seen = greatest(last_seen, $2), sent_at = greatest(sent_at, $3),
       status = coalesce($4, status), counter = greatest(counter, $5), call_digest = coalesce(decode($6, 'hex'), call_digest)
       WHERE till = $1`,
    values: [
      till,
      isRepeat ? null : new Date(now),
      newer === null ? before : Math.min(sentAt, now + MOST_AHEAD_MS),
      newer,
      mark?.counter,
      mark?.digest,
    ],
  });
  return { settings: Object.keys(settings).length === 0 ? null : revisionOf(settings), debtors };
}
