import type { Account, Place } from '../../main/upload/wire.ts';
import { NO_HASH } from '../../main/upload/wire.ts';
import type { Connection, Database } from '../database/open.ts';

/** A branch of a till's journal, up to `head`. */
export interface Branch {
  readonly branch: number;
  readonly head: Place;
  /** Day of the newest event's arrival. */
  readonly received: string;
  /** SHA-256 of the last appended body, and its response. */
  readonly lastBatch: Buffer | null;
  readonly lastAnswer: { readonly next: number } | null;
}

/** Newest first. */
export async function branchesOf(database: Connection | Database, till: number, account: Account): Promise<Branch[]> {
  const { rows } = await database.query({
    name: 'branches',
    text: `SELECT branch, next_seq, last_hash, received, last_batch, last_answer FROM branches
       WHERE till = $1 AND environment = $2 AND merchant = $3 AND profile = $4 ORDER BY branch DESC`,
    values: [till, account.environment, account.merchantId, account.profileId],
  });
  return rows.map((row) => ({
    branch: row.branch,
    head: { after: row.next_seq - 1, prevHash: row.last_hash.toString('hex') },
    received: row.received,
    lastBatch: row.last_batch,
    lastAnswer: row.last_answer,
  }));
}

/** The highest of `places` in these branches, with its branch. */
export async function highestKnown(
  database: Connection | Database,
  till: number,
  branches: readonly Branch[],
  places: readonly Place[],
): Promise<{ readonly branch: number; readonly place: Place } | undefined> {
  const heads = places.flatMap((place) =>
    branches.filter(({ head }) => isSame(head, place)).map(({ branch }) => ({ branch, place })),
  );
  const head = heads.sort((a, b) => b.place.after - a.place.after)[0];
  const above = places.filter(({ after }) => after > (head?.place.after ?? 0));
  const days = above.length * branches.length === 0 ? [] : await daysOf(database, till, branches, above);
  if (days.length === 0) return head;
  // Not a prepared statement: a plan for these days only reads their partitions.
  const { rows } = await database.query(
    `SELECT e.branch, e.seq, encode(e.hash, 'hex') AS hash
       FROM unnest($2::bigint[], $3::text[]) AS place (seq, hash)
       JOIN events e ON e.till = $1 AND e.branch = ANY ($4::integer[]) AND e.seq = place.seq
         AND e.hash = decode(place.hash, 'hex') AND e.received = ANY ($5::date[])
       ORDER BY e.seq DESC, e.branch DESC LIMIT 1`,
    [
      till,
      above.map(({ after }) => after),
      above.map(({ prevHash }) => prevHash),
      branches.map((of) => of.branch),
      days,
    ],
  );
  const [row] = rows;
  return row === undefined ? head : { branch: row.branch, place: { after: row.seq, prevHash: row.hash } };
}

/** Days of receipt of the numbered events. */
async function daysOf(
  database: Connection | Database,
  till: number,
  branches: readonly Branch[],
  places: readonly Place[],
): Promise<string[]> {
  const { rows } = await database.query({
    name: 'days',
    text: `SELECT DISTINCT received FROM unnest($2::integer[]) AS of (branch), unnest($3::bigint[]) AS place (seq),
       LATERAL (SELECT received FROM branch_days d WHERE d.till = $1 AND d.branch = of.branch AND d.from_seq <= place.seq
         ORDER BY from_seq DESC LIMIT 1) AS day`,
    values: [till, branches.map(({ branch }) => branch), places.map(({ after }) => after)],
  });
  return rows.map(({ received }) => received);
}

export const isSame = (a: Place, b: Place) => a.after === b.after && a.prevHash === b.prevHash;

export const START: Place = { after: 0, prevHash: NO_HASH };
