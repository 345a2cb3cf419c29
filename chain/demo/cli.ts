import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import type { Payout } from '../../main/upload/wire.ts';
import { readOptions } from '../options.ts';
import { openPage, runUntilStopped } from '../run.ts';
import { type RunningChain, startChain } from '../start.ts';
import { addShop, newCode } from './head-office.ts';
import { sellAfterRestore } from './restored-till.ts';
import { type PaidSale, ShopDay } from './shop-day.ts';
import { SimulatedTill } from './simulated-till.ts';

/** `npm run chain:demo`. All data is deleted at the end. */

const SHOPS = ['Antwerpen Meir', 'Brugge Markt', 'Gent Korenmarkt', 'Liège Carré', 'Namur Centre'];
const TILLS_OF_A_SHOP = 4;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Hours before now: today, yesterday and a week ago. */
const SOLD_HOURS = 6;
const SALES_AN_HOUR = 8;
const STEP_MS = 2_000;

interface DemoTill {
  readonly shop: string;
  readonly till: SimulatedTill;
  readonly day: ShopDay;
}

const folder = mkdtempSync(join(tmpdir(), 'tillmate-chain-demo-'));
await runUntilStopped(async () => {
  const options = readOptions({ ...process.env, DATABASE_URL: '', CHAIN_DATA: folder, CHAIN_NAME: 'Demo chain' });
  const chain = await startChain(options);
  const stop = async () => {
    await chain.close();
    rmSync(folder, { recursive: true, force: true });
  };
  console.log('Enrolling 20 tills of 5 shops with one week of sales.');
  const tills = await enrolAll(chain);
  await Promise.all(tills.map(({ till }) => till.ship()));
  await sendPayouts(tills);
  if (tills[5] !== undefined) await sellAfterRestore(tills[5]);
  console.log(`The tills sell until Ctrl+C. The page:\n\n  ${chain.link}\n`);
  openPage(chain.link);
  return { stop, run: (signal) => sellOn(tills, signal) };
});

async function enrolAll({ address, database }: RunningChain): Promise<readonly DemoTill[]> {
  const tills: DemoTill[] = [];
  for (const [index, name] of SHOPS.entries()) {
    const shop = `SHOP${index + 1}`;
    await addShop(database, shop, name);
    for (let number = 1; number <= TILLS_OF_A_SHOP; number += 1) {
      const pos = `TILL${number}`;
      const isTrial = index === 4 && number === TILLS_OF_A_SHOP;
      const till = new SimulatedTill({
        address,
        shop,
        pos,
        ...(isTrial ? { environment: 'PREPROD' as const } : {}),
        ...(index === 1 && number === 2 ? { status: { skewMs: 400_000 } } : {}),
        ...(index === 2 && number === 3 ? { status: { diskFree: 90_000_000 } } : {}),
      });
      await till.enrol(await newCode(database, shop));
      const day = new ShopDay(till, `${shop}-${pos}`, Math.random);
      for (const ago of [7 * DAY_MS, DAY_MS, 0]) sellHours(day, Date.now() - ago);
      tills.push({ shop, till, day });
    }
  }
  return tills;
}

function sellHours(day: ShopDay, until: number): void {
  const count = SOLD_HOURS * SALES_AN_HOUR;
  for (let sale = count; sale > 0; sale -= 1)
    day.sell(until - (sale / count) * SOLD_HOURS * HOUR_MS - Math.random() * 60_000);
}

/** The till's own payments, other tills' payments, and a payment unknown to every till. */
async function sendPayouts(tills: readonly DemoTill[]): Promise<void> {
  const from = Date.now() - DAY_MS - SOLD_HOURS * HOUR_MS;
  const [first] = tills;
  const lost: PaidSale = {
    saleId: '',
    paymentId: randomUUID().slice(0, 24),
    reference: 'LOST-1',
    amount: 1_995,
    at: from,
  };
  const shops = Map.groupBy(tills, ({ shop }) => shop);
  const payouts: Payout[] = [...shops].map(([shop, ofShop]) => {
    const sold = ofShop
      .flatMap(({ day }) => day.paid)
      .filter(({ at }) => at >= from && at < from + SOLD_HOURS * HOUR_MS);
    const paid = shop === first?.shop ? [...sold, lost] : sold;
    const cents = paid.reduce((sum, { amount }) => sum + amount, 0);
    return {
      payoutId: `payout-${shop}`,
      date: Date.now(),
      status: 'SUCCEEDED',
      paymentCount: paid.length,
      paymentCents: cents,
      refundCount: 0,
      refundCents: 0,
      payoutCents: cents,
      transactions: paid.map(({ paymentId, amount, at, reference }) => ({
        id: paymentId,
        kind: 'payment',
        cents: amount,
        date: at,
        reference,
      })),
    };
  });
  await first?.till.sendPayouts(payouts);
}

/** The last till stays silent. */
async function sellOn(tills: readonly DemoTill[], signal: AbortSignal): Promise<void> {
  const selling = tills.slice(0, -1);
  try {
    for await (const _ of setInterval(STEP_MS, undefined, { signal })) {
      const one = selling[Math.floor(Math.random() * selling.length)];
      one?.day.sell(Date.now() - 13_000);
      await one?.till.ship();
      await Promise.all(selling.filter(() => Math.random() < STEP_MS / 60_000).map(({ till }) => till.sendStatus()));
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
}
