import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { JSHandle } from '@playwright/test';
import { openShop, type Shop } from '../e2e/harness/index.ts';
import { type Cashier, cashierAt } from './app/cashier.ts';
import { type Heaps, heapsOf } from './app/heap-sizes.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';

export const name = 'memory';

/** The bar applies to 10,000 sales (`TILLMATE_BENCH_SALES=10000`). Fewer by default, because 10,000 sales take long. */
const SALES = Number(process.env['TILLMATE_BENCH_SALES'] ?? howMany(2_000, 4));
/** After these sales the heap holds all permanent data of a till: compiled code and bounded caches. */
const FROM = howMany(1_000);

/** Time for follow-up work of a sale in ms, such as the display's return to idle. */
const REST_MS = howMany(12_000, 0);

/** Measures the growth of the app's heaps from sale 1,000 to the last sale, after garbage collection. */
export async function bench(): Promise<readonly Row[]> {
  if (!(SALES > FROM)) throw new Error(`TILLMATE_BENCH_SALES must be a number above ${FROM}.`);
  const shop = await openShop({ launch: { script: join(import.meta.dirname, 'app', 'heap-main.mjs') } });
  try {
    const heaps = await heapsOf(shop.app);
    const cashier = await cashierAt(shop.app.till);
    await sell(shop, cashier, FROM);
    await wait(REST_MS);
    const before = await heaps();
    await sell(shop, cashier, SALES - FROM);
    await wait(REST_MS);
    const after = await heaps();
    return (['main', 'till', 'display'] as const).map((part) => grown(part, before, after));
  } finally {
    await shop.close();
  }
}

function grown(part: keyof Heaps, before: Heaps, after: Heaps): Row {
  const mebibytes = 2 ** 20;
  const first = before[part] / mebibytes;
  const where = part === 'main' ? 'main' : `renderer (${part})`;
  return row(`${where}: heap after ${SALES.toLocaleString('en')} sales in a row`, after[part] / mebibytes, 'MiB', {
    yardstick: [`at sale ${FROM.toLocaleString('en')}`, first],
    atMost: 1.05,
  });
}

/** Plays sales: charge, payment, and *Customer says they paid*, so that the till reads at once. */
async function sell({ sandbox }: Shop, cashier: JSHandle<Cashier>, count: number): Promise<void> {
  for (let sale = 0; sale < count; sale += 1) {
    const paymentId = await cashier.evaluate(({ start }) => start());
    sandbox.payer.scan(paymentId);
    sandbox.payer.confirm(paymentId);
    sandbox.engine.settle(paymentId);
    await cashier.evaluate(({ finish }) => finish());
  }
}
