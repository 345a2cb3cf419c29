import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '../../../preload/contract/contract.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

test('only a notice that may be dismissed goes away when somebody dismisses it', async () => {
  const { handlers, notices } = await tillWithHandlers();
  notices.put({ id: 'a', code: 'a', severity: 'info', action: 'dismiss' });
  notices.put({ id: 'b', code: 'b', severity: 'alarm' });
  await handlers['notice.dismiss']({ id: 'a' }, 'till');
  await handlers['notice.dismiss']({ id: 'b' }, 'till');
  expect(notices.list().map(({ id }) => id)).toEqual(['b']);
});

test('each window gets its snapshot, with a number of its own', async () => {
  const { handlers } = await tillWithHandlers();
  const till = await handlers['till.snapshot']({}, 'till');
  const display = await handlers['display.snapshot']({}, 'display');
  expect(till).toMatchObject({ terminal: { mode: 'training', posId: 'TILL42' }, role: 'manager', sale: null });
  expect(display).toMatchObject({ training: true, scene: { kind: 'idle' } });
  expect(display.seq).toBeGreaterThan(till.seq);
});

test('a sign of life is of the window that sends it, and each window may send one', async () => {
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

  /** The role at the till two minutes after these calls, and six after the PIN was typed. */
  async function roleAfter(calls: () => Promise<unknown>): Promise<string> {
    parts.clock.tick(4 * MINUTE_MS);
    await calls();
    parts.clock.tick(2 * MINUTE_MS);
    return parts.till.roles.current();
  }

  test("the manager's five minutes end while a cashier works", async () => {
    const { call } = parts;
    const role = await roleAfter(async () => {
      await call('till.snapshot');
      await call('payments.open', { saleId: null });
      await call('display.open');
      expect(await call('refund.start', { wish: randomUUID(), saleId, amount: 100, seen: 100 })).toMatchObject({
        ok: true,
      });
    });
    expect(role).toBe('cashier');
    expect(await call('settings.read')).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  });

  test('nor does what the windows ask for by themselves keep them alive', async () => {
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

  test.each<readonly [string, CallName, () => object]>([
    ['the settings are opened', 'settings.read', () => ({})],
    ['somebody types in them', 'session.keep', () => ({})],
    [
      'a refund needs the manager who is there',
      'refund.start',
      () => ({ wish: randomUUID(), saleId, amount: 8_000, seen: 8_000 }),
    ],
    ['a refund without an answer is decided about', 'refund.settle', () => ({ refundKey, decision: 'not-made' })],
  ])('and begin anew when %s', async (_name, name, ask) => {
    expect(await roleAfter(() => parts.call(name, ask()))).toBe('manager');
  });

  test('locking ends them at once', async () => {
    await parts.call('session.lock');
    expect(parts.till.roles.current()).toBe('cashier');
  });
});
