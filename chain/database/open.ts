import pg from 'pg';

/** Days are texts (`2026-11-27`), bigints and sums are numbers of cents and ms. */
export type Database = pg.Pool;
export type Connection = pg.PoolClient;

const DATE = 1082;
const BIGINT = 20;
const NUMERIC = 1700;

export interface DatabaseOptions {
  /** Most connections at once. */
  readonly connections?: number;
  /** ms; 0: unlimited. */
  readonly timeoutMs?: number;
  /** The next use opens a new connection. */
  onLost?(error: Error): void;
}

/** Connects on first use, so that an unreachable database fails the first query. */
export function openDatabase(
  url: string,
  { connections = 20, timeoutMs = 30_000, onLost }: DatabaseOptions = {},
): Database {
  const database = new pg.Pool({
    connectionString: url,
    max: connections,
    // Shorter than a till waits for a response.
    connectionTimeoutMillis: 5_000,
    statement_timeout: timeoutMs,
    // A vanished server answers no statement, so the server's own timeout never fires.
    query_timeout: timeoutMs * 1.5,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'tillmate-chain',
    types: { getTypeParser: (type, format) => parserOf(type) ?? pg.types.getTypeParser(type, format) },
  });
  // Without listeners a broken connection ends the process. Every connection emits the error; for idle connections the
  // pool emits as well.
  database.on('connect', (connection) => connection.on('error', (error) => onLost?.(error)));
  database.on('error', () => undefined);
  return database;
}

function parserOf(type: number): ((text: string) => unknown) | undefined {
  if (type === DATE) return String;
  return type === BIGINT || type === NUMERIC ? Number : undefined;
}

/** A connection that cannot roll back is discarded. */
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

/** Lone surrogates, which PostgreSQL cannot store, become U+FFFD. */
export function jsonb(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'string' ? part.toWellFormed() : part));
}

/** In UTC, such as `2026-11-27`; `at` in ms since the epoch. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
