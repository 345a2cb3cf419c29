import { expect, test } from 'vitest';
import type { Clock } from '../../main/base/clock.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import { terminalSettings } from '../../main/settings/settings.ts';
import { createLog } from '../../main/support/log.ts';
import { type Connection, createConnection } from '../../main/till/service-connection.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { startReconciliationSet } from '../independent/reconciliation-set.ts';
import { NOW, tillWithPayouts } from './till-with-payouts.ts';

interface Service {
  readonly baseUrl: string;
  readonly jwksUrl: string;
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly merchantId: string;
  readonly profileId: string;
}

const signingKey = makeSigningKey('till-42');

/** The app's own client over a real socket, on the till's clock. */
function connection(service: Service, clock: Clock): Connection {
  const { baseUrl, jwksUrl, claimPrefix, issuer, merchantId, profileId } = service;
  const settings = terminalSettings.parse({
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId, profileId },
    shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
    pos: { posId: 'TILL42' },
    tuning: {},
  });
  const log = createLog({ write: () => undefined, close: () => undefined });
  return createConnection({ settings, signingKey, apiKey: undefined, clock, random: new SeededRandom(3), log });
}

type Till = ReturnType<typeof tillWithPayouts>;

/** What was found, as count and cents by kind and state. */
const found = (till: Till) =>
  Object.fromEntries(
    till.reconciliation.overview().sums.map(({ kind, state, count, cents }) => [`${kind} ${state}`, [count, cents]]),
  );

test.each([1, 2])(
  'a week that other code has drawn and listed (seed %d): every difference, to the cent',
  async (seed) => {
    const set = await startReconciliationSet('TILL42', seed, () => new Date(NOW));
    let connected: Connection | undefined;
    try {
      const till = tillWithPayouts({
        own: { posId: 'TILL42', profileId: set.profileId },
        connect: (clock) => {
          connected = connection(set, clock);
          return connected.service;
        },
      });
      for (const { paymentId, reference, cents, at, outcome, refund } of set.sales) {
        const saleId = till.sale({ paymentId, reference, amount: cents, at }, outcome);
        if (refund !== undefined)
          till.refund(saleId, { refundId: refund.refundId, amount: refund.cents, at: refund.at });
      }
      const overview = await till.fetched(set.from, set.to);
      expect(overview).toMatchObject({ stage: 'complete', notListed: 0, unverifiedAnswers: 0, payouts: 6 });
      expect(found(till)).toEqual(set.found);
      const { payments, refunds } = overview.outstanding;
      expect(payments.cents - refunds.cents).toBe(set.outstandingCents);
      for (const { payoutId = '', offCents, told, listed } of till.reconciliation.payouts(0, 100).rows) {
        expect([payoutId, offCents]).toEqual([payoutId, set.off[payoutId]]);
        expect(listed).toEqual({ payments: told.payments, refunds: told.refunds });
      }
    } finally {
      await connected?.close();
      await set.close();
    }
  },
);

test('a seeded set of the embedded service: every difference, to the cent', async () => {
  const random = new SeededRandom(11);
  const below = (most: number) => Math.floor(random.next() * most);
  let now = Date.parse('2026-03-10T08:00:00Z');
  const clock: Clock = { now: () => now, monotonic: () => now, after: () => () => undefined };
  const sandbox = await startSandbox({ clock, picks: { payoutRun: 'on-request' } });
  const { engine, payer, profile } = sandbox;
  sandbox.registerKey(profile.profileId, publicHalf(signingKey));
  const caller = engine.signer(profile.profileId);
  if (caller === undefined) throw new Error('The service has no profile.');
  let connected: Connection | undefined;
  const till = tillWithPayouts({
    own: { posId: 'TILL42', profileId: profile.profileId },
    connect: (tills) => {
      connected = connection({ ...sandbox, ...profile }, tills);
      return connected.service;
    },
  });
  const expected: Record<string, [number, number]> = {};
  const count = (what: string, cents: number) => {
    const [before, sum] = expected[what] ?? [0, 0];
    expected[what] = [before + 1, sum + cents];
  };
  const paid = (posId: string, reference: string, amount: number): string => {
    const body = { posId, reference, amount, currency: 'EUR' };
    const { body: made } = engine.handle({ caller, operation: 'createStaticQrPayment', body });
    const { paymentId } = made as { readonly paymentId: string };
    payer.scan(paymentId);
    payer.confirm(paymentId);
    engine.settle(paymentId);
    return paymentId;
  };
  let outstanding = 0;
  const failedDay = '2026-03-12';
  for (const date of ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']) {
    for (let number = 0; number < 40; number += 1) {
      now = Date.parse(`${date}T09:00:00Z`) + number * 60_000;
      const at = new Date(now).toISOString();
      const cents = 100 + below(5_000);
      const reference = `TILL42-${date.slice(2).replaceAll('-', '')}-4711${String(number).padStart(4, '0')}`;
      const fate = below(10);
      const paymentId = paid(
        fate === 0 ? 'TILL7' : 'TILL42',
        fate === 0 ? reference.replace('42', '7') : reference,
        cents,
      );
      let net = cents;
      if (fate === 0) count('payment other-till', cents);
      else if (fate === 1) count('payment missing-in-journal', cents);
      else if (fate === 2) {
        till.sale({ paymentId, reference, amount: cents - 1, at });
        count('payment amount-differs', cents);
      } else if (fate === 3) {
        till.sale({ paymentId, reference, amount: cents, at }, 'expired');
        count('payment outcome-differs', cents);
      } else {
        const saleId = till.sale({ paymentId, reference, amount: cents, at });
        count('payment matched', cents);
        for (const part of fate > 7 ? [0.25, 0.5] : []) {
          const amount = Math.floor(cents * part);
          const { body } = engine.handle({
            caller,
            operation: 'createRefund',
            params: { 'payment-id': paymentId },
            body: { amount, currency: 'EUR' },
            idempotencyKey: `${paymentId} ${part}`,
          });
          const { refundId } = body as { readonly refundId: string };
          engine.endRefund(refundId, 'REFUNDED');
          till.refund(saleId, { refundId, amount, at });
          count('refund matched', amount);
          net -= amount;
        }
      }
      if (date === failedDay || date === '2026-03-13') outstanding += net;
    }
    const gone = till.sale({ paymentId: `gone${date}`, amount: 50, at: new Date(now).toISOString() });
    expect(gone).not.toBe('');
    count('payment missing-at-service', 50);
    now = Date.parse(`${date}T23:00:00Z`);
    const made = date === '2026-03-13' ? [] : engine.runPayout();
    if (date === failedDay) for (const { payoutId } of made) engine.failPayout(payoutId);
  }
  now = NOW;
  try {
    const overview = await till.fetched('2026-03-10', '2026-03-13');
    expect(overview).toMatchObject({ stage: 'complete', payouts: 3, notListed: 0, unverifiedAnswers: 0 });
    expect(found(till)).toEqual(expected);
    expect(overview.outstanding.payments.cents - overview.outstanding.refunds.cents).toBe(outstanding);
    for (const { offCents, told, listed } of till.reconciliation.payouts(0, 100).rows) {
      expect(offCents).toBe(0);
      expect(listed).toEqual({ payments: told.payments, refunds: told.refunds });
    }
  } finally {
    await connected?.close();
    await sandbox.close();
  }
});
