import { expect, test } from 'vitest';
import { Counter } from './counter.ts';

test('on a full disk no new sale begins, and the running one is followed to its end and written when there is space', async () => {
  const counter = new Counter();
  const saleId = await counter.waiting();
  counter.disk.full = true;
  counter.service.set(counter.service.last.paymentId, 'IDENTIFIED');
  await counter.clock.advance(2_000);
  expect(counter.view(saleId).stage).toBe('scanned');
  expect(counter.journal.health).toMatchObject({ state: 'full', held: 1 });
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë' } });
  await counter.clock.advance(2_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'paid', debtor: { name: 'Zoë' } });
  await counter.sales.dismiss(saleId);
  expect(counter.sales.current()).toBeNull();
  await expect(counter.charge(100)).rejects.toMatchObject({ code: 'journal.full' });
  await expect(counter.sales.onCallback(counter.service.last)).rejects.toMatchObject({ code: 'journal.full' });
  await expect(counter.refund({ saleId, amount: 100 })).rejects.toMatchObject({ code: 'journal.full' });
  expect(counter.service.count('create-refund')).toBe(0);

  counter.disk.full = false;
  await counter.clock.advance(4_000);
  expect(counter.journal.health.state).toBe('ok');
  await counter.restart();
  expect(counter.view(saleId)).toMatchObject({ stage: 'paid', debtor: { name: 'Zoë' } });
  expect(counter.journal.check().ok).toBe(true);
  await counter.charge(100);
});

test('a cancel that is asked while the disk is full goes out all the same', async () => {
  const counter = new Counter();
  const saleId = await counter.waiting();
  counter.disk.full = true;
  await counter.sales.cancel(saleId);
  await counter.clock.advance(100);
  expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  counter.disk.full = false;
});
