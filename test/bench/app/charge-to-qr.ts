import { cancelPayment, newSale, type RunningApp } from '../../e2e/harness/index.ts';
import { lookOutFor, lookOutForPress } from './page-clock.ts';

export const QR = '[role=img][aria-label="Payment QR code"]';

/** Returns the ms from the click on Charge to the painted QR code on the customer display. Then cancels the payment. */
export async function chargeToQr(app: RunningApp): Promise<number> {
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await app.till.keyboard.type('12,50');
  const taken = await clickToQr(app);
  await cancelPayment(app);
  await newSale(app);
  return taken;
}

/** Returns the ms from the click on Charge in the first window to the painted QR code in the second window. */
export async function clickToQr({ till, display }: RunningApp): Promise<number> {
  const charge = till.getByRole('button', { name: 'Charge', exact: true });
  await charge.hover();
  const pressed = await lookOutForPress(till, 'Charge');
  const shown = await lookOutFor(display, QR);
  await charge.click();
  return (await shown.at()) - (await pressed.at());
}
