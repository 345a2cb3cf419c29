import { chargeToQr } from './app/charge-to-qr.ts';
import { launchWatched } from './app/watched-app.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { median, quantile } from './statistics.ts';

export const name = 'charge-to-qr';

const SALES = howMany(30);
const WARM_UP = howMany(3, 0);

/** Measures the click on Charge to the painted QR code on the customer display, minus the service's response time. */
export async function bench(): Promise<readonly Row[]> {
  const watched = await launchWatched('watched-main.mjs');
  const own: number[] = [];
  const service: number[] = [];
  try {
    for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
      const wholeMs = await chargeToQr(watched.app);
      const created = watched.answers().findLast(({ method, path }) => method === 'POST' && path.endsWith('/pos'));
      if (created === undefined) throw new Error('The creation was not seen on the wire.');
      if (sale < WARM_UP) continue;
      own.push(wholeMs - created.tookMs);
      service.push(created.tookMs);
    }
  } finally {
    await watched.app.stop();
  }
  return [
    row('Charge pressed to QR on the customer display, p95', quantile(own, 0.95), 'ms', {
      yardstick: ["the service's own time, taken out, p50", median(service)],
      atMost: 35,
    }),
  ];
}
