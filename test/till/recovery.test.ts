import { beforeEach, expect, test } from 'vitest';
import { type RecoveryOutcome, watchRecovery } from '../../main/till/recovery.ts';
import { Counter } from '../sale/counter.ts';

let counter: Counter;
let told: RecoveryOutcome[];
beforeEach(() => {
  counter = new Counter();
  told = [];
});

/** Leaves a sale open that was dismissed from the screen before the till stopped. */
async function leftOpen(amount: number): Promise<string> {
  const saleId = await counter.charge(amount);
  await counter.clock.advance(100);
  counter.journal.record({ type: 'sale.dismissed', saleId });
  return counter.service.last.paymentId;
}

async function startAgain(): Promise<void> {
  counter.crash();
  watchRecovery(counter.sales, counter.refunds, (outcome) => told.push(outcome));
  void counter.sales.recover();
  void counter.refunds.recover();
  await counter.clock.advance(5_000);
}

test('reports open payments once the service has answered for each', async () => {
  counter.service.set(await leftOpen(100), 'SUCCEEDED');
  counter.service.set(await leftOpen(200), 'EXPIRED');
  await leftOpen(300);
  counter.service.offline = true;
  await startAgain();
  expect(told).toEqual([]);
  counter.service.offline = false;
  counter.sales.networkReturned();
  await counter.clock.advance(1_000);
  expect(told).toEqual([{ paid: 1, unpaid: 1, waiting: 1, refunds: 0 }]);
  await counter.charge(400);
  await counter.clock.advance(1_000);
  expect(told).toHaveLength(1);
});

test('counts a repeated refund', async () => {
  const saleId = await counter.paidSale(1000);
  const started = counter.refunds.start({ saleId, amount: 400 }, { byManager: true });
  await counter.clock.advance(45);
  await started;
  await startAgain();
  expect(told.at(-1)).toEqual({ paid: 0, unpaid: 0, waiting: 0, refunds: 1 });
});

test('reports neither the sale on screen nor an idle start', async () => {
  await counter.charge(100);
  await counter.clock.advance(100);
  await startAgain();
  expect(told).toEqual([]);
});
