import { type Database, inTransaction } from '../database/open.ts';

/** `iss` and `sub` of the ID token. */
interface Account {
  readonly issuer: string;
  readonly subject: string;
}

export async function memberOfAccount(database: Database, { issuer, subject }: Account): Promise<string | undefined> {
  const { rows } = await database.query('SELECT email FROM members WHERE issuer = $1 AND subject = $2', [
    issuer,
    subject,
  ]);
  return rows[0]?.email;
}

/** Binds a member who has no account yet; returns the reason of a refusal. An address may be reassigned. */
export function bindAccount(
  database: Database,
  email: string,
  { issuer, subject }: Account,
): Promise<'no-member' | 'other-account' | undefined> {
  return inTransaction(database, async (connection) => {
    const { rows } = await connection.query('SELECT issuer FROM members WHERE email = $1 FOR UPDATE', [email]);
    if (rows.length === 0) return 'no-member';
    if (rows[0].issuer !== null) return 'other-account';
    await connection.query('UPDATE members SET issuer = $2, subject = $3 WHERE email = $1', [email, issuer, subject]);
    await connection.query(`INSERT INTO audit (who, did) VALUES ($1, 'member.bound')`, [email]);
    return undefined;
  });
}

/** In any case. The next account that signs in with the address is bound. */
export function restoreAdmin(database: Database, address: string): Promise<void> {
  const email = address.toLowerCase();
  return inTransaction(database, async (connection) => {
    await connection.query(
      `INSERT INTO members (email, name, role) VALUES ($1, $1, 'admin')
         ON CONFLICT (email) DO UPDATE SET role = 'admin', shops = NULL, issuer = NULL, subject = NULL`,
      [email],
    );
    await connection.query('DELETE FROM sessions WHERE email = $1', [email]);
    await connection.query(`INSERT INTO audit (who, did, detail) VALUES ('the server', 'member.restored', $1)`, [
      { email },
    ]);
  });
}
