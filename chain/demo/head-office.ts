import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/open.ts';

export async function addShop(database: Database, shop: string, name: string): Promise<void> {
  await database.query('INSERT INTO shops VALUES ($1, $2)', [shop, name]);
}

/** As the page makes codes (*Enrol a till*). */
export async function newCode(database: Database, shop: string): Promise<string> {
  const code = randomBytes(10).toString('hex').toUpperCase();
  await database.query(
    "INSERT INTO enrol_codes (code_hash, shop, made_by, expires_at) VALUES ($1, $2, 'demo', now() + interval '1 hour')",
    [createHash('sha256').update(code).digest(), shop],
  );
  return code;
}
