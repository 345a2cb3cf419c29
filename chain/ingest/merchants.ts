import type { Account } from '../../main/chain/wire.ts';
import { raise } from '../alerts/raise.ts';
import type { Connection } from '../database/open.ts';

type Merchant = Pick<Account, 'environment' | 'merchantId'>;

/** True for a merchant that the till's enrolment, or a person since, has named. */
export async function isMerchantOf(connection: Connection, till: number, of: Merchant): Promise<boolean> {
  const { rowCount } = await connection.query(
    'SELECT FROM till_merchants WHERE till = $1 AND environment = $2 AND merchant = $3',
    [till, of.environment, of.merchantId],
  );
  return rowCount === 1;
}

export async function nameMerchants(connection: Connection, till: number, all: readonly Merchant[]): Promise<void> {
  for (const { environment, merchantId } of all)
    await connection.query('INSERT INTO till_merchants VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      till,
      environment,
      merchantId,
    ]);
}

/** Has a person decide whether a till's data of this merchant counts. */
export async function raiseMerchant(
  connection: Connection,
  till: number,
  { environment, merchantId }: Merchant,
  now: number,
): Promise<void> {
  await raise(connection, { kind: 'till.merchant', till, about: `${environment} ${merchantId}` }, now);
}
