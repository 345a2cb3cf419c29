import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import { createCustomerScenes, type ShownPayments } from '../../main/windows/customer-scene.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import type { RefundView, SaleSummary, SaleView } from '../../preload/contract/views.ts';
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
    refunded: 0,
    refundable: 0,
    ...change,
  };
}

function display(given: { thanksSeconds?: number; receiptUrl?: string } = {}) {
  const clock = new VirtualClock(START);
  let told = 0;
  const { of, stop } = createCustomerScenes({
    clock,
    over: () => {
      told += 1;
    },
  });
  const counter = { ...firstCounter, display: { ...firstCounter.display, thanksSeconds: 10, ...given } };
  const nothing = { sale: null, opened: null, recent: [], counter };
  const scenes = {
    of: (view: SaleView | null, sticker: boolean) => of({ ...nothing, sale: view }, { sticker }),
    /** Scenes with the payments view, or the list of recent payments, next to the sale. */
    among: (told: Partial<ShownPayments>) => of({ ...nothing, ...told }, { sticker: false }),
    stop,
  };
  return { clock, scenes, told: () => told };
}

test('shows time left and code; a sticker replaces the code', () => {
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

test('keeps Paid when the cashier moves on', () => {
  const { clock, scenes } = display();
  scenes.of(sale({ stage: 'paid', endedAt: START }), false);
  clock.tick(2_000);
  expect(scenes.of(null, false).kind).toBe('paid');
  clock.tick(8_000);
  expect(scenes.of(null, false)).toEqual({ kind: 'idle' });
});

test('shows the next sale and forgets the earlier customer', () => {
  const { scenes } = display();
  scenes.of(sale({ stage: 'paid', endedAt: START, debtor: { name: 'Zoë' } }), false);
  expect(scenes.of(sale({ saleId: 'b', stage: 'creating' }), false)).toEqual({ kind: 'preparing', amount: 1250 });
  expect(scenes.of(null, false)).toEqual({ kind: 'idle' });
});

test('does not show an old end after a restart', () => {
  const { scenes } = display();
  expect(scenes.of(sale({ stage: 'paid', endedAt: START - 60_000 }), false)).toEqual({ kind: 'idle' });
});

test('shows a corrected end only within ten seconds', () => {
  const { clock, scenes } = display();
  scenes.of(sale({ stage: 'cancelled', endedAt: START }), false);
  clock.tick(5_000);
  expect(scenes.of(sale({ stage: 'paid', endedAt: START }), false).kind).toBe('paid');
  clock.tick(5_000);
  expect(scenes.of(sale({ stage: 'paid', endedAt: START }), false)).toEqual({ kind: 'idle' });
  scenes.of(sale({ stage: 'unknown' }), false);
  expect(scenes.of(sale({ stage: 'paid', endedAt: clock.now() }), false)).toEqual({ kind: 'idle' });
});

test('clock jumps neither keep nor remove an end', () => {
  const { clock, scenes } = display();
  scenes.of(sale({ stage: 'paid', endedAt: START }), false);
  clock.jump(3_600_000);
  clock.tick(9_999);
  expect(scenes.of(null, false).kind).toBe('paid');
  clock.jump(-3_600_000);
  clock.tick(1);
  expect(scenes.of(null, false)).toEqual({ kind: 'idle' });
});

test('an end disappears as soon as its timer fires', () => {
  let at = 0;
  const monotonic = () => {
    at += 1;
    return at;
  };
  let due = Number.NaN;
  const after = (ms: number) => {
    due = monotonic() + ms;
    return () => undefined;
  };
  const { of } = createCustomerScenes({ clock: { now: () => START, monotonic, after }, over: () => undefined });
  const told = { opened: null, recent: [], counter: firstCounter };
  of({ ...told, sale: sale({ stage: 'cancelled', endedAt: START }) }, { sticker: false });
  at = due - 1;
  expect(of({ ...told, sale: null }, { sticker: false })).toEqual({ kind: 'idle' });
});

const base = sale({
  deeplink: 'https://payer.example/1',
  timeLeftMs: 41_000,
  lifetimeMs: 60_000,
  debtor: { name: 'Zoë de Vries', iban: 'NL00****1234' },
});

/** The scene on a display that has shown no sale yet. */
function sceneOf(view: SaleView | null, sticker = false) {
  return display().scenes.of(view, sticker);
}

describe('a sale on the customer display', () => {
  test.each(['paid', 'cancelled', 'expired', 'failed', 'voided'] as const)(
    'disappears when %s ten seconds ago',
    (stage) => {
      const { clock, scenes, told } = display();
      const ended = { ...base, stage, endedAt: START };
      scenes.of(ended, false);
      clock.tick(9_999);
      expect(scenes.of(ended, false).kind).not.toBe('idle');
      clock.tick(1);
      expect(told()).toBe(1);
      expect(scenes.of(ended, false)).toEqual({ kind: 'idle' });
    },
  );

  test.each([
    ['creating', 'preparing'],
    ['scanned', 'scanned'],
    ['authorised', 'authorised'],
    ['unknown', 'unknown'],
    ['cancelled', 'cancelled'],
    ['expired', 'expired'],
    ['failed', 'failed'],
    ['voided', 'cancelled'],
  ] as const)('%s shows %s', (stage, kind) => {
    expect(sceneOf({ ...base, stage })).toEqual({ kind, amount: 1250 });
  });

  test('shows the amount without a code until the code exists', () => {
    const { deeplink: _none, ...codeless } = base;
    expect(sceneOf(codeless)).toEqual({ kind: 'preparing', amount: 1250 });
    expect(sceneOf(codeless, true)).toStrictEqual({
      kind: 'waiting',
      amount: 1250,
      timeLeftMs: 41_000,
      lifetimeMs: 60_000,
    });
  });

  test('shows no time left while the lifetime is unknown', () => {
    const { timeLeftMs: _left, lifetimeMs: _lifetime, ...timeless } = base;
    expect(sceneOf(timeless)).toMatchObject({ kind: 'waiting', timeLeftMs: 0, lifetimeMs: 0 });
  });

  test.each([
    ['  Zoë  de Vries', 'Zoë'],
    ['Zoë\tde Vries', 'Zoë'],
    ['', undefined],
    ['   ', undefined],
    [undefined, undefined],
  ])('shows a payer named %j as %j', (name, shown) => {
    const scene = sceneOf({ ...base, stage: 'paid', debtor: omitUndefined({ name }) });
    expect(scene).toStrictEqual({ kind: 'paid', amount: 1250, ...omitUndefined({ debtorName: shown }) });
  });

  test('stays while waiting, however long', () => {
    const { clock, scenes } = display();
    scenes.of(base, false);
    clock.tick(60_000);
    expect(scenes.of(base, false).kind).toBe('waiting');
  });
});

describe('a refund on the customer display', () => {
  const paid = sale({ stage: 'paid', endedAt: START, debtor: { name: 'Zoë' } });
  const asked = (at: number): RefundView => ({ refundKey: 'k', amount: 500, stage: 'pending', at });
  const back = (amount: number, at = START): Partial<SaleView> => ({
    refunded: amount,
    refunds: [{ ...asked(at), amount, stage: 'refunded' }],
  });
  const row = (refunded: number): SaleSummary => ({
    saleId: 'a',
    reference: 'TILL42-1',
    amount: 1250,
    stage: 'paid',
    at: START,
    refunded,
    refunding: false,
  });

  test('replaces Paid and stays as long as an end', () => {
    const { clock, scenes, told } = display();
    scenes.of(paid, false);
    clock.tick(6_000);
    expect(scenes.of({ ...paid, ...back(1250, START + 5_000) }, false)).toEqual({
      kind: 'refunded',
      amount: 1250,
      paid: 1250,
    });
    clock.tick(9_999);
    expect(scenes.of({ ...paid, ...back(1250) }, false).kind).toBe('refunded');
    clock.tick(1);
    expect(told()).toBe(1);
    expect(scenes.of({ ...paid, ...back(1250) }, false)).toEqual({ kind: 'idle' });
  });

  test('of a part shows the refunded and the paid amount', () => {
    const { scenes } = display();
    scenes.of(paid, false);
    expect(scenes.of({ ...paid, ...back(500) }, false)).toEqual({ kind: 'partly-refunded', amount: 500, paid: 1250 });
    expect(scenes.of({ ...paid, ...back(800) }, false)).toEqual({ kind: 'partly-refunded', amount: 300, paid: 1250 });
    expect(scenes.of({ ...paid, ...back(1250) }, false)).toEqual({ kind: 'refunded', amount: 450, paid: 1250 });
  });

  test('appears after the cashier has moved on', () => {
    const { clock, scenes } = display();
    scenes.among({ sale: paid, recent: [row(0)] });
    clock.tick(3_000);
    expect(scenes.among({ recent: [row(0)] }).kind).toBe('paid');
    expect(scenes.among({ recent: [row(500)] })).toEqual({ kind: 'partly-refunded', amount: 500, paid: 1250 });
  });

  test('of an earlier payment appears while its customer is present', () => {
    const { clock, scenes } = display();
    scenes.among({ opened: { ...paid, endedAt: START - 3_600_000 } });
    clock.tick(2_000);
    const refunded = { ...paid, ...back(1250, START) };
    expect(scenes.among({ opened: refunded })).toEqual({ kind: 'refunded', amount: 1250, paid: 1250 });
    clock.tick(10_000);
    expect(scenes.among({ opened: refunded })).toEqual({ kind: 'idle' });
  });

  test('completed long after its request is not shown', () => {
    for (const [lateMs, kind] of [[10_000, 'partly-refunded'] as const, [10_001, 'idle'] as const]) {
      const { clock, scenes } = display();
      scenes.among({ opened: { ...paid, refunds: [asked(START)] }, recent: [row(0)] });
      clock.tick(lateMs);
      expect(scenes.among({ opened: { ...paid, ...back(500) }, recent: [row(500)] })).toMatchObject({ kind });
    }
  });

  test('of an earlier customer is hidden from the next customer', () => {
    const { clock, scenes } = display();
    scenes.among({ opened: paid, recent: [row(0)] });
    const next = sale({ saleId: 'b', stage: 'creating' });
    expect(scenes.among({ sale: next, opened: { ...paid, ...back(1250) } })).toEqual({
      kind: 'preparing',
      amount: 1250,
    });
    clock.tick(1_000);
    expect(scenes.among({ sale: null, opened: { ...paid, ...back(1250) } })).toEqual({ kind: 'idle' });
  });

  test('gives way to the end of the next sale', () => {
    const { scenes } = display();
    scenes.among({ opened: paid });
    expect(scenes.among({ opened: { ...paid, ...back(1250) } }).kind).toBe('refunded');
    const next = sale({ saleId: 'b', stage: 'failed', endedAt: START });
    expect(scenes.among({ sale: next, opened: { ...paid, ...back(1250) } })).toEqual({ kind: 'failed', amount: 1250 });
  });

  test('made before a restart shows its total, if still recent', () => {
    expect(sceneOf({ ...paid, ...back(500) })).toEqual({ kind: 'partly-refunded', amount: 500, paid: 1250 });
    expect(sceneOf({ ...paid, endedAt: START - 60_000, ...back(500, START - 50_000) })).toEqual({ kind: 'idle' });
  });
});

describe('the thanks screen', () => {
  test('lasts for the set time; other ends keep theirs', () => {
    const { clock, scenes } = display({ thanksSeconds: 30 });
    scenes.of(sale({ stage: 'paid', endedAt: START }), false);
    clock.tick(29_999);
    expect(scenes.of(null, false).kind).toBe('paid');
    clock.tick(1);
    expect(scenes.of(null, false)).toEqual({ kind: 'idle' });
    scenes.of(sale({ saleId: 'b', stage: 'cancelled', endedAt: clock.now() }), false);
    clock.tick(10_000);
    expect(scenes.of(null, false)).toEqual({ kind: 'idle' });
  });

  test('links to the receipt with the reference URL-encoded', () => {
    const receiptUrl = 'https://shop.example/r/{reference}?again={reference}';
    const paid = (reference: string) =>
      display({ receiptUrl }).scenes.of(sale({ stage: 'paid', endedAt: START, reference }), false);
    expect(paid('TILL42-1')).toMatchObject({ receipt: 'https://shop.example/r/TILL42-1?again=TILL42-1' });
    expect(paid('a/../b?c=€&$&')).toMatchObject({
      receipt: 'https://shop.example/r/a%2F..%2Fb%3Fc%3D%E2%82%AC%26%24%26?again=a%2F..%2Fb%3Fc%3D%E2%82%AC%26%24%26',
    });
  });
});
