import { expect, test, vi } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { counterNow } from '../../main/till/under-way.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { Counter } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';
import { counterTill, liveSettings } from './counter-till.ts';

test('a sale counts until its end, a refund until answered', async () => {
  const counter = new Counter();
  const opened = counterTill(counter, liveSettings());
  expect(counterNow({ opened: undefined })).toEqual({ underWay: false, lastSaleAt: undefined });
  expect(counterNow({ opened })).toEqual({ underWay: false, lastSaleAt: undefined });
  const at = counter.clock.now();
  const saleId = await counter.charge(1250);
  expect(counterNow({ opened })).toEqual({ underWay: true, lastSaleAt: at });
  await counter.clock.advance(100);
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  await counter.clock.advance(3_000);
  expect(counterNow({ opened })).toEqual({ underWay: false, lastSaleAt: at });

  counter.service.fail('create-refund', { error: reset(), acts: true, takesMs: 500 });
  const beginning = counter.refunds.start({ saleId, amount: 250 as Cents }, { byManager: true });
  await counter.clock.advance(100);
  await beginning;
  expect(counterNow({ opened }).underWay).toBe(true);
  await counter.clock.advance(3_000);
  expect(counter.view(saleId).refunds).toMatchObject([{ stage: 'pending' }]);
  expect(counterNow({ opened }).underWay).toBe(false);
});

test('a parked sale counts until its end', async () => {
  const counter = new Counter();
  const opened = counterTill(counter, liveSettings());
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  const { paymentId } = counter.service.last;
  const error = new TillError('network.refused', 'nobody there', { retryable: true, acted: 'no' });
  counter.service.weather = () => ({ acts: false, error });
  await counter.clock.advance(60_000);
  await counter.sales.dismiss(saleId);
  expect(counter.sales.current()).toBeNull();
  expect(counterNow({ opened }).underWay).toBe(true);
  counter.service.weather = () => undefined;
  counter.service.set(paymentId, 'SUCCEEDED');
  await counter.clock.advance(60_000);
  expect(counterNow({ opened }).underWay).toBe(false);
});

test('an unreadable journal counts as a running sale', () => {
  const counter = new Counter();
  const opened = counterTill(counter, liveSettings());
  vi.spyOn(opened.journal, 'openRefunds').mockImplementation(() => {
    throw new TillError('journal.failed', 'The disk is gone');
  });
  expect(counterNow({ opened })).toEqual({ underWay: true, lastSaleAt: undefined });
});
