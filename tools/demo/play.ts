import type { Page } from '@playwright/test';
import { cancelPayment, type RunningApp, readQr } from '../../test/e2e/harness/index.ts';
import { playPayer } from './payer.ts';
import type { Look } from './tour.ts';

export type Windows = Pick<RunningApp, 'till' | 'display'>;

/** Plays a sale, a cancelled sale and a partial refund, each clicked as a cashier would and checked in both windows. */
export async function play(windows: Windows, look: Look): Promise<void> {
  await ready(windows, look);
  await paidSale(windows, look);
  await cancelledSale(windows, look);
  await partialRefund(windows, look);
}

export async function ready({ till }: Windows, look: Look): Promise<void> {
  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await look('The till is ready for an amount; the customer display welcomes.', 'ready');
}

export async function paidSale({ till, display }: Windows, look: Look): Promise<void> {
  await till.keyboard.type('12,50');
  await till.getByRole('textbox', { name: 'Description' }).fill('Bread and cake');
  await look('The cashier types € 12,50 and what it is for.', 'amount');

  await charge({ till, display });
  const deeplink = await readQr(display);
  await look('Charge: the customer display shows the QR code; the till waits.', 'waiting');

  await playPayer(deeplink, 'scan');
  await shows(till, 'Scanned');
  await look('The customer scans it: both windows say so.', 'scanned');

  await playPayer(deeplink, 'confirm');
  await till.getByRole('heading', { name: 'Paid' }).waitFor();
  await shows(display, 'Paid');
  await look('The customer confirms: paid, on both windows.', 'paid');
  await till.getByRole('button', { name: 'New sale' }).click();
}

export async function cancelledSale(windows: Windows, look: Look): Promise<void> {
  const { till, display } = windows;
  await click(till, ['8']);
  await charge(windows);
  await look('A second sale of € 8,00, on the keypad, waits for its customer.', 'second-waiting');

  await cancelPayment({ till });
  await till.getByRole('heading', { name: 'Cancelled' }).waitFor();
  await shows(display, 'Cancelled');
  await look('The customer changes their mind, the cashier cancels: no money moved.', 'cancelled');
  await till.getByRole('button', { name: 'New sale' }).click();
}

export async function partialRefund({ till }: Windows, look: Look): Promise<void> {
  await till.getByRole('link', { name: 'Payments' }).click();
  await till.getByRole('row').filter({ hasText: '12,50' }).first().click();
  await till.getByRole('button', { name: 'Refund' }).waitFor();
  await look('The first sale, found again among the payments.', 'payments');

  await till.getByRole('button', { name: 'Refund' }).click();
  const dialog = till.getByRole('dialog', { name: 'Refund payment' });
  await dialog.getByRole('textbox', { name: 'Refund amount' }).fill('4,20');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The cake came back');
  await look('€ 4,20 of it goes back, with a reason.', 'refund-asked');

  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await till.getByText('Refunded', { exact: true }).waitFor();
  await look('Refunded; € 8,30 of the payment can still go back.', 'refunded');
}

export async function click(till: Page, keys: readonly string[]): Promise<void> {
  for (const name of keys) await till.getByRole('button', { name, exact: true }).click();
}

export async function charge({ till, display }: Windows): Promise<void> {
  await till.getByRole('button', { name: 'Charge', exact: true }).click();
  await display.getByRole('img', { name: 'Payment QR code' }).waitFor();
}

export async function shows(window: Page, word: string): Promise<void> {
  await window.getByRole('status', { name: 'Payment status' }).filter({ hasText: word }).waitFor();
}
