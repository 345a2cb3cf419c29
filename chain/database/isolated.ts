import type { Connection } from './open.ts';

/** SQLSTATE classes never caused by a till's data: connection, conflict, resources, locks, operator, system. */
const OF_THE_DATABASE = /^(08|25|40|53|55|57P|58|XX)/;

/** Undoes and returns a fault of the data. Throws a fault of the database, which another connection may not have. */
export async function inSavepoint(connection: Connection, act: () => Promise<unknown>): Promise<Error | undefined> {
  await connection.query('SAVEPOINT isolated');
  try {
    await act();
    await connection.query('RELEASE isolated');
    return undefined;
  } catch (thrown) {
    const { code } = thrown as { readonly code?: unknown };
    if (!(thrown instanceof Error) || !/^[0-9A-Z]{5}$/.test(String(code)) || OF_THE_DATABASE.test(String(code)))
      throw thrown;
    await connection.query('ROLLBACK TO isolated; RELEASE isolated');
    return thrown;
  }
}

/** On all items at once, and after a failure on each item individually. Returns the failed items. */
export async function eachIsolated<T>(
  connection: Connection,
  all: readonly T[],
  act: (some: readonly T[]) => Promise<unknown>,
): Promise<readonly { readonly of: T; readonly fault: Error }[]> {
  const fault = await inSavepoint(connection, () => act(all));
  if (fault === undefined) return [];
  const failed: { of: T; fault: Error }[] = [];
  for (const one of all) {
    const own = all.length === 1 ? fault : await inSavepoint(connection, () => act([one]));
    if (own !== undefined) failed.push({ of: one, fault: own });
  }
  return failed;
}
