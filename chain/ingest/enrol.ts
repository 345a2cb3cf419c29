import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { asks } from '../../main/upload/wire.ts';
import { type Connection, type Database, inTransaction } from '../database/open.ts';
import { nameMerchants } from './merchants.ts';
import { Refusal } from './refusal.ts';

type Enrolment = z.output<typeof asks.enrol>;

/**
 * Stores the merchants named by the code, or else by the till. A repeat with an enrolled key of the code's shop returns
 * the same number, because the response was lost. Throws Refusal `enrol.code-unknown`, `enrol.code-used` and
 * `enrol.code-expired`.
 */
export function enrol(database: Database, ask: Enrolment, now: number): Promise<number> {
  const at = new Date(now);
  const codeHash = createHash('sha256').update(ask.code.trim().toUpperCase()).digest();
  return inTransaction(database, async (connection) => {
    const { rows } = await connection.query(
      `SELECT c.shop, c.expires_at, c.used < c.most AS is_left, c.keeps, c.merchants, t.till AS known FROM enrol_codes c
         LEFT JOIN tills t ON t.shop = c.shop AND t.public_key = $2 AND t.ended_at IS NULL
         WHERE code_hash = $1 FOR UPDATE OF c`,
      [codeHash, ask.publicKey],
    );
    const [code] = rows;
    if (code === undefined) throw new Refusal(403, 'enrol.code-unknown', 'Enrolment code unknown.');
    if (code.known !== null) return code.known;
    if (!code.is_left) throw new Refusal(403, 'enrol.code-used', 'Enrolment code used up.');
    if (code.expires_at < at)
      throw new Refusal(403, 'enrol.code-expired', 'Enrolment code expired: request a new one.');
    const till = code.keeps === null ? await addTill(connection, code.shop, ask, at) : code.keeps;
    if (code.keeps !== null) await replaceKey(connection, till, ask);
    const named = ['PROD', 'PREPROD'].flatMap((environment) =>
      code.merchants.map((merchantId: string) => ({ environment, merchantId })),
    );
    await nameMerchants(connection, till, named.length === 0 ? ask.merchants : named);
    await connection.query('UPDATE enrol_codes SET used_at = $2, till = $3, used = used + 1 WHERE code_hash = $1', [
      ...[codeHash, at, till],
    ]);
    const did = code.keeps === null ? 'till.enrolled' : 'till.enrolled-again';
    await connection.query(
      `INSERT INTO audit (at, who, did, shop, till) VALUES ($1, 'till ' || $2::integer, $4, $3, $2)`,
      [at, till, code.shop, did],
    );
    return till;
  });
}

async function addTill(connection: Connection, shop: string, ask: Enrolment, at: Date): Promise<number> {
  const { rows } = await connection.query(
    `INSERT INTO tills (till, shop, terminal, pos, public_key, environment, enrolled_at, last_seen)
       VALUES (nextval('till_numbers'), $1, $2, $3, $4, $5, $6, $6) RETURNING till`,
    [shop, ask.terminalId, ask.posId, ask.publicKey, ask.environment, at],
  );
  return rows[0].till;
}

/** Throws if head office has ended the till in the meantime. */
async function replaceKey(connection: Connection, till: number, ask: Enrolment): Promise<void> {
  await connection.query(`UPDATE alerts SET ended_at = now() WHERE till = $1 AND kind = 'till.counter'`, [till]);
  const { rowCount } = await connection.query(
    `UPDATE tills SET public_key = $2, terminal = $3, pos = $4, environment = $5, sent_at = 0, counter = 0, call_digest = NULL
       WHERE till = $1 AND ended_at IS NULL`,
    [till, ask.publicKey, ask.terminalId, ask.posId, ask.environment],
  );
  if (rowCount === 0) throw new Refusal(403, 'enrol.code-unknown', 'Till ended by head office.');
}
