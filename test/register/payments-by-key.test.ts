import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { limitsOf } from '../../main/register/payments-by-key.ts';
import { chargeAsk } from '../../main/register/register-payment.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { bar, CounterWithRegisters, shop, wanted } from './counter-with-registers.ts';

let till: CounterWithRegisters;

beforeEach(() => {
  till = new CounterWithRegisters();
});

const installing = new TillError('update.installing', 'Update being installed');

describe('a single payment at a time', () => {
  const under = (key: string, register = bar) => till.charge(key, wanted(700), register);

  test('a new charge is refused while a payment is open', async () => {
    await till.charge();
    await till.counter.clock.advance(100);
    expect(await under('A2')).toBe('register.busy');
    expect(await under('A1', shop)).toBe('register.busy');
    await expect(till.payments.charge(shop, 'A1', wanted(700))).rejects.toMatchObject({
      retryable: true,
      values: { amountCents: 1250, reference: till.counter.service.last.reference, state: 'waiting' },
    });
    await expect(till.payments.charge(bar, 'A2', wanted())).rejects.toMatchObject({ values: { key: 'A1' } });
    await till.pay();
    await till.counter.sales.dismiss(till.counter.sales.current()?.saleId ?? '');
    await till.counter.waiting(900);
    expect(await under('A2')).toBe('register.busy');
    expect(till.counter.service.last).toMatchObject({ amount: 900, status: 'PENDING' });
  });

  test('a payment with unknown outcome keeps blocking registers', async () => {
    await till.counter.waiting();
    await till.leave();
    expect(till.counter.sales.parked()).toHaveLength(1);
    expect(await under('A2')).toBe('register.busy');
  });

  test('an ended payment is replaced by the next charge', async () => {
    await till.paid();
    expect(till.counter.sales.current()).toMatchObject({ stage: 'paid' });
    expect(await under('A2')).toMatchObject({ key: 'A2', state: 'creating' });
    expect(till.counter.sales.current()).toMatchObject({ amount: 700 });
    expect(till.counter.sales.parked()).toEqual([]);
    till.counter.crash();
    expect(till.counter.sales.current()).toMatchObject({ amount: 700 });
  });
});

describe('the last payment without an end', () => {
  const by = { role: 'cashier', name: 'Zoë' } as const;
  const release = () => till.payments.decide(till.payments.questions()[0]?.id ?? '', 'release', by);

  test.each([['payment'], [undefined]] as const)('blocks its register until released (%s)', async (chargeWith) => {
    till = new CounterWithRegisters(chargeWith === undefined ? {} : { chargeWith });
    await till.charge();
    await till.counter.clock.advance(100);
    await till.leave();
    await till.dieAndStart();
    expect(await till.charge('A2')).toBe('register.busy');
    expect(till.payments.status(bar)).toMatchObject({ busy: { key: 'A1' } });
    release();
    await till.dieAndStart();
    expect(till.payments.isBlocked(bar)).toBe(false);
    expect(await till.charge('A2')).toMatchObject({ key: 'A2' });
    expect(till.payments.isBlocked(bar)).toBe(true);
    const acts = till.counter.journal.acts(undefined, 9).map(({ act }) => act);
    expect(acts).toMatchObject([{ act: 'sale-register-released', by, values: { register: 'register-1' } }]);
  });

  test('does not release other payments with its release', async () => {
    await till.charge();
    await till.counter.clock.advance(100);
    await till.leave();
    release();
    till.counter.service.offline = false;
    await till.counter.sales.start({ amount: 500 as Cents, reference: 'ORDER 7' });
    await till.counter.clock.advance(100);
    await till.leave();
    expect(await till.charge('A2')).toBe('register.busy');
  });

  test('blocks no other register with one code per payment', async () => {
    till = new CounterWithRegisters({ chargeWith: 'payment' });
    await till.charge();
    await till.counter.clock.advance(100);
    await till.leave();
    expect(await till.charge('A2')).toBe('register.busy');
    expect(await till.charge('A2', wanted(), shop)).toMatchObject({ key: 'A2' });
  });
});

test('finds a payment by the newest use of its receipt number', async () => {
  const numbers = [9_999, 1, 4_000, 8_000, 2];
  for (const receiptNumber of numbers) await till.paid(`zvt-${receiptNumber}`, wanted(700, { receiptNumber }));
  const found = async (number: number, register = bar) => (await till.payments.byReceipt(register, number))?.key;
  expect(await found(4_000)).toBe('zvt-4000');
  expect(await till.payments.byReceipt(bar, 2)).toMatchObject({ receiptNumber: 2, amountCents: 700 });
  // The numbers have restarted since 1 and 9,999, although neither was used twice.
  for (const number of [1, 9_999, 3]) expect(await found(number)).toBeUndefined();
  expect(await found(2, shop)).toBeUndefined();
  await till.paid('zvt-again', wanted(700, { receiptNumber: 4_000 }));
  expect(await found(4_000)).toBe('zvt-again');
});

