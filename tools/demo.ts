import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  cancelPayment,
  charge,
  ends,
  launchApp,
  newSale,
  picture,
  playPayer,
  readQr,
  shows,
} from '../test/e2e/harness/index.ts';
import { ensureBuilt } from './build/ensure-built.mjs';

/**
 * `npm run demo`: plays a sale, a cancelled sale and a partial refund in the real windows, in training mode with a data
 * folder of its own, and writes a picture of both windows at each step to out/demo/.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'out', 'demo');
if ((await ensureBuilt(root)) === 'failed') process.exit(1);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const app = await launchApp({ args: ['--training'] });
const { till, display } = app;
console.log(`Tillmate in training mode on ${app.runtime === 'electron' ? 'Electron' : 'the Chromium host'}.\n`);
let taken = 0;
try {
  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await tell('The till is ready for an amount; the customer display welcomes.', 'ready');
  await sale();
  await cancelledSale();
  await partialRefund();
  console.log(`\nThe pictures are in ${relative(process.cwd(), folder)}/.`);
} catch (thrown) {
  await tell('The demo stopped here.', 'stopped');
  console.error(`${String(thrown)}\nThe app said:\n${app.output()}`);
  process.exitCode = 1;
} finally {
  await app.stop();
}

/** Says a step, and keeps pictures of what both windows show then. */
async function tell(sentence: string, slug: string): Promise<void> {
  taken += 1;
  const step = `${String(taken).padStart(2, '0')}-${slug}`;
  for (const [name, page] of Object.entries({ till, display }))
    writeFileSync(join(folder, `${step}-${name}.png`), await picture(page));
  console.log(`${step.slice(0, 2)}  ${sentence}`);
}

async function sale(): Promise<void> {
  await charge(app, '12,50');
  const deeplink = await readQr(display);
  await tell('€ 12,50 is charged: the customer display shows the QR code; the till waits.', 'waiting');
  await playPayer(deeplink, 'scan');
  await shows(till, 'Scanned');
  await tell('The customer scans it: both windows say so.', 'scanned');
  await playPayer(deeplink, 'confirm');
  await ends(app, 'Paid', 'Paid');
  await tell('The customer confirms: paid, on both windows.', 'paid');
  await newSale(app);
}

async function cancelledSale(): Promise<void> {
  await charge(app, '8');
  await tell('A second sale of € 8,00 waits for its customer.', 'second-waiting');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await tell('The customer changes their mind, the cashier cancels: no money moved.', 'cancelled');
  await newSale(app);
}

async function partialRefund(): Promise<void> {
  await till.getByRole('link', { name: 'Payments' }).click();
  await till.getByRole('row').filter({ hasText: '12,50' }).first().click();
  await till.getByRole('button', { name: 'Refund' }).waitFor();
  await tell('The first sale, found again among the payments.', 'payments');
  await till.getByRole('button', { name: 'Refund' }).click();
  const dialog = till.getByRole('dialog', { name: 'Refund payment' });
  await dialog.getByRole('textbox', { name: 'Refund amount' }).fill('4,20');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The cake came back');
  await tell('€ 4,20 of it goes back, with a reason.', 'refund-asked');
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await till.getByText('Refunded', { exact: true }).waitFor();
  await tell('Refunded; € 8,30 of the payment can still go back.', 'refunded');
}
