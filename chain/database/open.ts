import pg from 'pg';

/** PostgreSQL as the collector uses it: days are texts (`2026-11-27`), bigints and sums numbers of cents and ms. */
export type Database = pg.Pool;
export type Connection = pg.PoolClient;

const DATE = 1082;
const BIGINT = 20;
const NUMERIC = 1700;

export interface DatabaseOptions {
  /** Connections at most. */
  readonly connections?: number;
  /** The longest that a statement may take, ms; 0: any time. */
  readonly timeoutMs?: number;
  /** Told of a connection that broke; the next use takes another. */
  onLost?(error: Error): void;
}

/** Connects when it is used first: a database that is away is told by the first query. */
export function openDatabase(
  url: string,
  { connections = 20, timeoutMs = 30_000, onLost }: DatabaseOptions = {},
): Database {
  const database = new pg.Pool({
    connectionString: url,
    max: connections,
    // Shorter than a till waits for an answer.
    connectionTimeoutMillis: 5_000,
    statement_timeout: timeoutMs,
    // A server that is gone without a word answers no statement, and no timeout of its own ends one.
    query_timeout: timeoutMs * 1.5,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'tillmate-chain',
    types: { getTypeParser: (type, format) => parserOf(type) ?? pg.types.getTypeParser(type, format) },
  });
  // Without a listener each of these ends the process: a connection tells that it broke, in use or not, and an idle one has
  // the pool tell it too.
  database.on('connect', (connection) => connection.on('error', (error) => onLost?.(error)));
  database.on('error', () => undefined);
  return database;
}

function parserOf(type: number): ((text: string) => unknown) | undefined {
  if (type === DATE) return String;
  return type === BIGINT || type === NUMERIC ? Number : undefined;
}

/** Commits what `act` did, or nothing of it. A connection that cannot be rolled back is given up. */
export async function inTransaction<T>(database: Database, act: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await database.connect();
  let broken: Error | undefined;
  try {
    await connection.query('BEGIN');
    const result = await act(connection);
    await connection.query('COMMIT');
    return result;
  } catch (thrown) {
    await connection.query('ROLLBACK').catch((error: Error) => {
      broken = error;
    });
    throw thrown;
  } finally {
    connection.release(broken);
  }
}

/** As a parameter. Half a character, which JSON can hold and PostgreSQL cannot, becomes U+FFFD. */
export function jsonb(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'string' ? part.toWellFormed() : part));
}

/** The day in UTC, such as `2026-11-27`; `at` in ms since the epoch. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
