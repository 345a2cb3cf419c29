import { beforeEach, describe, expect, test } from 'vitest';
import { reset } from '../sale/scripted-service.ts';
import { bar, CounterWithRegisters, shop, wanted } from './counter-with-registers.ts';

const HOUR_MS = 60 * 60_000;
const by = { role: 'cashier', name: 'Zoë' } as const;

let till: CounterWithRegisters;

beforeEach(() => {
  till = new CounterWithRegisters();
});

const ticket = wanted(1250, { reference: 'ORDER 7' });
const searches = () => till.counter.service.count('search');
const found = () => till.payments.questions()[0];
const act = (code: 'get' | 'cancel') => till.within(0, () => till.payments[code](bar, 'A1'));

async function lost(ask = wanted()): Promise<void> {
  await till.paid('A1', ask);
  till.loseJournal();
}

describe.each([
  ['a reference of the till', wanted()],
  ['a reference of the register', ticket],
])('a lost journal, %s', (_name, ask) => {
  test('charges nothing while the till recovers', async () => {
    await lost(ask);
    expect(await till.charge('A1', ask)).toBe('register.refilling');
    expect([await act('get'), await act('cancel')]).toEqual(['register.refilling', 'register.refilling']);
    expect(till.payments.status(bar)).toMatchObject({ ready: false, problem: { code: 'register.refilling' } });
    till.counter.service.offline = true;
    await till.start();
    expect(await till.charge('A1', ask)).toBe('register.refilling');
  });

  test.each(['paid', 'waiting'])('is found again %s and assigned by the cashier', async (state) => {
    await till.charge('A1', ask);
    await till.counter.clock.advance(100);
    if (state === 'paid') await till.pay();
    till.loseJournal();
    await till.start();
    expect(await till.within(3_000, () => till.payments.charge(bar, 'A1', ask))).toBe('register.found-again');
    expect(await act('get')).toBe('register.found-again');
    expect(found()).toMatchObject({ kind: 'found', register: bar, sale: { amount: 1250, stage: state } });
    till.payments.decide(found()?.id ?? '', 'same', by);
    expect(till.payments.questions().filter(({ kind }) => kind === 'found')).toEqual([]);
    await till.dieAndStart();
    expect(await till.charge('A1', ask)).toMatchObject({ key: 'A1', state, repeated: true });
    expect(await till.charge('A1', wanted(1))).toBe('register.other-body');
    expect(await till.within(0, () => till.payments.last(bar))).toMatchObject({ key: 'A1' });
    if (state === 'waiting') await till.pay();
    await till.counter.clock.advance(30_000);
    expect(await act('get')).toMatchObject({ state: 'paid', final: true });
    expect(till.counter.service.payments.size).toBe(1);
  });

  test('is charged when the cashier decides for a new payment', async () => {
    await lost(ask);
    await till.start();
    expect(await till.within(3_000, () => till.payments.charge(bar, 'A1', ask))).toBe('register.found-again');
    till.payments.decide(found()?.id ?? '', 'another', by);
    await till.dieAndStart();
    const second = await till.within(3_000, () => till.payments.charge(bar, 'A1', ask));
    expect(second).toMatchObject({ key: 'A1', state: 'creating' });
    await till.counter.clock.advance(100);
    expect(till.counter.service.payments.size).toBe(2);
    const references = [...till.counter.service.payments.values()].map(({ reference }) => reference);
    expect(new Set(references).size).toBe(ask.reference === undefined ? 2 : 1);
    const acts = till.counter.journal.acts(undefined, 9).filter(({ act }) => act.act === 'sale-not-claimed');
    expect(acts).toMatchObject([{ act: { by, values: { register: 'register-1', key: 'A1' } } }]);
  });
});

