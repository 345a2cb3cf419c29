import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { asks } from '../../main/chain/wire.ts';
import { type Database, inTransaction } from '../database/open.ts';
import { nameMerchants } from './merchants.ts';
import { Refusal } from './refusal.ts';

/**
 * Gives the till its number, and notes the merchants that it names. The same code with the same key again: the first answer was lost, and this is the same. Throws
 * Refusal `enrol.code-unknown`, `enrol.code-used` and `enrol.code-expired`.
 */
export function enrol(database: Database, ask: z.output<typeof asks.enrol>, now: number): Promise<number> {
  const at = new Date(now);
  const codeHash = createHash('sha256').update(ask.code.trim().toUpperCase()).digest();
  return inTransaction(database, async (connection) => {
    const { rows } = await connection.query(
      'SELECT c.shop, c.expires_at, c.till FROM enrol_codes c WHERE code_hash = $1 FOR UPDATE',
      [codeHash],
    );
    const [code] = rows;
    if (code === undefined) throw new Refusal(403, 'enrol.code-unknown', 'Head office has not made this code.');
    if (code.till !== null) {
      const { rowCount } = await connection.query('SELECT FROM tills WHERE till = $1 AND public_key = $2', [
        code.till,
        ask.publicKey,
      ]);
      if (rowCount === 0) throw new Refusal(403, 'enrol.code-used', 'The code was used by another till.');
      return code.till;
    }
    if (code.expires_at < at) throw new Refusal(403, 'enrol.code-expired', 'The code is too old: have a new one made.');
    const { rows: added } = await connection.query(
      `INSERT INTO tills (till, shop, terminal, pos, public_key, environment, enrolled_at, last_seen)
         VALUES (nextval('till_numbers'), $1, $2, $3, $4, $5, $6, $6) RETURNING till`,
      [code.shop, ask.terminalId, ask.posId, ask.publicKey, ask.environment, at],
    );
    const { till } = added[0];
    await nameMerchants(connection, till, ask.merchants);
    await connection.query('UPDATE enrol_codes SET used_at = $2, till = $3 WHERE code_hash = $1', [codeHash, at, till]);
    await connection.query(
      `INSERT INTO audit (at, who, did, shop, till) VALUES ($1, 'till ' || $2::integer, 'till.enrolled', $3, $2)`,
      [at, till, code.shop],
    );
    return till;
  });
}
