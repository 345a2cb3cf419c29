import { describe, expect, test } from 'vitest';
import type { PaymentId } from '../../main/domain/payment-service.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { Counter, counter, givenCounter } from './counter.ts';
import { refused, reset } from './scripted-service.ts';

givenCounter();

describe('a sale', () => {
  test('goes from the keypad to paid', async () => {
    expect(counter.sales.lastPaid()).toEqual([]);
    const saleId = await counter.charge(1250);
    expect(counter.view(saleId).stage).toBe('creating');
    await counter.clock.advance(100);
    const waiting = counter.view(saleId);
    expect(waiting).toMatchObject({ stage: 'waiting', status: 'PENDING', lifetimeMs: 60_000 });
    expect(waiting.deeplink).toBe(counter.service.last.links.deeplink);
    counter.service.set(counter.service.last.paymentId, 'IDENTIFIED');
    await counter.clock.advance(1_500);
    expect(counter.view(saleId).stage).toBe('scanned');
    counter.service.set(counter.service.last.paymentId, 'AUTHORIZED');
    await counter.clock.advance(1_100);
    expect(counter.view(saleId).stage).toBe('authorised');
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë' } });
    await counter.clock.advance(1_100);
    expect(counter.view(saleId)).toMatchObject({ stage: 'paid', debtor: { name: 'Zoë' }, refundable: 1250 });
    expect(counter.sales.lastPaid()).toEqual([1250]);
  });
});

test('a closing till does not wait for recovery responses', async () => {
  const saleId = await counter.waiting();
  await counter.restart();
  counter.sales.networkReturned();
  let closed = false;
  void counter.sales.close().then(() => {
    closed = true;
  });
  await counter.clock.advance(60_000);
  expect(closed).toBe(true);
  expect(counter.view(saleId).stage).toBe('waiting');
});

const body = () => JSON.parse(counter.service.calls.find(({ operation }) => operation === 'create')?.detail ?? '{}');

describe('a charge', () => {
  test.each([
    ['bread', 'bread'],
    ['', undefined],
    [undefined, undefined],
  ])('described as %j is sent and journaled as %j', async (description, kept) => {
    const saleId = await counter.waiting(1250, description === undefined ? {} : { description });
    expect(body().description).toBe(kept);
    expect('description' in body()).toBe(kept !== undefined);
    expect(counter.view(saleId).description).toBe(kept);
    expect('description' in counter.view(saleId)).toBe(kept !== undefined);
  });

  test.each([true, undefined])('stores the clock skew and its certainty: %o', async (timeKnown) => {
    counter.skewMs = 4_000;
    counter.timeKnown = timeKnown ?? false;
    const [intent] = counter.facts(await counter.charge(1250));
    expect(intent).toMatchObject({ type: 'sale.intent', skewMs: 4_000 });
    expect(intent?.type === 'sale.intent' && intent.timeKnown).toBe(timeKnown);
  });

  test('by a register replaces an ended sale', async () => {
    const shown = await counter.waiting();
    counter.service.set(counter.service.last.paymentId, 'EXPIRED');
    await counter.clock.advance(3_000);
    const by = { role: 'till', name: 'Till 3' } as const;
    const register = { id: 'r', key: 'k', ask: 'a' };
    const { saleId } = await counter.sales.start({ amount: 700 as Cents }, by, { register });
    expect(counter.sales.current()?.saleId).toBe(saleId);
    expect(counter.facts(saleId)[0]).toMatchObject({ type: 'sale.intent', by, register });
    expect(counter.facts(shown).at(-1)?.type).toBe('sale.dismissed');
    await counter.sales.cancel(saleId, 'register');
    await counter.clock.advance(200);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'register' });
  });

  test('notifies the windows at once', async () => {
    const heard = counter.listening();
    await counter.charge(1250);
    expect(heard.calls).toBeGreaterThan(0);
  });

  test('sends no notification after unsubscribing', async () => {
    const heard = counter.listening();
    heard.end();
    await counter.charge(1250);
    expect(heard.calls).toBe(0);
  });

  test('is refused while the till closes', async () => {
    const closing = counter.sales.close();
    await expect(counter.charge(1250)).rejects.toMatchObject({ code: 'sale.closed' });
    await closing;
  });
});