test('replaces a blank reference by a reference of the till', async () => {
  const ask = chargeAsk.parse(wanted(1250, { reference: '  ', description: ' ' }));
  expect(await till.charge('A1', ask)).toMatchObject({ reference: expect.stringMatching(/^TILL42-/) });
});

describe('nothing is charged', () => {
  test('above the maximum of the counter', async () => {
    expect(await till.charge('A1', wanted(100_001))).toBe('register.above-maximum');
    expect(await till.charge('A1', wanted(100_000))).toMatchObject({ amountCents: 100_000 });
  });

  test('while the disk is full, and the key stays free', async () => {
    await till.paid('A0');
    till.counter.disk.full = true;
    expect(await till.charge()).toBe('journal.full');
    expect(await till.within(0, async () => till.payments.status(bar))).toMatchObject({
      ready: false,
      problem: { code: 'journal.full' },
    });
    expect(till.counter.service.payments.size).toBe(1);
    till.counter.disk.full = false;
    await till.paid();
    expect(till.counter.service.payments.size).toBe(2);
  });

  test('during an update or change, while known payments are reported', async () => {
    await till.paid();
    till.hindrance = installing;
    expect(await till.charge('A2')).toBe('update.installing');
    expect(await till.refund('R1')).toBe('update.installing');
    expect(await till.charge('A1')).toMatchObject({ state: 'paid' });
    expect(till.payments.status(bar)).toMatchObject({ ready: false, problem: { code: 'update.installing' } });
    till.hindrance = undefined;
    till.changing = new TillError('settings.changing', 'Settings change in progress', { retryable: true });
    expect(await till.charge('A1')).toBe('settings.changing');
  });
});

describe('a key of an earlier day', () => {
  const hour = 60 * 60_000;

  test("is answered as repeated, with its payment's time", async () => {
    const createdAt = new Date(till.counter.clock.now()).toISOString();
    expect(await till.charge()).not.toHaveProperty('repeated');
    await till.pay();
    till.counter.clock.jump(26 * hour);
    expect(await till.charge()).toMatchObject({ state: 'paid', repeated: true, createdAt });
    expect(await till.get()).not.toHaveProperty('repeated');
  });

  test('counts as used after the configured hours', async () => {
    const register = { refundLimit: 5_000, keyHours: 20 };
    till.limits = limitsOf({ maximum: 100_000, pinSet: false, refundPinAbove: undefined, register });
    await till.paid();
    till.counter.clock.jump(19 * hour);
    expect(await till.charge()).toMatchObject({ state: 'paid', repeated: true });
    till.counter.clock.jump(2 * hour);
    await expect(till.payments.charge(bar, 'A1', wanted())).rejects.toMatchObject({
      code: 'register.key-used',
      values: { key: 'A1', amountCents: 1250, state: 'paid' },
    });
    expect(await till.get()).toMatchObject({ state: 'paid' });
    expect(await till.refund('R1')).toMatchObject({ refunds: [{ refundKey: 'R1' }] });
  });

  test('never counts as used while its payment is open', async () => {
    till.limits = { ...till.limits, keyHours: 1 };
    await till.charge();
    till.counter.clock.jump(2 * hour);
    expect(await till.charge()).toMatchObject({ repeated: true });
  });
});

