import { chargeToQr } from './app/charge-to-qr.ts';
import { clickToImage, launchRelay } from './app/relay.ts';
import { launchWatched } from './app/watched-app.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { median, quantile } from './statistics.ts';

export const name = 'charge-to-qr';

const SALES = howMany(30);
const WARM_UP = howMany(3, 0);

/**
 * Measures the click on Charge to the painted QR code on the customer display, minus the service's response time.
 * Yardstick: a click on a bare page to a painted image in a second bare window.
 */
export async function bench(): Promise<readonly Row[]> {
  const watched = await launchWatched('watched-main.mjs');
  const relay = await launchRelay();
  const own: number[] = [];
  const bare: number[] = [];
  try {
    for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
      const wholeMs = await chargeToQr(watched.app);
      const bareMs = await clickToImage(relay);
      const created = watched.answers().findLast(({ method, path }) => method === 'POST' && path.endsWith('/pos'));
      if (created === undefined) throw new Error('The creation was not seen on the wire.');
      if (sale < WARM_UP) continue;
      own.push(wholeMs - created.tookMs);
      bare.push(bareMs);
    }
  } finally {
    await relay.app.stop();
    await watched.app.stop();
  }
  const figure = "Charge pressed to QR on the customer display, without the service's time";
  const yardstick = 'a click to an image in a second bare window';
  return [
    row(`${figure}, p50`, median(own), 'ms', { yardstick: [yardstick, median(bare)], atMost: 2 }),
    row(`${figure}, p95`, quantile(own, 0.95), 'ms', { yardstick: [yardstick, quantile(bare, 0.95)], atMost: 2 }),
  ];
}
