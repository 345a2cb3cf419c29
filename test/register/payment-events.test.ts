import { beforeEach, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { bar, CounterWithRegisters, shop, wanted } from './counter-with-registers.ts';

const HOUR_MS = 60 * 60 * 1_000;

let till: CounterWithRegisters;

beforeEach(() => {
  till = new CounterWithRegisters();
  void till.open;
});

const settle = () => till.counter.clock.advance(100);

test("reports each change of a register's own payments only", async () => {
  const { told, states, hangUp } = till.listen();
  const others = till.listen(undefined, shop);
  await till.paid();
  await settle();
  expect(states()).toEqual(['A1 creating', 'A1 waiting', 'A1 paid']);
  expect(told.map(({ id }) => id)).toEqual(
    told.map(({ payment }) => `${till.counter.journal.journalId()}.${payment.rev}`),
  );
  const { saleId } = till.counter.sales.current() ?? { saleId: '' };
  await till.counter.refund({ saleId, amount: 300 });
  await settle();
  expect(told.at(-1)?.payment).toMatchObject({ refunds: [{ amountCents: 300 }] });
  await Promise.all([hangUp(), others.hangUp()]);
  expect(others.told).toEqual([]);
});

test('reports missed changes after reconnecting, even across a restart', async () => {
  const first = till.listen();
  await till.paid();
  await settle();
  await first.hangUp();
  const { id } = first.told.at(-1) ?? {};
  await till.paid('A2', wanted(700));
  await till.dieAndStart();
  const again = till.listen(id);
  await settle();
  // The first payment was dismissed for the second.
  expect(again.states()).toEqual(['A1 paid', 'A2 paid']);
  await again.hangUp();
});

test('reports a late success whenever the payment succeeds', async () => {
  const first = till.listen();
  await till.charge();
  await settle();
  await till.within(0, () => till.payments.cancel(bar, 'A1'));
  await till.counter.clock.advance(5_000);
  await till.paid('A2', wanted(700));
  await settle();
  expect(first.states().slice(-2)).toEqual(['A2 waiting', 'A2 paid']);
  expect(first.states()).toContain('A1 cancelled');
  await first.hangUp();
  const [[paymentId = ''] = []] = [...till.counter.service.payments];
  till.counter.service.set(paymentId, 'SUCCEEDED');
  const [sale] = till.counter.journal.salesOfReference(till.counter.service.payments.get(paymentId)?.reference ?? '');
  till.counter.sales.open(sale?.saleId ?? '');
  await till.counter.clock.advance(1_000);
  const { id } = first.told.at(-1) ?? {};
  for (const after of [id, undefined]) {
    const later = till.listen(after);
    await settle();
    expect(later.states().at(-1)).toBe('A1 paid');
    await later.hangUp();
  }
});

test('an unknown event id gets recent and open payments', async () => {
  await till.paid('A1');
  till.counter.clock.jump(25 * HOUR_MS);
  await till.paid('A2', wanted(700));
  await till.charge('A3', wanted(900));
  await settle();
  till.counter.clock.jump(25 * HOUR_MS);
  for (const after of [undefined, 'another-journal.2', 'no id']) {
    const { states, hangUp } = till.listen(after);
    await settle();
    expect(states()).toEqual(['A3 waiting']);
    await hangUp();
  }
});

test('reports changes while the disk is full', async () => {
  const { told, states, hangUp } = till.listen();
  await till.charge();
  await settle();
  till.counter.disk.full = true;
  await till.pay();
  expect(states().at(-1)).toBe('A1 paid');
  till.counter.disk.full = false;
  await till.counter.clock.advance(5_000);
  expect(told.at(-1)?.payment).toMatchObject({ state: 'paid' });
  await hangUp();
});

test('waits while the till is being changed', async () => {
  till.changing = new TillError('settings.changing', 'Settings change in progress', { retryable: true });
  const { states, hangUp } = till.listen();
  await settle();
  till.changing = undefined;
  await till.paid();
  await settle();
  expect(states().at(-1)).toBe('A1 paid');
  await hangUp();
});
