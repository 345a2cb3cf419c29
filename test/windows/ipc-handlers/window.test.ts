import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '../../../preload/contract/contract.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

test('removes only notices that may be dismissed', async () => {
  const { handlers, notices } = await tillWithHandlers();
  notices.put({ id: 'a', code: 'a', severity: 'info', action: 'dismiss' });
  notices.put({ id: 'b', code: 'b', severity: 'alarm' });
  await handlers['notice.dismiss']({ id: 'a' }, 'till');
  await handlers['notice.dismiss']({ id: 'b' }, 'till');
  expect(notices.list().map(({ id }) => id)).toEqual(['b']);
});

test('each window gets its own snapshot with its own number', async () => {
  const { handlers } = await tillWithHandlers();
  const till = await handlers['till.snapshot']({}, 'till');
  const display = await handlers['display.snapshot']({}, 'display');
  expect(till).toMatchObject({ terminal: { mode: 'training', posId: 'TILL42' }, role: 'manager', sale: null });
  expect(display).toMatchObject({ training: true, scene: { kind: 'idle' } });
  expect(display.seq).toBeGreaterThan(till.seq);
});

test('each window sends its own heartbeat', async () => {
  const { handlers, opened, call } = await tillWithHandlers();
  await handlers['window.alive']({}, 'till');
  await handlers['window.alive']({}, 'display');
  expect(await call('window.alive')).toEqual({ ok: true, value: {} });
  expect(opened).toEqual(['beat of till', 'beat of display', 'beat of till']);
});

const MINUTE_MS = 60_000;
const refundKey = '0b9d9d4e-5c0e-4c39-9c8d-1f2b6f0c7a11';

describe("a manager's five minutes", () => {
  let parts: Awaited<ReturnType<typeof tillWithHandlers>>;
  let saleId: string;
  beforeEach(async () => {
    parts = await tillWithHandlers({ refundPinAbove: 5_000, pin: '4711' });
    saleId = await parts.counter.paidSale(10_000);
    await parts.call('session.unlock', { pin: '4711' });
  });

  const refund = (amount: number) => () => ({ wish: randomUUID(), saleId, amount, seen: amount });
  const range = { text: '', from: 0, before: 86_400_000 };
  test.each<readonly [CallName, () => object, boolean]>([
    ['settings.read', () => ({}), true],
    ['session.keep', () => ({}), true],
    // A refund that needs the manager, and one that needs none.
    ['refund.start', refund(8_000), true],
    ['refund.start', refund(100), false],
    ['refund.settle', () => ({ refundKey, decision: 'not-made' }), true],
    // A person asks for the first page, the window for the next pages.
    ['payments.search-all', () => range, true],
    ['payments.search-all', () => ({ ...range, place: { page: 1, by: 'time' } }), false],
    ['record.find', () => ({ text: '', limit: 1 }), true],
    ['record.find', () => ({ text: '', limit: 1, after: { act: 1_000, refund: 1_000 } }), false],
    ['till.snapshot', () => ({}), false],
    ['payments.open', () => ({ saleId: null }), false],
    ['display.open', () => ({}), false],
  ])('are prolonged by user actions alone: %s (%#)', async (name, ask, prolongs) => {
    parts.clock.tick(4 * MINUTE_MS);
    await parts.call(name, ask());
    parts.clock.tick(2 * MINUTE_MS);
    expect(parts.till.roles.current()).toBe(prolongs ? 'manager' : 'cashier');
    expect(await parts.call('settings.read')).toMatchObject({ ok: prolongs });
  });

  test('end despite the calls that windows make themselves', async () => {
    const { call, clock, till } = parts;
    for (let second = 0; second < 300; second += 2) {
      expect(till.roles.current()).toBe('manager');
      await call('window.alive');
      await call('till.snapshot');
      await call('display.snapshot');
      await call('terminal.try-again');
      clock.tick(2_000);
    }
    expect(till.roles.current()).toBe('cashier');
  });

  test('end when the session is locked', async () => {
    await parts.call('session.lock');
    expect(parts.till.roles.current()).toBe('cashier');
  });
});
