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

test('a sale that is paid and dismissed leaves nothing under way', async () => {
  const counter = new Counter();
  for (let index = 0; index < 30; index += 1) await counter.paidSale(100 + index);
  await counter.clock.advance(120_000);
  expect(counter.clock.pending).toBe(0);
  expect(counter.journal.openSales()).toEqual([]);
});
