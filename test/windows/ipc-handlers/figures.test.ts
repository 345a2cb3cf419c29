import { expect, test } from 'vitest';
import { localDays } from '../../../main/base/days.ts';
import { calls } from '../../../preload/contract/contract.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

test('a manager sees what this till took, in the shop’s time; a cashier does not', async () => {
  const { call, counter, till } = await tillWithHandlers({ pin: '4711' });
  await counter.paidSale(1_250);
  await counter.paidSale(250);
  const cancelled = await counter.charge(400);
  await counter.sales.cancel(cancelled);
  await counter.clock.advance(10_000);
  const day = localDays().dayOf(counter.clock.now());
  expect(await call('figures.read', { day })).toMatchObject({ error: { code: 'pin.required' } });
  await till.roles.unlock('4711');
  const answer = await call('figures.read', { day });
  if (!answer.ok) throw new Error(answer.error.message);
  const figures = calls['figures.read'].answer.parse(answer.value);
  const taken = figures.hours.filter(({ count }) => count > 0);
  expect(taken.map(({ count, cents }) => [count, cents])).toEqual([[2, 1_500]]);
  expect(figures.days.find((one) => one.day === day)?.paid).toEqual({ count: 2, cents: 1_500 });
  expect(figures.states).toContainEqual({ state: 'cancelled', count: 1, cents: 400 });
});

test.each(['', '2026-02-30', '22/11/2026', '2026-11-22T10:00:00Z'])('%j is no day', async (day) => {
  const { call } = await tillWithHandlers();
  expect(await call('figures.read', { day })).toMatchObject({ ok: false });
});
