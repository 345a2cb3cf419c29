import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../main/sandbox/index.ts';
import { publicHalf } from '../../../main/service/signing-key.ts';
import {
  charge,
  drawn,
  ends,
  enter,
  expectPage,
  givenShop,
  newSale,
  preprodBand,
  provisioningFor,
  reads,
  snapshotOf,
  takesFileIn,
} from '../harness/index.ts';

/**
 * One terminal, first at PREPROD and then at PROD, with the same merchant, profile and keys: only the environment tells
 * the two services apart.
 */
const account = { merchantId: 'M'.repeat(24), profileId: 'P'.repeat(24), apiKey: 'key-of-both' };

const shop = givenShop({ sandbox: { profiles: [account] } });
let prod: Sandbox;
beforeAll(async () => {
  prod = await startSandbox({ profiles: [account] });
  prod.registerKey(account.profileId, publicHalf(shop.signingKey));
});
afterAll(() => prod.close());

test('never asks PROD about open PREPROD items', async () => {
  const { app } = shop;
  await shop.sell('12,50');
  shop.sandbox.faults.inject({ operation: 'createRefund', kind: 'stall-headers', times: 0 });
  shop.sandbox.faults.inject({ operation: 'createStaticQrPayment', kind: 'stall-headers', times: 0 });
  await app.till.getByRole('button', { name: 'Refund', exact: true }).click();
  await app.till.getByRole('button', { name: 'Confirm refund' }).click();
  await expect.poll(() => shop.sandbox.engine.store.refunds.size).toBe(1);
  await newSale(app);
  await enter(app.till, '7');
  await expect.poll(() => shop.sandbox.engine.store.payments.size).toBe(2);
  // No response reveals the payment's outcome, so the cashier may park the sale.
  shop.sandbox.faults.inject({ operation: 'searchPayments', kind: 'stall-headers', times: 0 });

  const asked = ['createRefund', 'listRefunds', 'createStaticQrPayment'] as const;
  for (const operation of asked) prod.faults.inject({ operation, kind: 'latency', ms: 0, times: 0 });
  await shop.restart('kill', { args: [await provisionedFor('PROD', prod)] });
  // The sale without a response comes first: the till asks about the file after parking.
  await shop.app.till.getByRole('button', { name: 'Park it, new sale' }).click({ timeout: 60_000 });
  await takesFileIn(shop.app);
  expect(await snapshotOf(shop.app)).toMatchObject({ sale: null, recent: [], terminal: { environment: 'PROD' } });
  await reads(shop.app.till, 'Still open under PREPROD, profile …PPPPPP: 1 payment and 1 refund.');
  await drawn(shop.app);
  for (const window of [shop.app.till, shop.app.display]) await expectPage(preprodBand(window)).toHaveCount(0);
  await shop.app.till.getByRole('link', { name: 'Payments' }).click();
  await reads(shop.app.till, 'No payments yet.');
  await shop.app.till.getByRole('link', { name: 'Sale' }).click();

  await charge(shop.app, '3,30');
  prod.payer.scan(newestOf(prod));
  prod.payer.confirm(newestOf(prod));
  await ends(shop.app, 'Paid', 'Paid');
  await newSale(shop.app);
  expect(prod.faults.list().map(({ operation, met }) => [operation, met])).toEqual(
    asked.map((operation) => [operation, operation === 'createStaticQrPayment' ? 1 : 0]),
  );

  shop.sandbox.faults.clear();
  await shop.restart('quit', { args: [await provisionedFor('PREPROD', shop.sandbox)] });
  await takesFileIn(shop.app);
  await shop.app.till.getByRole('link', { name: 'Parked' }).waitFor();
  shop.pay();
  const alarm = shop.app.till.getByRole('dialog', { name: 'Paid after all' });
  await alarm.getByRole('button').click({ timeout: 60_000 });
  await alarm.waitFor({ state: 'hidden' });
  const [refund] = shop.sandbox.engine.store.refunds.values();
  shop.sandbox.engine.endRefund(refund?.refundId ?? '', 'REFUNDED');
  await shop.app.till.getByRole('link', { name: /12,50/ }).waitFor();
  await expect
    .poll(async () => (await snapshotOf(shop.app)).recent)
    .toMatchObject([
      { amount: 700, stage: 'paid' },
      { amount: 1250, stage: 'paid', refunded: 1250, refunding: false },
    ]);
  expect(shop.sandbox.engine.store.refunds.size).toBe(1);
  expect(shop.sandbox.engine.store.payments.size).toBe(2);
});

function newestOf(sandbox: Sandbox): string {
  return [...sandbox.engine.store.payments.keys()].at(-1) ?? '';
}

/** Writes a provisioning file for the same terminal at this service; returns the command line option for the file. */
async function provisionedFor(environment: 'PREPROD' | 'PROD', sandbox: Sandbox): Promise<string> {
  const file = join(shop.userDataDir, '..', `${environment}.json`);
  const fields = provisioningFor(sandbox, shop.signingKey);
  await writeFile(file, JSON.stringify({ ...fields, service: { ...fields.service, environment } }));
  return `--provision=${file}`;
}