describe('a refund', () => {
  test("of a register is limited, at most like a cashier's", async () => {
    await till.paid('A1', wanted(9_000));
    expect(await till.refund('R1', { amountCents: 5_001 })).toBe('register.refund-limit');
    expect(await till.refund('R1', { amountCents: 5_000 })).toMatchObject({ refunds: [{ refundKey: 'R1' }] });
    till.limits = { ...till.limits, refund: 0 };
    expect(await till.refund('R2', { amountCents: 1 })).toBe('register.refund-limit');
    const counter = { maximum: 1, pinSet: true, refundPinAbove: 3_000 };
    expect(limitsOf({ ...counter, register: { refundLimit: 5_000 } }).refund).toBe(3_000);
    expect(limitsOf({ ...counter, pinSet: false, register: { refundLimit: 5_000 } }).refund).toBe(5_000);
    expect(limitsOf({ ...counter, pinSet: false }).refund).toBe(0);
  });

  test('is shown as asked first, and can be repeated', async () => {
    await till.paid();
    const asked = till.payments.refund(bar, 'A1', 'R1', { amountCents: 500 });
    expect(await till.get()).toMatchObject({ refunds: [{ refundKey: 'R1', state: 'asked', final: false }] });
    await till.counter.clock.advance(100);
    await asked;
    expect(await till.refund('R2', { amountCents: 2_000 })).toMatch(/^refund\./);
  });

  test('is shown once its request is journaled', async () => {
    await till.paid();
    const { saleId } = till.counter.sales.current() ?? { saleId: '' };
    const permission = Promise.withResolvers<{ readonly byManager: boolean }>();
    const asked = till.counter.refunds.start({ wish: 'press-1', saleId, amount: 300 }, () => permission.promise);
    expect(await till.get()).toMatchObject({ refunds: [] });
    permission.resolve({ byManager: true });
    await till.counter.clock.advance(0);
    expect(await till.get()).toMatchObject({ refunds: [{ amountCents: 300, state: 'asked' }] });
    await till.counter.clock.advance(100);
    await asked;
  });

  test('of a cashier has no refund key', async () => {
    await till.paid();
    const { saleId } = till.counter.sales.current() ?? { saleId: '' };
    await till.counter.refund({ saleId, amount: 300 });
    const told = await till.get();
    expect(told).toMatchObject({ refunds: [{ amountCents: 300, final: false }] });
    expect(JSON.stringify(told)).not.toContain('refundKey');
  });
});

describe('the state sent to a register', () => {
  test('has a growing revision, even with a full disk', async () => {
    const first = await till.payments.charge(bar, 'A1', wanted());
    await till.counter.clock.advance(100);
    till.counter.disk.full = true;
    await till.pay();
    const held = await till.payments.get(bar, 'A1');
    expect(held).toMatchObject({ state: 'paid', final: true });
    expect(held.rev).toBeGreaterThan(first.rev);
    till.counter.disk.full = false;
    await till.counter.clock.advance(5_000);
    expect((await till.payments.get(bar, 'A1')).rev).toBeGreaterThanOrEqual(held.rev);
  });

  test('is returned after a change or at the deadline', async () => {
    const { rev } = await till.payments.charge(bar, 'A1', wanted());
    const { signal: stays } = new AbortController();
    expect(await till.payments.changed(bar, 'A1', rev - 1, 25_000, stays)).toMatchObject({ rev });
    const next = till.payments.changed(bar, 'A1', rev, 25_000, stays);
    await till.counter.clock.advance(50);
    expect(await next).toMatchObject({ state: 'waiting' });
    const late = till.payments.changed(bar, 'A1', 9_999, 2_000, stays);
    const gone = new AbortController();
    const hungUp = till.payments.changed(bar, 'A1', 9_999, 25_000, gone.signal);
    gone.abort();
    await hungUp;
    await till.counter.clock.advance(2_000);
    expect(await late).toMatchObject({ state: 'waiting' });
  });

  test('has the last action, even after a restart', async () => {
    const did = () => till.payments.lastDone(bar)?.did;
    expect(did()).toBeUndefined();
    await till.paid();
    await till.dieAndStart();
    expect(did()).toBe('charged');
    await till.refund('R1');
    await till.dieAndStart();
    expect(did()).toBe('refunded');
    await till.charge('A2', wanted(700));
    await till.counter.clock.advance(100);
    await till.counter.sales.cancel(till.counter.sales.current()?.saleId ?? '');
    expect(did()).toBe('charged');
    await till.counter.clock.advance(3_000);
    expect(till.counter.sales.current()).toMatchObject({ stage: 'cancelled', ending: 'cashier', register: 'Bar' });
    await till.charge('A3', wanted(800));
    await till.counter.clock.advance(100);
    await till.within(3_000, () => till.payments.cancel(bar, 'A3'));
    expect(did()).toBe('cancelled');
    expect(till.counter.sales.current()).toMatchObject({ stage: 'cancelled', ending: 'register', register: 'Bar' });
    expect(till.payments.lastDone(shop)).toBeUndefined();
  });

  test("has the till's identity and the payment in progress", async () => {
    expect(till.payments.status(bar)).toEqual({
      training: false,
      shopName: 'Bakkerij',
      posId: 'TILL42',
      ready: true,
      service: 'online',
    });
    await till.charge();
    expect(till.payments.status(bar)).toMatchObject({ busy: { key: 'A1', amountCents: 1250, state: 'creating' } });
    expect(till.payments.status(shop).busy).not.toHaveProperty('key');
  });
});