test.each(['cancel', 'customerSaysPaid', 'dismiss', 'acknowledgeAlarm'] as const)(
  '%s of an unknown sale names the field',
  async (call) => {
    await expect(counter.sales[call]('none')).rejects.toMatchObject({ code: 'sale.unknown', field: 'saleId' });
    expect(counter.sales.get('none')).toBeUndefined();
  },
);

describe('the windows are notified', () => {
  test('of changes only', async () => {
    const saleId = await counter.waiting();
    const heard = counter.listening();
    counter.ledger.seen(saleId, counter.service.last);
    expect(heard.calls).toBe(0);
    counter.ledger.seen(saleId, { ...counter.service.last, status: 'IDENTIFIED' });
    expect(heard.calls).toBe(1);
    expect(counter.journal.sale(saleId)?.stage).toBe('scanned');
    expect(counter.facts(saleId).at(-1)).toMatchObject({ type: 'sale.moved', via: 'read' });
  });

  test('of a "Customer says they paid" click', async () => {
    const saleId = await counter.waiting();
    const heard = counter.listening();
    await counter.sales.customerSaysPaid(saleId);
    expect(heard.calls).toBe(1);
  });
});

describe('the next charge', () => {
  test('marks a sale left open as superseded', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const first = await counter.charge(1250);
    counter.service.offline = true;
    await counter.clock.advance(50);
    await counter.sales.dismiss(first);
    const second = await counter.charge(700);
    expect(counter.facts(first).at(-1)).toEqual({ type: 'sale.superseded', saleId: first, by: second });
  });

  test('marks each open sale once', async () => {
    const saleIds: string[] = [];
    for (const amount of [1250, 700, 300]) {
      counter.service.offline = false;
      counter.service.fail('create', { error: reset(), acts: true });
      const saleId = await counter.charge(amount);
      saleIds.push(saleId);
      counter.service.offline = true;
      await counter.clock.advance(50);
      await counter.sales.dismiss(saleId);
    }
    const by = (saleId: string) =>
      counter.facts(saleId).flatMap((fact) => (fact.type === 'sale.superseded' ? [fact.by] : []));
    expect(saleIds.map(by)).toEqual([[saleIds[1]], [saleIds[2]], []]);
  });

  test('does not supersede recovered sales', async () => {
    await counter.waiting();
    counter.disk.damage('journal.db');
    counter.crash();
    await counter.recover();
    const [{ saleId: first } = { saleId: '' }] = counter.sales.recent(1);
    expect(counter.view(first).stage).toBe('waiting');
    await counter.waiting();
    expect(counter.facts(first).map(({ type }) => type)).not.toContain('sale.superseded');
  });
});

describe('a payment of this till, looked up or opened', () => {
  test('is found without a second import or read', async () => {
    const saleId = await counter.waiting();
    await counter.clock.advance(200);
    const facts = counter.facts(saleId);
    counter.service.set(counter.service.last.paymentId, 'IDENTIFIED');
    const reads = counter.service.count('read');
    const finding = counter.sales.findElsewhere(counter.view(saleId).reference);
    counter.sales.open(saleId);
    await counter.clock.advance(100);
    expect(await finding).toEqual({ found: 1 });
    expect(counter.sales.recent(5)).toHaveLength(1);
    expect(counter.facts(saleId)).toEqual(facts);
    expect(counter.service.count('read')).toBe(reads);
  });

  test('is matched to its searching sale and read at once', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    counter.service.weather = (operation) => (operation === 'search' ? { error: reset(), acts: false } : undefined);
    const saleId = await counter.charge(1250);
    await counter.clock.advance(50_000);
    counter.service.weather = () => undefined;
    const finding = counter.sales.findElsewhere(counter.view(saleId).reference);
    await counter.clock.advance(50);
    expect(await finding).toEqual({ found: 1 });
    expect(counter.view(saleId).deeplink).toBe(counter.service.last.links.deeplink);
  });

  test('is left to a creation in progress', async () => {
    const { service, clock } = counter;
    service.fail('create', { error: reset(), acts: false, takesMs: 5_000 });
    const saleId = await counter.waiting();
    const { reference } = counter.view(saleId);
    const paymentId = 'X'.padStart(24, '0') as PaymentId;
    const times = { createdAt: clock.now(), expiresAt: clock.now() + 60_000 };
    service.payments.set(paymentId, { paymentId, status: 'PENDING', amount: 1250, reference, ...times, links: {} });
    const finding = counter.sales.findElsewhere(reference);
    await clock.advance(100);
    expect(await finding).toEqual({ found: 1 });
    expect(counter.view(saleId).stage).toBe('creating');
    await clock.advance(6_000);
    expect(counter.view(saleId).stage).toBe('waiting');
  });
});

