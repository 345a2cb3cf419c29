import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { BatchHeader, Place, ShippedEvent } from '../../main/upload/wire.ts';
import { eventLine, MOST_BYTES, readBatch } from '../../main/upload/wire.ts';
import { raise } from '../alerts/raise.ts';
import type { Connection } from '../database/open.ts';
import { dayOf } from '../database/open.ts';
import { checkMerchant } from './merchants.ts';
import { type Branch, branchesOf, highestKnown, isSame, START } from './points.ts';
import { Refusal } from './refusal.ts';

interface Batch {
  readonly header: BatchHeader;
  readonly events: readonly ShippedEvent[];
  /** SHA-256 of the body. */
  readonly digest: Buffer;
}

/** Throws Refusal `batch.broken`, also for events that do not form a hash chain. */
export function readUploaded(till: number, body: Buffer): Batch {
  try {
    if (body.length > MOST_BYTES && body.includes(10, body.indexOf(10) + 1))
      throw new Error(`More than ${MOST_BYTES} bytes`);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const { header, events } = readBatch(text);
    // Otherwise the hash could not be computed again from the stored fields.
    const lines = events.map(({ fields, hash, cut }) => eventLine(fields, cut ? hash : undefined)).join('\n');
    if (!text.endsWith(`\n${lines}`)) throw new Error('Event not in the form of the journal');
    return { header, events, digest: createHash('sha256').update(body).digest() };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.slice(0, 500) : String(thrown);
    const alert = { kind: 'till.forged', till, detail: { reason } } as const;
    throw new Refusal(422, 'batch.broken', `Not a batch of journal events: ${reason}`, { alert });
  }
}

/**
 * The caller's transaction holds the till's row. Returns the number of the next event expected. `sentAt`: of the newest
 * earlier status. Throws Refusal `batch.replayed` and `batch.gap`.
 */
export async function takeBatch(
  connection: Connection,
  till: { readonly till: number; readonly sentAt: number },
  batch: Batch,
  now: number,
): Promise<number> {
  const { header, events, digest } = batch;
  const branches = await branchesOf(connection, till.till, header.account);
  const places = [header, ...events.map(({ fields, hash }) => ({ after: fields[1], prevHash: hash }))];
  const last = places.at(-1) ?? header;
  const growing = branches.find(({ head }) => {
    const place = places[head.after - header.after];
    return place !== undefined && isSame(place, head);
  });
  if (growing !== undefined && !isSame(growing.head, last))
    return append(connection, till.till, growing, batch, growing.head, now);
  const repeated = growing ?? branches.find(({ lastBatch }) => lastBatch?.equals(digest));
  if (repeated?.lastBatch?.equals(digest) && repeated.lastAnswer) return repeated.lastAnswer.next;

  const expected = branches[0]?.head ?? START;
  const known = growing
    ? { branch: growing.branch, place: last }
    : await highestKnown(connection, till.till, branches, places);
  if (known !== undefined && isSame(known.place, last)) {
    const isOld = header.sentAt <= till.sentAt;
    throw new Refusal(409, 'batch.replayed', 'Events already received.', {
      expected,
      // A till that lost the response and sends a batch again, with a newer `sentAt`, is not a replay.
      ...(isOld
        ? { alert: { kind: 'batch.replayed', till: till.till, detail: { after: header.after } } as const }
        : {}),
    });
  }
  const parent = known ?? (isSame(header, START) ? { place: START, branch: null } : undefined);
  if (parent === undefined)
    throw new Refusal(409, 'batch.gap', `Expected: events after ${expected.after}.`, { expected });
  return append(
    connection,
    till.till,
    await openBranch(connection, till.till, batch, parent, now),
    batch,
    parent.place,
    now,
  );
}

/**
 * For a till's first journal, another account's, or a restored or replaced journal. Sets the branch aside if the till's
 * enrolment does not name the merchant.
 */
async function openBranch(
  connection: Connection,
  till: number,
  { header: { account } }: Batch,
  parent: { readonly place: Place; readonly branch: number | null },
  now: number,
): Promise<Pick<Branch, 'branch' | 'received'>> {
  const { place } = parent;
  const isNamed = await checkMerchant(connection, till, account, now);
  const { rows } = await connection.query(
    `INSERT INTO branches (till, branch, environment, merchant, profile, parent, from_seq, next_seq, last_hash, received,
         projected_seq, opened_at, journal, aside)
       SELECT $1, coalesce(max(branch), 0) + 1, $2, $3, $4, $5, $6, $6 + 1, decode($7, 'hex'), '-infinity', $6, $8,
           coalesce(max(journal) FILTER (WHERE branch = $5), max(branch) + 1, 1), $9
         FROM branches WHERE till = $1
       RETURNING branch, (SELECT count(*) FROM branches WHERE till = $1 AND environment = $2 AND merchant = $3
         AND profile = $4) AS others`,
    [
      till,
      account.environment,
      account.merchantId,
      account.profileId,
      parent.branch,
      place.after,
      place.prevHash,
      new Date(now),
      isNamed ? null : 'merchant',
    ],
  );
  const { branch, others } = rows[0];
  if (others > 0) {
    const detail = { branch, parent: parent.branch, after: place.after };
    await raise(connection, { kind: 'till.branch', till, about: String(branch), detail }, now);
  }
  return { branch, received: '' };
}

/** The branch already has the events up to `head`. */
async function append(
  connection: Connection,
  till: number,
  { branch, received }: Pick<Branch, 'branch' | 'received'>,
  { header, events, digest }: Batch,
  head: Place,
  now: number,
): Promise<number> {
  const today = dayOf(now);
  const day = received > today ? received : today;
  const added = events.slice(head.after - header.after);
  const last = added.at(-1);
  const next = head.after + added.length + 1;
  await copyEvents(connection, [till, branch, day], added);
  await connection.query({
    name: 'advance',
    text: `WITH day AS (
         INSERT INTO branch_days (till, branch, received, from_seq) SELECT $1, $2, $3, $4 WHERE $5 ON CONFLICT DO NOTHING)
       UPDATE branches SET next_seq = $6, last_hash = decode($7, 'hex'), received = $3, last_batch = $8, last_answer = $9
         WHERE till = $1 AND branch = $2`,
    values: [till, branch, day, head.after + 1, day !== received, next, last?.hash, digest, { next }],
  });
  return next;
}

const COPY = `COPY events (till, branch, received, cut, hash, seq, at, terminal, shop, pos, type, payload) FROM STDIN`;

async function copyEvents(
  connection: Connection,
  where: readonly (string | number)[],
  events: readonly ShippedEvent[],
) {
  const at = where.join('\t');
  const rows = events.map(({ fields: [, seq, ms, ...texts], hash, cut }) => {
    const columns = [at, cut, `\\\\x${hash}`, seq, ms, ...texts.map(escaped)];
    return columns.join('\t');
  });
  const copying = connection.query(copyFrom(COPY));
  copying.end(`${rows.join('\n')}\n`);
  await finished(copying);
}

/** Escapes for COPY. */
function escaped(text: string): string {
  return text.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
