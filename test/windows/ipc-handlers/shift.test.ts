import { expect, test } from 'vitest';
import type { Answer, CallName } from '../../../preload/contract/contract.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

type Till = Awaited<ReturnType<typeof tillWithHandlers>>;

/** What a call answers; fails where it is refused. */
async function answer<Name extends CallName>(till: Till, name: Name, ask: object = {}): Promise<Answer<Name>> {
  const outcome = await till.call(name, ask);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.error.code}`);
  return outcome.value as Answer<Name>;
}

test('a manager sees the shift, compares it and closes it, and the record tells who did', async () => {
  const till = await tillWithHandlers({ pin: '471147' });
  await till.counter.paidSale(1_250);
  for (const name of ['shift.so-far', 'shift.compare', 'shift.list'] as const)
    expect(await till.call(name, name === 'shift.list' ? { limit: 10 } : {})).toMatchObject({
      error: { code: 'pin.required' },
    });
  expect(await till.call('shift.close', { number: 1 })).toMatchObject({ error: { code: 'pin.required' } });
  await till.till.roles.unlock('471147');
  expect(await answer(till, 'shift.so-far')).toMatchObject({ number: 1, net: 1_250, counted: { why: 'not-asked' } });
  expect(await answer(till, 'shift.compare')).toMatchObject({ counted: { state: 'counted', matched: 1 } });
  expect(await answer(till, 'shift.comparing')).toEqual({ progress: null });
  const closed = await answer(till, 'shift.close', { number: 1 });
  expect(closed).toMatchObject({ number: 1, by: { role: 'manager' }, report: { net: 1_250, counted: { matched: 1 } } });
  expect(await answer(till, 'shift.close', { number: 1 })).toEqual(closed);
  expect(till.acted.filter(({ act }) => act === 'shift-closed')).toMatchObject([
    { by: { role: 'manager' }, about: '1' },
  ]);
});

test('closed shifts are listed page by page, and opened', async () => {
  const till = await tillWithHandlers();
  await answer(till, 'shift.close', { number: 1 });
  await till.counter.paidSale(300);
  await answer(till, 'shift.close', { number: 2 });
  const first = await answer(till, 'shift.list', { limit: 1 });
  expect(first).toMatchObject({
    rows: [{ number: 2, net: 300, paid: { count: 1, sum: 300 }, compared: 'not-counted' }],
    more: true,
  });
  expect(await answer(till, 'shift.list', { limit: 1, before: 2 })).toMatchObject({
    rows: [{ number: 1 }],
    more: false,
  });
  expect(await answer(till, 'shift.open', { number: 2 })).toMatchObject({ number: 2, report: { net: 300 } });
  expect(await till.call('shift.open', { number: 3 })).toMatchObject({ error: { code: 'shift.not-found' } });
});

test('a report of a later version is listed and opened without its figures', async () => {
  const till = await tillWithHandlers();
  const by = { role: 'manager' } as const;
  till.counter.journal.record({
    type: 'shift.closed',
    number: 1,
    fromSeq: 1,
    toSeq: 1,
    from: 0,
    to: 1,
    by,
    report: '{}',
  });
  expect(await answer(till, 'shift.list', { limit: 1 })).toMatchObject({
    rows: [{ net: null, paid: null, compared: null }],
  });
  expect(await answer(till, 'shift.open', { number: 1 })).toMatchObject({ report: null });
});

test('closing says no while a sale is under way', async () => {
  const till = await tillWithHandlers();
  await till.counter.charge(500);
  expect(await till.call('shift.close', { number: 1 })).toMatchObject({
    error: { code: 'shift.sale-running', retryable: true },
  });
});
