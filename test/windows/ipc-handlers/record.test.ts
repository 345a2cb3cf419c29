import { expect, test } from 'vitest';
import { tillWithHandlers } from './till-with-handlers.ts';

test('looking through the record keeps a manager at the till; its later pages, which come by themselves, do not', async () => {
  const { call, till, clock } = await tillWithHandlers({ pin: '4711' });
  await till.roles.unlock('4711');
  await clock.advance(4 * 60_000);
  expect(await call('record.find', { text: '', limit: 1 })).toMatchObject({ ok: true });
  await clock.advance(4 * 60_000);
  expect(till.roles.current()).toBe('manager');
  const after = { act: 1_000, refund: 1_000 };
  expect(await call('record.find', { text: '', limit: 1, after })).toMatchObject({ ok: true });
  await clock.advance(2 * 60_000);
  expect(till.roles.current()).toBe('cashier');
});
