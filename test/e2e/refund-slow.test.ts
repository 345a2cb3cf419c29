import type { Locator } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, newSale, openShop, reads, type Shop } from './harness/index.ts';

/** A service that takes two seconds for each answer about a refund, and people who do not wait. */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    provisioning: { managerPin: '471147', till: { chargeWith: 'static-qr', sticker: false, refundPinAbove: 5_000 } },
  });
});
afterAll(() => shop.close());

const SLOW_MS = 2_000;
const picture = async (name: string) => {
  if (process.env['PICS']) {
    await shop.app.till.screenshot({ path: `${process.env['PICS']}/${name}-till.png` });
    await shop.app.display.screenshot({ path: `${process.env['PICS']}/${name}-display.png` });
  }
};

const refunds = () => [...shop.sandbox.engine.store.refunds.values()].map(({ amount }) => amount);
const amountBox = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Refund amount' });

async function paid(amount: string): Promise<Locator> {
  const { app } = shop;
  await charge(app, amount);
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  return openDialog();
}

async function openDialog(): Promise<Locator> {
  await shop.app.till.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = shop.app.till.getByRole('dialog', { name: 'Refund payment' });
  await dialog.waitFor();
  return dialog;
}

function slow(): () => void {
  const ids = (['readPayment', 'listRefunds', 'createRefund'] as const).map((operation) =>
    shop.sandbox.faults.inject({ operation, kind: 'latency', ms: SLOW_MS, times: 0 }),
  );
  return () => {
    for (const id of ids) shop.sandbox.faults.remove(id);
  };
}

test('left while it is prepared and confirmed again, a refund goes out once', async () => {
  const dialog = await paid('30');
  const quick = slow();
  await amountBox(dialog).fill('10');
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await reads(dialog, 'Nothing has been sent yet.');
  await picture('1-preparing');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await picture('1-left');
  expect(await shop.app.till.getByRole('status', { name: 'Payment service' }).textContent()).toContain('online');
  const again = await openDialog();
  await amountBox(again).fill('10');
  await picture('1-again');
  await again.getByRole('button', { name: 'Confirm refund' }).click();
  await again.waitFor({ state: 'hidden' });
  await expect.poll(refunds).toEqual([1_000]);
  quick();
  await picture('1-after');
  await newSale(shop.app);
  expect(refunds()).toEqual([1_000]);
});

test('a held Enter on the button sends one refund', async () => {
  const before = refunds().length;
  const dialog = await paid('31');
  const quick = slow();
  await amountBox(dialog).fill('5');
  await dialog.getByRole('button', { name: 'Confirm refund' }).focus();
  for (let nth = 0; nth < 30; nth += 1) await shop.app.till.keyboard.down('Enter');
  await shop.app.till.keyboard.up('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => refunds().slice(before)).toEqual([500]);
  quick();
  await picture('9-held');
  await newSale(shop.app);
  expect(refunds().slice(before)).toEqual([500]);
});

test('what another till has refunded is said when the dialog opens, and nothing is left to confirm', async () => {
  const { app, sandbox } = shop;
  await charge(app, '32');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  const caller = sandbox.engine.signer(sandbox.profile.profileId);
  if (caller === undefined) throw new Error('The profile is not there.');
  const params = { 'payment-id': shop.newest() };
  const body = { amount: 3_200, currency: 'EUR' };
  sandbox.engine.handle({ caller, operation: 'createRefund', params, idempotencyKey: 'other till', body });
  sandbox.engine.endRefund([...sandbox.engine.store.refunds.keys()].at(-1) ?? '', 'REFUNDED');
  const quick = slow();
  const dialog = await openDialog();
  await reads(dialog, 'Asking the payment service what went back already');
  await picture('8-asking');
  await reads(dialog, /€\s0,00 of it can be refunded/);
  await picture('8-told');
  quick();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await newSale(app);
});
