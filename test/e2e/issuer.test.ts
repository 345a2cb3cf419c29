import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, expectPage, openShop, reads, type Shop } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ sandbox: { issuer: 'IssuerName' } });
});
afterAll(() => shop.close());

test('a service that changes the case of its name is not believed until a manager accepts the new one', async () => {
  const { app, sandbox } = shop;
  await charge(app, '10');
  shop.pay();
  await ends(app, 'Paid', 'Paid');

  sandbox.faults.signAs('ISSUERNAME');
  await app.till.getByRole('button', { name: 'Refund', exact: true }).click();
  const refund = app.till.getByRole('dialog', { name: 'Refund payment' });
  await refund.getByRole('textbox', { name: 'Refund amount' }).fill('4');
  await refund.getByRole('button', { name: 'Confirm refund' }).click();
  await reads(app.till, 'Not confirmed yet');
  await app.till.getByText('signs as “ISSUERNAME” now, not as “IssuerName”').waitFor();
  // A search may have told the new name before the refund was there.
  await expect.poll(() => sandbox.engine.store.refunds.size).toBe(1);
  for (const { refundId } of sandbox.engine.store.refunds.values()) sandbox.engine.endRefund(refundId, 'REFUNDED');

  await app.till.getByRole('button', { name: 'Compare the names' }).click();
  const question = app.till.getByRole('dialog', { name: 'Another name of the service' });
  await expectPage(question.getByRole('definition')).toHaveText(['IssuerName', 'ISSUERNAME'], { useInnerText: true });
  await question.getByRole('button', { name: 'Accept the new name' }).click();
  await question.waitFor({ state: 'hidden' });
  await app.till.getByText('signs as “ISSUERNAME” now').waitFor({ state: 'hidden' });

  await app.till.getByRole('link', { name: 'Payments' }).click();
  await reads(app.till, 'Refunded');
  expect(sandbox.engine.store.refunds.size).toBe(1);
});