describe('after a lost journal', () => {
  test.each([
    ['another amount', wanted(1251, { reference: 'ORDER 7' }), bar, 'A1'],
    ['another reference', wanted(1250, { reference: 'ORDER 8' }), bar, 'A1'],
    ['another register without a reference', wanted(), shop, 'A1'],
    ['another key without a reference', wanted(), bar, 'A2'],
  ])('no match: %s', async (_reason, ask, register, key) => {
    await lost(ticket);
    await till.start();
    expect(await till.within(3_000, () => till.payments.charge(register, key, ask))).toMatchObject({ key });
  });

  test('a ticket number of three days ago is no match', async () => {
    await till.paid('A1', ticket);
    till.counter.clock.jump(72 * HOUR_MS);
    till.loseJournal();
    await till.start();
    expect(await till.within(3_000, () => till.payments.charge(bar, 'A1', ticket))).toMatchObject({ key: 'A1' });
  });

  test('a cancelled payment is no match', async () => {
    await till.charge('A1', ticket);
    await till.within(3_000, () => till.payments.cancel(bar, 'A1'));
    till.loseJournal();
    await till.start();
    expect(await till.within(3_000, () => till.payments.charge(bar, 'A1', ticket))).toMatchObject({ key: 'A1' });
  });

  test('known keys work as always', async () => {
    await till.charge();
    await till.counter.clock.advance(100);
    till.restoreJournal();
    expect(await till.charge()).toMatchObject({ state: 'waiting', repeated: true });
    await till.within(3_000, () => till.payments.cancel(bar, 'A1'));
    expect(await act('get')).toMatchObject({ state: 'cancelled' });
    expect(await till.charge('A2')).toBe('register.refilling');
  });

  test('an unknown key is not searched after two days', async () => {
    await lost();
    await till.start();
    till.counter.clock.jump(49 * HOUR_MS);
    const before = searches();
    expect(await act('get')).toBe('register.unknown-key');
    expect(await till.charge('A9', ticket)).toMatchObject({ key: 'A9' });
    expect(searches()).toBe(before);
  });

  test('a payment raises a single question for all keys', async () => {
    await lost(ticket);
    await till.start();
    for (const key of ['A1', 'A2', 'A3'])
      expect(await till.within(3_000, () => till.payments.charge(bar, key, ticket))).toBe('register.found-again');
    expect(till.payments.questions().filter(({ kind }) => kind === 'found')).toHaveLength(1);
    till.payments.decide(found()?.id ?? '', 'another', by);
    expect(await till.within(3_000, () => till.payments.charge(bar, 'A2', ticket))).toBe('register.found-again');
    expect(found()?.id).toContain('A2');
  });

  test('finds a payment created late', async () => {
    till.counter.service.fail('create', { acts: true, error: reset(), takesMs: 10, actsAfterMs: 15_000 });
    await till.charge('A1', wanted());
    await till.counter.clock.advance(100);
    till.loseJournal();
    await till.within(1_000, () => till.counter.sales.recover());
    expect(await till.charge()).toBe('register.refilling');
    await till.counter.clock.advance(65_000);
    expect(await till.within(3_000, () => till.payments.charge(bar, 'A1', wanted()))).toBe('register.found-again');
  });

  test('the cashier can release a register while offline', async () => {
    await till.paid('A0');
    till.service = 'offline';
    till.counter.service.offline = true;
    till.loseJournal();
    expect(await till.charge()).toBe('register.refilling');
    expect(till.payments.questions()).toEqual([]);
    await till.counter.clock.advance(180_000);
    expect(await till.charge()).toBe('register.refilling');
    const [question] = till.payments.questions();
    expect(question).toMatchObject({ kind: 'refilling', register: bar });
    till.payments.decide(question?.id ?? '', 'release', by);
    expect(till.payments.questions()).toEqual([]);
    expect(await till.charge()).toMatchObject({ key: 'A1' });
    expect(await till.charge('A1', wanted(), shop)).toBe('register.refilling');
  });
});

test('a till with its own old journal sends no search', async () => {
  await till.paid('A1', ticket);
  const before = searches();
  await till.paid('A2', ticket);
  expect([await act('get'), searches()]).toMatchObject([{ state: 'paid' }, before]);
});

describe('references of the till', () => {
  test('carry digits derived from the key and the terminal', async () => {
    const made = async (key?: Buffer) => {
      till = new CounterWithRegisters();
      till.referenceKey = key;
      const payment = await till.charge();
      return typeof payment === 'string' ? payment : payment.reference;
    };
    const keys = [1, 1, 2].map((byte) => Buffer.alloc(32, byte));
    const [own, again, other] = await Promise.all(keys.map(made));
    expect(own).toMatch(/^TILL42-\d{6}-\d{13}$/);
    expect(again).toBe(own);
    expect(other).not.toBe(own);
    expect(await made(undefined)).toMatch(/^TILL42-\d{6}-\d{8}$/);
  });
});
