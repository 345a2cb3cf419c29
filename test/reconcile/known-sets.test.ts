import { expect, test } from 'vitest';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { createLog } from '../../main/support/log.ts';
import { type Connection, createConnection } from '../../main/till/service-connection.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { startReconciliationSet } from '../independent/reconciliation-set.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { NOW, tillWithPayouts } from './till-with-payouts.ts';

test.each([1, 2])('finds every difference of an independent week (seed %d)', async (seed) => {
  const set = await startReconciliationSet('TILL42', seed, () => new Date(NOW));
  const { baseUrl, jwksUrl, claimPrefix, issuer, merchantId, profileId } = set;
  const settings = terminalSettings.parse({
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId, profileId },
    shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
    pos: { posId: 'TILL42' },
    tuning: {},
  });
  const signingKey = makeSigningKey('till-42');
  const log = createLog({ write: () => undefined, close: () => undefined });
  let connected: Connection | undefined;
  try {
    const till = tillWithPayouts({
      own: { posId: 'TILL42', profileId },
      connect: (clock) => {
        const random = new SeededRandom(3);
        connected = createConnection({ settings, signingKey, apiKey: undefined, clock, random, log });
        return connected.service;
      },
    });
    for (const { paymentId, reference, cents, at, outcome, refund } of set.sales) {
      const saleId = till.sale({ paymentId, reference, amount: cents, at }, outcome);
      if (refund !== undefined) till.refund(saleId, { refundId: refund.refundId, amount: refund.cents, at: refund.at });
    }
    const overview = await till.fetched(set.from, set.to);
    expect(overview).toMatchObject({ stage: 'complete', notListed: 0, unverifiedAnswers: 0, payouts: 6 });
    const sums = overview.sums.map(({ kind, state, count, cents }) => [`${kind} ${state}`, [count, cents]]);
    expect(Object.fromEntries(sums)).toEqual(set.found);
    const { payments, refunds } = overview.outstanding;
    expect(payments.cents - refunds.cents).toBe(set.outstandingCents);
    for (const { payoutId = '', offCents, stated, listed } of till.reconciliation.payouts(0, 100).rows) {
      expect([payoutId, offCents]).toEqual([payoutId, set.off[payoutId]]);
      expect(listed).toEqual({ payments: stated.payments, refunds: stated.refunds });
    }
  } finally {
    await connected?.close();
    await set.close();
  }
});
