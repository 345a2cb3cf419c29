import { setTimeout as wait } from 'node:timers/promises';
import { playPayer } from '../../tools/demo/payer.ts';
import { readQr } from '../e2e/harness/index.ts';
import { lookOutFor } from './app/page-clock.ts';
import { launchWatched, type WatchedApp } from './app/watched-app.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { median } from './statistics.ts';

export const name = 'status-to-screen';

/** Seconds until the customer scans, and then confirms. Irregular, to favour no polling interval. */
const CUSTOMERS = [
  [2.31, 3.17],
  [5.08, 2.64],
  [3.73, 5.41],
  [7.46, 2.09],
  [4.12, 3.88],
  [6.65, 4.53],
] as const;
/** The sale for counting reads lasts a minute: scanned in the middle, confirmed at the end. */
const LONG = [howMany(30, 1), howMany(30, 1)] as const;
const COMMON_CLIENT_MS = 2_000;

interface Seen {
  readonly till: number[];
  readonly common: number[];
  readonly reads: number;
  readonly seconds: number;
}

/**
 * Measures the time from a status change at the service to the till's new screen, by polling. Yardstick: a client that
 * reads every 2 s.
 */
export async function bench(): Promise<readonly Row[]> {
  const watched = await launchWatched('watched-main.mjs');
  const seen: Seen[] = [];
  try {
    for (const [scan, confirm] of [...CUSTOMERS.slice(0, howMany(CUSTOMERS.length, 1)), LONG])
      seen.push(await oneSale(watched, scan, confirm));
  } finally {
    await watched.app.stop();
  }
  const long = seen.at(-1);
  if (long === undefined) throw new Error('No sale was measured.');
  const till = median(seen.flatMap((sale) => sale.till));
  return [
    row('status changed at the service to the new screen, polling, p50', till, 'ms', {
      yardstick: ['one read every 2 s', median(seen.flatMap((sale) => sale.common))],
      atMost: 0.4,
    }),
    row('reads over a sale of 60 s', long.reads / long.seconds, 'per s', {
      yardstick: ['one read every 2 s', 1000 / COMMON_CLIENT_MS],
      atMost: 2,
    }),
  ];
}

async function oneSale({ app, answers }: WatchedApp, scanAfter: number, confirmAfter: number): Promise<Seen> {
  const { till, display } = app;
  const charge = till.getByRole('button', { name: 'Charge', exact: true });
  await charge.waitFor();
  await till.keyboard.type('12,50');
  await charge.click();
  await display.getByRole('img', { name: 'Payment QR code' }).waitFor();
  const begun = Date.now();
  const deeplink = await readQr(display);
  const common = commonClient((await fetch(deeplink)).url);
  const status = '[role=status][aria-label="Payment status"]';
  const seen = { till: [] as number[], common: [] as number[] };

  const change = async (act: 'scan' | 'confirm', words: readonly string[], values: readonly string[]) => {
    const shown = await lookOutFor(till, status, words);
    const known = common.sees(values);
    const acted = Date.now();
    await playPayer(deeplink, act);
    seen.till.push((await shown.at()) - acted);
    seen.common.push((await known) - acted);
  };
  await wait(scanAfter * 1000);
  await change('scan', ['Scanned'], ['IDENTIFIED']);
  await wait(confirmAfter * 1000);
  const ended = Date.now();
  // The bank may be faster than the next read: then the screen changes to Paid at once.
  await change('confirm', ['Confirmed', 'Paid'], ['AUTHORIZED', 'SUCCEEDED']);
  common.stop();
  const reads = answers().filter(
    ({ method, path, at }) => method === 'GET' && /\/v3\/payments\/[^/]+$/.test(path) && at >= begun && at <= ended,
  );

  await till.getByRole('heading', { name: 'Paid' }).waitFor();
  await till.getByRole('button', { name: 'New sale' }).click();
  return { ...seen, reads: reads.length, seconds: (ended - begun) / 1000 };
}

/** The usual client: reads every 2 s and shows the status. */
function commonClient(page: string): { sees(statuses: readonly string[]): Promise<number>; stop(): void } {
  let waiting: ((status: string) => void) | undefined;
  const timer = setInterval(async () => {
    const answer = await fetch(`${page}/state`);
    const { status } = (await answer.json()) as { status: string };
    waiting?.(status);
  }, COMMON_CLIENT_MS);
  return {
    sees: (wanted) =>
      new Promise((resolve) => {
        waiting = (status) => {
          if (wanted.includes(status)) resolve(Date.now());
        };
      }),
    stop: () => clearInterval(timer),
  };
}
