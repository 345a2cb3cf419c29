import type pg from 'pg';

/** Only a superuser can grant the privilege; the message contains the SQL. */
const READ = [
  ...['shops', 'tills', 'enrol_codes', 'branches', 'branch_days', 'events', 'sales', 'refunds', 'shifts', 'day_hours'],
  ...['payouts', 'payout_transactions', 'settings', 'alerts', 'audit', 'members', 'sessions', 'facts'],
  ...['till_merchants', 'claims'],
];
const GRANTS = `GRANT SELECT ON ${READ} TO chain_page;
  GRANT INSERT, UPDATE, DELETE ON settings, members, enrol_codes, sessions TO chain_page;
  GRANT INSERT, UPDATE ON shops, facts TO chain_page;
  GRANT INSERT ON audit, till_merchants TO chain_page;
  GRANT DELETE ON till_merchants TO chain_page;
  GRANT UPDATE (name, ended_at, alarmed) ON tills TO chain_page;
  GRANT UPDATE (ended_at) ON alerts TO chain_page;
  GRANT UPDATE (aside) ON branches TO chain_page;
  GRANT UPDATE (winner, decided_at, due) ON claims TO chain_page;
  GRANT UPDATE (shown) ON payouts TO chain_page`;

/**
 * The role is missing after a restore. Throws an error with the granting SQL if the database user cannot create the role, act as the role,
 * or change the tables.
 */
export async function ensureRole(client: pg.ClientBase): Promise<void> {
  await client.query(MAKE_ROLE);
  // Since version 16 the creator of a role must grant the role before acting as it.
  const acts = () =>
    client.query('SET ROLE chain_page; RESET ROLE').then(
      () => true,
      () => false,
    );
  if (!(await acts())) await client.query('GRANT chain_page TO CURRENT_USER').catch(() => undefined);
  const { rows } = await client.query<{ user: string; sql: string }>(MISSING, [await acts(), READ]);
  if (rows.length === 0) return;
  const sql = rows.map((row) => row.sql).join(' ');
  throw new Error(`The database user ${rows[0]?.user} lacks privileges. As a superuser in its database: ${sql}`);
}

/** A restore leaves the privileges out. Errors: as for PostgreSQL. */
export const grantPage = (client: pg.ClientBase): Promise<unknown> => client.query(GRANTS);

/** Another database of the server may create the role at the same time. */
const MAKE_ROLE = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chain_page') THEN CREATE ROLE chain_page NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
END $$`;

/** Objects of the first superuser cannot be reassigned. */
const MISSING = `SELECT current_user AS user, sql FROM (VALUES
    (NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chain_page'), 'CREATE ROLE chain_page NOLOGIN;'),
    (NOT $1::boolean, format('GRANT chain_page TO %I;', current_user)),
    (NOT has_database_privilege(current_database(), 'CREATE'),
      format('GRANT CREATE, TEMPORARY ON DATABASE %I TO %I;', current_database(), current_user)),
    (NOT has_schema_privilege('public', 'CREATE'), format('GRANT CREATE ON SCHEMA public TO %I;', current_user))
  ) AS of (is_missing, sql) WHERE is_missing
  UNION SELECT current_user, CASE WHEN relowner = 10
      THEN format('/* The tables belong to %I: restore with pg_restore --no-owner --role=%I. */', relowner::regrole, current_user)
      ELSE format('REASSIGN OWNED BY %I TO %I;', relowner::regrole, current_user) END
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($2) AND NOT pg_has_role(relowner, 'USAGE')
  ORDER BY sql`;
