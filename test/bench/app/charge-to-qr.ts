import { cancelPayment, newSale, type RunningApp } from '../../e2e/harness/index.ts';
import { lookOutFor, lookOutForPress } from './page-clock.ts';

export const QR = '[role=img][aria-label="Payment QR code"]';

/** Returns the ms from the click on Charge to the painted QR code on the customer display. Then cancels the payment. */
export async function chargeToQr(app: RunningApp): Promise<number> {
  const { till, display } = app;
  const charge = till.getByRole('button', { name: 'Charge', exact: true });
  await charge.waitFor();
  await till.keyboard.type('12,50');
  await charge.hover();
  const pressed = await lookOutForPress(till, 'Charge');
  const shown = await lookOutFor(display, QR);
  await charge.click();
  const taken = (await shown.at()) - (await pressed.at());
  await cancelPayment(app);
  await newSale(app);
  return taken;
}
