import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, logOf, newSale, openShop, reads, type Shop } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ sandbox: { picks: { payoutRun: 'on-request' } } });
});
afterAll(() => shop.close());

const today = () => new Date().toISOString().slice(0, 10);

test('what the service paid out is fetched, matched, and its differences are found to the cent', async () => {
  const { app, sandbox } = shop;
  const { till } = app;
  await sell('12,50');
  await sell('4');
  payAt('TILL43', 'TILL43-261122-00010001', 700);
  payAt('TILL42', 'TILL42-261122-99990001', 333);
  sandbox.engine.runPayout();
  await sell('1,05');

  await till.getByRole('link', { name: 'Payouts' }).click();
  await till.getByLabel('From').fill(today());
  await till.getByRole('button', { name: 'Fetch' }).click();
  const payouts = till.getByRole('table', { name: 'Payouts' }).getByRole('row');
  await payouts.first().waitFor();
  await reads(till, /Fetched/);
  expect((await logOf(app)).filter(({ msg }) => /without a thread/.test(msg))).toEqual([]);
  await expect.poll(() => payouts.count()).toBe(1);
  await reads(payouts.first(), /€\s26,83/);
  await reads(till.getByRole('button', { name: 'Not yet paid out' }), /€\s1,05/);

  await payouts.first().click();
  const match = till.getByRole('status', { name: 'Match' });
  await reads(match, /2 match this till/);
  await reads(match, /1 to look at/);
  await reads(match, /Totals agree/);
  const rows = till.getByRole('table', { name: 'Payout', exact: true }).getByRole('row');
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Missing at the till[\s\S]*TILL42-261122-99990001[\s\S]*€\s3,33$/),
      expect.stringMatching(/^Another till[\s\S]*TILL43-261122-00010001[\s\S]*€\s7,00$/),
      expect.stringMatching(/^Matches[\s\S]*€\s12,50$/),
      expect.stringMatching(/^Matches[\s\S]*€\s4,00$/),
    ]);
  await till.getByLabel('Show').selectOption({ label: 'Another till (1)' });
  await expect.poll(() => rows.count()).toBe(1);
});

async function sell(amount: string): Promise<void> {
  await charge(shop.app, amount);
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');
  await newSale(shop.app);
}

/** A payment that this till knows nothing of. */
function payAt(posId: string, reference: string, amount: number): void {
  const { engine, profile } = shop.sandbox;
  const caller = engine.signer(profile.profileId);
  if (caller === undefined) throw new Error('The service has no such profile.');
  engine.handle({ caller, operation: 'createStaticQrPayment', body: { posId, reference, amount, currency: 'EUR' } });
  shop.pay();
}
