import { beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../sale/scripted-service.ts';
import { refused, reset } from '../sale/scripted-service.ts';
import { bar, CounterWithRegisters, shop, wanted } from './counter-with-registers.ts';

let till: CounterWithRegisters;

beforeEach(() => {
  till = new CounterWithRegisters();
});

interface Trouble {
  begins?(operation: Operation): void;
  follows?(): Promise<void>;
  /** The service has never received the request. */
  readonly isLost?: true;
}

/** Events between a register's request and its repeat. The register only knows that no answer arrived. */
const troubles: Readonly<Record<string, Trouble>> = {
  'nothing but the answer is lost': {},
  'the register restarts': { follows: () => till.counter.clock.advance(5_000) },
  'the service acts, and its answer is lost': {
    begins: (operation) => till.counter.service.fail(operation, { acts: true, error: reset() }),
    follows: () => till.counter.clock.advance(30_000),
  },
  'the till ends in good order': {
    async follows() {
      await till.counter.clock.advance(100);
      await till.counter.restart();
      await till.start();
    },
  },
  'the till dies before it is written': {
    begins: () => {
      till.counter.disk.full = true;
    },
    follows: async () => {
      till.counter.disk.full = false;
      await till.dieAndStart();
    },
  },
  'the till dies before the service hears of it': {
    begins: (operation) => till.counter.service.fail(operation, { acts: false, error: refused(), takesMs: 60_000 }),
    follows: () => till.dieAndStart(),
    isLost: true,
  },
  'the till dies while the service acts': {
    async follows() {
      await till.counter.clock.advance(10);
      await till.dieAndStart();
    },
  },
  'the till dies after the answer': {
    async follows() {
      await till.counter.clock.advance(100);
      await till.dieAndStart();
    },
  },
};
const rows = Object.entries(troubles);

describe('repeated after', () => {
  test.each(rows)('%s, a payment is charged once', async (_name, { begins, follows, isLost }) => {
    begins?.('create');
    await till.charge();
    await follows?.();
    const [again, atOnce] = await Promise.all([till.charge(), till.charge()]);
    expect(again).toMatchObject({ key: 'A1', amountCents: 1250 });
    expect(atOnce).toEqual({ ...Object(again), repeated: true });
    if (isLost) await till.counter.clock.advance(60_000);
    else await till.pay();
    expect(await till.charge()).toMatchObject({ state: isLost ? 'failed' : 'paid', final: true });
    expect(till.counter.service.payments.size).toBe(isLost ? 0 : 1);
    expect(till.counter.sales.recent(9)).toHaveLength(1);
  });

  test.each(rows)('%s, a cancel ends as cancelled', async (_name, { begins, follows }) => {
    await till.charge();
    await till.counter.clock.advance(100);
    begins?.('cancel');
    await till.within(0, () => till.payments.cancel(bar, 'A1'));
    await follows?.();
    await till.within(0, () => till.payments.cancel(bar, 'A1'));
    await till.counter.clock.advance(60_000);
    expect(await till.get()).toMatchObject({ state: 'cancelled', final: true });
    expect(till.counter.service.last.status).toBe('CANCELLED');
  });

  test.each(rows)('%s, a refund is made once', async (_name, { begins, follows }) => {
    await till.paid();
    begins?.('create-refund');
    const first = till.payments.refund(bar, 'A1', 'R1', { amountCents: 500 });
    first.catch(() => undefined);
    await till.counter.clock.advance(45);
    await follows?.();
    await Promise.all([till.refund('R1'), till.refund('R1')]);
    await till.counter.clock.advance(60_000);
    const { refunds } = till.counter.service;
    expect([...refunds.values()]).toMatchObject([{ amount: 500 }]);
    for (const refund of refunds.values()) refund.status = 'REFUNDED';
    await till.counter.clock.advance(120_000);
    expect(await till.refund('R1')).toMatchObject({
      refundedCents: 500,
      refunds: [{ refundKey: 'R1', amountCents: 500, state: 'refunded', final: true }],
    });
  });

  test('a year, a key keeps its payment and refund', async () => {
    await till.paid();
    await till.refund('R1');
    till.counter.clock.jump(365 * 24 * 60 * 60 * 1_000);
    await till.dieAndStart();
    expect(await till.charge()).toMatchObject({ state: 'paid', refunds: [{ refundKey: 'R1' }] });
    await till.refund('R1');
    expect(till.counter.service.count('create')).toBe(1);
    expect(till.counter.service.refunds.size).toBe(1);
  });
});

test('two tills with the same keys send different ids', async () => {
  const other = new CounterWithRegisters({ seed: 2 });
  for (const one of [till, other]) {
    await one.paid('bon-1');
    await one.refund('1', { amountCents: 500 }, 'bon-1');
  }
  const keysOf = (one: CounterWithRegisters) => [
    one.counter.sales.current()?.saleId,
    one.counter.journal.newestRefunds(0, 1)[0]?.refundKey,
  ];
  const keys = [...keysOf(till), ...keysOf(other)];
  expect(new Set(keys).size).toBe(4);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});

describe('a key', () => {
  test("is bound to the first request's content", async () => {
    await till.paid();
    for (const other of [wanted(1251), wanted(1250, { reference: 'R' }), wanted(1250, { description: 'D' })])
      expect(await till.charge('A1', other)).toBe('register.other-body');
    const asked = till.within(0, () => till.payments.refund(bar, 'A1', 'R1', { amountCents: 500 }));
    // Both during the preparation of the first refund and after its start.
    expect(await till.refund('R1', { amountCents: 501 })).toBe('register.other-body');
    await asked;
    expect(await till.refund('R1', { amountCents: 500, reason: 'late' })).toBe('register.other-body');
    expect(till.counter.service.refunds.size).toBe(1);
  });

  test('belongs to a single register', async () => {
    await till.paid();
    await till.charge('A1', wanted(700), shop);
    await till.pay();
    expect(await till.get()).toMatchObject({ amountCents: 1250 });
    expect(till.counter.service.payments.size).toBe(2);
    for (const act of [
      () => till.payments.get(bar, 'A2'),
      () => till.payments.cancel(bar, 'A2'),
      () => till.payments.refund(bar, 'A2', 'R1', { amountCents: 1 }),
    ])
      expect(await till.within(0, act)).toBe('register.unknown-key');
    expect(await till.within(0, () => till.payments.last(bar))).toMatchObject({ key: 'A1', amountCents: 1250 });
    expect(await till.within(0, () => till.payments.last({ id: 'new', name: 'New' }))).toBeUndefined();
  });

  test("is journaled with the intent, under the register's name", async () => {
    await till.paid();
    await till.refund('R1');
    const intents = [...till.counter.journal.eventsBetween(1, 99)].flatMap(({ event }) =>
      event.type === 'sale.intent' || event.type === 'refund.intent' ? [event] : [],
    );
    const by = { role: 'cashier', id: 'register-1', name: 'Bar' };
    expect(intents).toMatchObject([
      { by, register: { id: 'register-1', key: 'A1' } },
      { by, register: { id: 'register-1', key: 'R1' } },
    ]);
  });
});
