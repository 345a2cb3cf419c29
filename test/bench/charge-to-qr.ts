import { cancelPayment } from '../e2e/harness/index.ts';
import { lookOutFor, lookOutForPress } from './app/page-clock.ts';
import { launchWatched, type WatchedApp } from './app/watched-app.ts';
import { howMany } from './how-many.ts';
import type { Row } from './result-row.ts';
import { median, quantile } from './statistics.ts';

export const name = 'charge-to-qr';

const SALES = howMany(30);
const WARM_UP = howMany(3, 0);

/** Charge pressed on the till to the QR code painted on the customer display, less the service's own time. */
export async function bench(): Promise<readonly Row[]> {
  const watched = await launchWatched('watched-main.mjs');
  const own: number[] = [];
  const service: number[] = [];
  try {
    for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
      const { wholeMs, serviceMs } = await oneSale(watched);
      if (sale < WARM_UP) continue;
      own.push(wholeMs - serviceMs);
      service.push(serviceMs);
    }
  } finally {
    await watched.app.stop();
  }
  const value = quantile(own, 0.95);
  return [
    {
      figure: 'Charge pressed to QR on the customer display, p95',
      value,
      unit: 'ms',
      yardstick: "the service's own time, taken out, p50",
      yardstickValue: median(service),
      bar: '≤ 35 ms',
      ok: value <= 35,
    },
  ];
}

async function oneSale({ app, answers }: WatchedApp): Promise<{ wholeMs: number; serviceMs: number }> {
  const { till, display } = app;
  const charge = till.getByRole('button', { name: 'Charge', exact: true });
  await charge.waitFor();
  await till.keyboard.type('12,50');
  await charge.hover();
  const pressed = await lookOutForPress(till, 'Charge');
  const shown = await lookOutFor(display, '[role=img][aria-label="Payment QR code"]');
  await charge.click();
  const wholeMs = (await shown.at()) - (await pressed.at());
  const created = answers().findLast(({ method, path }) => method === 'POST' && path.endsWith('/payments/pos'));
  if (created === undefined) throw new Error('The creation was not seen on the wire.');
  await cancelPayment(app);
  await till.getByRole('button', { name: 'New sale' }).click();
  await charge.waitFor();
  return { wholeMs, serviceMs: created.tookMs };
}
