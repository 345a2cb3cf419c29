import { expect, test } from 'vitest';
import { SeededRandom } from '../base/seeded-random.ts';
import { Counter } from './counter.ts';

/** One sale of a minute: how long each change took to show, and how many reads it cost. */
async function minuteSale(seed: number): Promise<{ readonly latencies: readonly number[]; readonly reads: number }> {
  const counter = new Counter({ seed });
  const random = new SeededRandom(seed);
  const latencies: number[] = [];
  const saleId = await counter.waiting();
  const { paymentId } = counter.service.last;
  let changedAt = 0;
  let shown = counter.view(saleId).status;
  counter.sales.onChange(() => {
    const { status } = counter.view(saleId);
    if (status !== shown) latencies.push(counter.clock.monotonic() - changedAt);
    shown = status;
  });
  const change = async (afterMs: number, status: string) => {
    await counter.clock.advance(afterMs);
    changedAt = counter.clock.monotonic();
    counter.service.set(paymentId, status);
  };
  await change(38_000 + random.next() * 4_000, 'IDENTIFIED');
  await change(8_000 + random.next() * 2_000, 'AUTHORIZED');
  await change(2_000 + random.next() * 1_000, 'SUCCEEDED');
  await counter.clock.advance(5_000);
  const reads = counter.service.calls.filter((call) => call.operation === 'read' && call.at <= 60_000).length;
  return { latencies, reads };
}

test('a change shows within 0.6 s at the median, for no more than one read a second', async () => {
  const latencies: number[] = [];
  for (let seed = 1; seed <= 40; seed += 1) {
    const sale = await minuteSale(seed);
    expect(sale.latencies).toHaveLength(3);
    expect(sale.reads).toBeLessThanOrEqual(60);
    latencies.push(...sale.latencies);
  }
  latencies.sort((a, b) => a - b);
  expect(latencies[latencies.length / 2]).toBeLessThanOrEqual(600);
});

/** s until the customer scans, and then until the confirmation. */
const CUSTOMERS = [
  [2.31, 3.17],
  [5.08, 2.64],
  [3.73, 5.41],
  [7.46, 2.09],
  [4.12, 3.88],
  [6.65, 4.53],
  [30, 30],
] as const;

test('of customers who scan and confirm within seconds, half of it shows within 0.4 s', async () => {
  const latencies: number[] = [];
  const random = new SeededRandom(3);
  for (let seed = 1; seed <= 40; seed += 1)
    for (const [scan, confirm] of CUSTOMERS) {
      const counter = new Counter({ seed });
      const saleId = await counter.charge(1250);
      await counter.clock.advance(100 + random.next() * 1_000);
      const { paymentId } = counter.service.last;
      for (const [after, status] of [
        [scan, 'IDENTIFIED'],
        [confirm, 'AUTHORIZED'],
      ] as const) {
        await counter.clock.advance(after * 1_000);
        const changedAt = counter.clock.monotonic();
        counter.service.set(paymentId, status);
        const shown = () => counter.view(saleId).status === status;
        while (!shown() && counter.clock.monotonic() < changedAt + 10_000) await counter.clock.advance(10);
        latencies.push(counter.clock.monotonic() - changedAt);
      }
    }
  latencies.sort((a, b) => a - b);
  expect(latencies[latencies.length / 2]).toBeLessThanOrEqual(400);
});

test('an ended sale is looked at a few times more and then left alone', async () => {
  const counter = new Counter();
  const saleId = await counter.waiting();
  await counter.sales.cancel(saleId);
  await counter.clock.advance(100);
  const before = counter.service.count('read');
  await counter.clock.advance(25 * 3_600_000);
  expect(counter.service.count('read') - before).toBe(15);
  expect(counter.clock.pending).toBe(0);
});

test('a sale that is paid and dismissed leaves nothing under way', async () => {
  const counter = new Counter();
  for (let index = 0; index < 30; index += 1) await counter.paidSale(100 + index);
  await counter.clock.advance(120_000);
  expect(counter.clock.pending).toBe(0);
  expect(counter.journal.openSales()).toEqual([]);
});
