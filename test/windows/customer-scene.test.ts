import { expect, test } from 'vitest';
import { createScenes } from '../../main/windows/customer-scene.ts';
import type { SaleView } from '../../preload/views.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const START = Date.UTC(2026, 10, 20, 14, 2);

function sale(change: Partial<SaleView>): SaleView {
  return {
    saleId: 'a',
    reference: 'TILL42-1',
    amount: 1250,
    stage: 'waiting',
    posId: 'TILL42',
    startedAt: START,
    cancel: 'no',
    refunds: [],
    refundable: 0,
    ...change,
  };
}

function display() {
  const clock = new VirtualClock(START);
  let told = 0;
  const scenes = createScenes(clock, () => {
    told += 1;
  });
  return { clock, scenes, told: () => told };
}

test('the customer sees the code and the time left, and no code where it hangs on the counter', () => {
  const { scenes } = display();
  const waiting = sale({ deeplink: 'https://pay.example/x', timeLeftMs: 90_000, lifetimeMs: 180_000 });
  expect(scenes.of(waiting, false)).toEqual({
    kind: 'waiting',
    amount: 1250,
    deeplink: 'https://pay.example/x',
    timeLeftMs: 90_000,
    lifetimeMs: 180_000,
  });
  expect(scenes.of(waiting, true)).not.toHaveProperty('deeplink');
});

test('ten seconds after the end the display is idle again, with the end still on the till', () => {
  const { clock, scenes, told } = display();
  const paid = sale({ stage: 'paid', endedAt: START, debtor: { name: 'Zoë' } });
  expect(scenes.of(paid, false)).toEqual({ kind: 'paid', amount: 1250, debtorName: 'Zoë' });
  clock.tick(9_999);
  expect(scenes.of(paid, false).kind).toBe('paid');
  clock.tick(1);
  expect(told()).toBe(1);
  expect(scenes.of(paid, false)).toEqual({ kind: 'idle' });
});

test('a cashier who moves on at once does not take the word Paid from the customer', () => {
  const { clock, scenes } = display();
  scenes.of(sale({ stage: 'paid', endedAt: START }), false);
  clock.tick(2_000);
  expect(scenes.of(null, false).kind).toBe('paid');
  clock.tick(8_000);
  expect(scenes.of(null, false)).toEqual({ kind: 'idle' });
});

test('the next sale takes the display at once, and the earlier customer never comes back', () => {
  const { scenes } = display();
  scenes.of(sale({ stage: 'paid', endedAt: START, debtor: { name: 'Zoë' } }), false);
  expect(scenes.of(sale({ saleId: 'b', stage: 'creating' }), false)).toEqual({ kind: 'preparing', amount: 1250 });
  expect(scenes.of(null, false)).toEqual({ kind: 'idle' });
});

test('an end of long ago, found again after a restart, is not shown to whoever stands there now', () => {
  const { scenes } = display();
  expect(scenes.of(sale({ stage: 'paid', endedAt: START - 60_000 }), false)).toEqual({ kind: 'idle' });
});

test('a late truth within the ten seconds is shown, later it is for the till only', () => {
  const { clock, scenes } = display();
  scenes.of(sale({ stage: 'cancelled', endedAt: START }), false);
  clock.tick(5_000);
  expect(scenes.of(sale({ stage: 'paid', endedAt: START }), false).kind).toBe('paid');
  clock.tick(5_000);
  expect(scenes.of(sale({ stage: 'paid', endedAt: START }), false)).toEqual({ kind: 'idle' });
});

test('a clock that jumps an hour neither keeps an end nor ends it', () => {
  const { clock, scenes } = display();
  scenes.of(sale({ stage: 'paid', endedAt: START }), false);
  clock.jump(3_600_000);
  clock.tick(9_999);
  expect(scenes.of(null, false).kind).toBe('paid');
  clock.jump(-3_600_000);
  clock.tick(1);
  expect(scenes.of(null, false)).toEqual({ kind: 'idle' });
});
