import type { Account } from '../../main/upload/wire.ts';
import { raise } from '../alerts/raise.ts';
import type { Connection } from '../database/open.ts';

type Merchant = Pick<Account, 'environment' | 'merchantId'>;

/** Named by the till's enrolment or accepted since; otherwise raises an alert for a decision. */
export async function checkMerchant(connection: Connection, till: number, of: Merchant, now: number): Promise<boolean> {
  const { environment, merchantId } = of;
  const { rowCount } = await connection.query(
    'SELECT FROM till_merchants WHERE till = $1 AND environment = $2 AND merchant = $3',
    [till, environment, merchantId],
  );
  if (rowCount === 1) return true;
  await raise(connection, { kind: 'till.merchant', till, about: `${environment} ${merchantId}` }, now);
  return false;
}

export async function nameMerchants(connection: Connection, till: number, all: readonly Merchant[]): Promise<void> {
  const columns = (['environment', 'merchantId'] as const).map((column) => all.map((one) => one[column]));
  const sql = 'INSERT INTO till_merchants SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING';
  await connection.query(sql, [till, ...columns]);
}
