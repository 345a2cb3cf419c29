import type { Connection } from './open.ts';

/** SQLSTATE classes that no till's data causes: connection, conflict, resources, locks, operator, system. */
const OF_THE_DATABASE = /^(08|25|40|53|55|57P|58|XX)/;

/**
 * Undoes `act` where its data made it fail, and gives the fault. Throws a fault of the database itself: another connection may
 * not have it.
 */
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

/** Acts on all at once, and where that fails on each by itself. Gives those that failed. */
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