test("a payment expired by the service's clock was not ended elsewhere", async () => {
  const saleId = await counter.waiting();
  counter.skewMs = 600_000;
  counter.service.set(counter.service.last.paymentId, 'EXPIRED', { expiresAt: counter.clock.now() + 600_000 });
  await counter.clock.advance(3_000);
  expect(counter.view(saleId).stage).toBe('expired');
  expect(counter.view(saleId)).not.toHaveProperty('ending');
});

describe('verdicts', () => {
  test('are kept for the newest 32 ended sales', async () => {
    const saleIds: string[] = [];
    for (let sale = 0; sale < 33; sale += 1) {
      counter.service.fail('create', { error: refused(), acts: false });
      const saleId = await counter.waiting();
      await counter.sales.customerSaysPaid(saleId);
      await counter.clock.advance(10);
      await counter.sales.dismiss(saleId);
      saleIds.push(saleId);
    }
    const [first = '', second = ''] = saleIds;
    expect(counter.view(first).verdict).toBeUndefined();
    expect(counter.view(second).verdict?.kind).toBe('not-paid');
    expect(counter.view(saleIds.at(-1) ?? '').verdict?.kind).toBe('not-paid');
  });
});

test('a full disk blocks new sales but not the running sale', async () => {
  const counter = new Counter();
  const saleId = await counter.waiting();
  counter.disk.full = true;
  counter.service.set(counter.service.last.paymentId, 'IDENTIFIED');
  await expect(counter.sales.onCallback(counter.service.last)).rejects.toMatchObject({ code: 'journal.full' });
  await counter.clock.advance(2_000);
  expect(counter.view(saleId).stage).toBe('scanned');
  expect(counter.journal.health).toMatchObject({ state: 'full', held: 1 });
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë' } });
  await counter.clock.advance(2_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'paid', debtor: { name: 'Zoë' } });
  await counter.sales.dismiss(saleId);
  expect(counter.sales.current()).toBeNull();
  await expect(counter.charge(100)).rejects.toMatchObject({ code: 'journal.full' });
  await expect(counter.sales.onCallback(counter.service.last)).rejects.toMatchObject({ code: 'journal.full' });
  await expect(counter.refund({ saleId, amount: 100 })).rejects.toMatchObject({ code: 'journal.full' });
  expect(counter.service.count('create-refund')).toBe(0);

  counter.disk.full = false;
  await counter.clock.advance(4_000);
  expect(counter.journal.health.state).toBe('ok');
  await counter.restart();
  expect(counter.view(saleId)).toMatchObject({ stage: 'paid', debtor: { name: 'Zoë' } });
  expect(counter.journal.check().ok).toBe(true);
  await counter.charge(100);
});

test('a cancel is sent despite a full disk', async () => {
  const counter = new Counter();
  const saleId = await counter.waiting();
  counter.disk.full = true;
  await counter.sales.cancel(saleId);
  await counter.clock.advance(100);
  expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  counter.disk.full = false;
});
