import { type Database, inTransaction } from '../database/open.ts';

/** Of a sign-in service: `iss` and `sub` of its ID token. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/** The address of the member whose account this is. */
export async function memberOfAccount(database: Database, { issuer, subject }: Account): Promise<string | undefined> {
  const { rows } = await database.query('SELECT email FROM members WHERE issuer = $1 AND subject = $2', [
    issuer,
    subject,
  ]);
  return rows[0]?.email;
}

/**
 * Makes the account that of the member with this address, who has none yet. Gives what hinders it. An address can be given
 * to another person, an account cannot.
 */
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

/** Makes this address an administrator's again, whatever became of it. The next account that signs in with it is theirs. */
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
