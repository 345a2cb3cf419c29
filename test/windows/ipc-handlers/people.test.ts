import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { omitUndefined } from '../../../main/base/omit-undefined.ts';
import { firstCounter, firstRegister } from '../../../preload/contract/settings-table.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

const PIN = '471147';
let parts: Awaited<ReturnType<typeof tillWithHandlers>>;
beforeEach(async () => {
  parts = await tillWithHandlers();
});

const seen = () => parts.done('people.read');

async function add(name: string, role: string, pin: string) {
  return parts.call('people.add', { version: (await seen()).version, person: { name, role, pin } });
}

const idOf = async (name: string) => (await seen()).people.find((one) => one.name === name)?.id ?? '';
const code = (answer: unknown) => (answer as { error?: { code: string } }).error?.code;

test('the first manager locks the till and stays signed in', async () => {
  expect(code(await add('Ava', 'cashier', '815815'))).toBe('people.manager-first');
  expect(parts.till.roles.pinSet()).toBe(false);
  expect(await add(' Zoë ', 'manager', PIN)).toMatchObject({ ok: true });
  expect(parts.till.roles.actor()).toMatchObject({ role: 'manager', name: 'Zoë' });
  await parts.call('session.lock');
  expect(code(await parts.call('people.read'))).toBe('pin.required');
});

test('logs every change with its author, person and values', async () => {
  await add('Zoë', 'manager', PIN);
  await add('Ava', 'support', '815815');
  const { version } = await seen();
  const id = await idOf('Ava');
  await parts.call('people.change', { version, id, change: { name: 'Eva', role: 'cashier', pin: '123123' } });
  await parts.call('people.end', { version: (await seen()).version, id });
  expect((await seen()).people).toMatchObject([
    { name: 'Zoë', role: 'manager', pinSet: true },
    { name: 'Eva', role: 'cashier', pinSet: false, endedAt: parts.clock.now() },
  ]);
  const zoe = { role: 'manager', name: 'Zoë', id: await idOf('Zoë') };
  expect(parts.acted).toEqual([
    { act: 'person-added', by: { role: 'manager' }, about: zoe.id, values: { name: 'Zoë', role: 'manager' } },
    { act: 'person-added', by: zoe, about: id, values: { name: 'Ava', role: 'support' } },
    {
      act: 'person-changed',
      by: zoe,
      about: id,
      values: { name: 'Eva', role: 'cashier', nameBefore: 'Ava', roleBefore: 'support', pin: true },
    },
    { act: 'person-ended', by: zoe, about: id, values: { name: 'Eva', role: 'cashier' } },
  ]);
  expect(JSON.stringify([await seen(), parts.acted])).not.toMatch(/scrypt|815815|123123|471147/);
});

test('refuses a save based on an outdated list', async () => {
  await add('Zoë', 'manager', PIN);
  const { version } = await seen();
  await add('Ava', 'cashier', '815815');
  const stale = await parts.call('people.add', { version, person: { name: 'Bo', role: 'cashier', pin: '123123' } });
  expect(code(stale)).toBe('people.stale');
  expect((await seen()).people.map(({ name }) => name)).toEqual(['Zoë', 'Ava']);
  // Other settings do not change the version of the people.
  const now = await seen();
  await parts.call('settings.counter.save', { counter: { ...firstCounter, maximum: 100 } });
  expect((await seen()).version).toBe(now.version);
});

test('refuses a taken or short PIN at its box', async () => {
  await add('Zoë', 'manager', PIN);
  expect(await add('Ava', 'cashier', PIN)).toMatchObject({ ok: false, error: { code: 'pin.taken', field: 'pin' } });
  expect(await add('Ava', 'cashier', '4711')).toMatchObject({
    ok: false,
    error: { code: 'pin.too-short', field: 'pin', values: { digits: 6 } },
  });
  expect((await seen()).people).toHaveLength(1);
  expect(parts.acted.map(({ act }) => act)).toEqual(['person-added', 'pin-taken']);
});

test('a manager may keep their PIN; the last one stays', async () => {
  await add('Zoë', 'manager', PIN);
  const { version } = await seen();
  const id = await idOf('Zoë');
  expect(await parts.call('people.change', { version, id, change: { pin: PIN } })).toMatchObject({ ok: true });
  expect(code(await parts.call('people.end', { version: (await seen()).version, id }))).toBe('people.last-manager');
});

test('support reads people and settings but changes no limits', async () => {
  await add('Zoë', 'manager', PIN);
  await add('Noord', 'support', '222222');
  await parts.call('session.lock');
  await parts.call('session.unlock', { pin: '222222' });
  expect(parts.till.roles.current()).toBe('support');
  const { version } = await seen();
  const person = { name: 'Bo', role: 'cashier', pin: '123123' };
  expect(code(await parts.call('people.add', { version, person }))).toBe('role.manager');
  expect(code(await parts.call('people.end', { version, id: await idOf('Zoë') }))).toBe('role.manager');
  for (const call of ['journal.clear-alarm', 'provision.clear-alarm'] as const)
    expect(code(await parts.call(call))).toBe('role.manager');
  const save = (change: object, more = {}) =>
    parts.call('settings.counter.save', { counter: { ...parts.store.file.counter, ...change }, ...more });
  for (const [name, value] of Object.entries({ maximum: 1, unusualFactor: 0, refundPinAbove: 99, shortestPin: 4 }))
    expect(await save({ [name]: value })).toMatchObject({ error: { code: 'role.manager', field: `counter.${name}` } });
  const ways = {
    on: true,
    network: true,
    port: 47_801,
    names: ['till1.lan'],
    folder: '/kassa',
    oldestMinutes: 5,
    zvtPort: 20_007,
  };
  const { counter } = parts.store.file;
  parts.store.write({ ...parts.store.file, counter: { ...counter, register: firstRegister } });
  for (const [name, value] of Object.entries(ways)) {
    const field = `counter.register.${name}`;
    const register = { ...firstRegister, [name]: value };
    expect(await save({ register })).toMatchObject({ error: { code: 'role.manager', field } });
  }
  expect(await save({}, { managerPin: '999999' })).toMatchObject({ error: { field: 'managerPin' } });
  expect(await save({ returnAfterSeconds: 5 })).toMatchObject({ ok: true });
});

test('support cannot exceed limits without a manager’s PIN', async () => {
  await add('Zoë', 'manager', PIN);
  await add('Noord', 'support', '222222');
  const saleId = await parts.counter.paidSale(10_000);
  await parts.call('session.lock');
  await parts.call('session.unlock', { pin: '222222' });
  const refund = (managerPin?: string) =>
    parts.call('refund.start', {
      wish: randomUUID(),
      saleId,
      amount: 100,
      seen: 100,
      ...omitUndefined({ managerPin }),
    });
  expect(code(await refund())).toBe('pin.required');
  expect(code(await refund('222222'))).toBe('pin.not-manager');
  expect(await refund(PIN)).toMatchObject({ ok: true });
  expect(code(await parts.call('sale.start', { amount: 250_001 }))).toBe('pin.maximum');
});

test('with two managers, PINs change only with their person', async () => {
  await add('Zoë', 'manager', PIN);
  expect(await parts.call('settings.read')).not.toMatchObject({ value: { severalManagers: true } });
  await add('Yann', 'manager', '815815');
  expect(await parts.call('settings.read')).toMatchObject({ value: { severalManagers: true } });
  const { counter } = parts.store.file;
  const answer = await parts.call('settings.counter.save', { counter, managerPin: '999999' });
  expect(answer).toMatchObject({ error: { code: 'pin.in-people', field: 'managerPin' } });
});

test('the snapshot names the signed-in person', async () => {
  const shown = () => parts.done('till.snapshot');
  await add('Zoë', 'manager', PIN);
  expect(await shown()).toMatchObject({ role: 'manager', person: { name: 'Zoë', role: 'manager' } });
  expect(await shown()).not.toHaveProperty('signsIn');
  await add('Ava', 'cashier', '815815');
  await parts.call('session.sign-in', { pin: '815815' });
  expect(await shown()).toMatchObject({ role: 'cashier', person: { name: 'Ava', role: 'cashier' }, signsIn: true });
  await parts.call('session.sign-out');
  expect(await shown()).not.toHaveProperty('person');
});

test('waking the machine signs everyone out', async () => {
  await add('Zoë', 'manager', PIN);
  await add('Ava', 'cashier', '815815');
  await parts.call('session.sign-in', { pin: '815815' });
  parts.till.woke();
  expect(parts.till.roles.person()).toBeUndefined();
});

test('sales and refunds name the signed-in person', async () => {
  await add('Zoë', 'manager', PIN);
  await add('Ava', 'cashier', '815815');
  await parts.call('session.lock');
  const { journal } = parts.counter;
  const charged = async () => {
    const { saleId } = await parts.done('sale.start', { amount: 100 });
    const by = journal.sale(saleId)?.by;
    await parts.settled(parts.counter.sales.cancel(saleId));
    await parts.counter.clock.advance(10_000);
    await parts.call('sale.dismiss', { saleId });
    return by;
  };
  expect(await charged()).toBeUndefined();
  await parts.call('session.sign-in', { pin: '815815' });
  const ava = { role: 'cashier', id: await idOfPerson('Ava'), name: 'Ava' };
  expect(await charged()).toEqual(ava);
  const saleId = await parts.counter.paidSale(10_000);
  await parts.call('refund.start', { wish: randomUUID(), saleId, amount: 100, seen: 100, managerPin: PIN });
  expect(journal.refundsOf(saleId)).toMatchObject([{ by: ava, allowedBy: { role: 'manager', name: 'Zoë' } }]);
  expect(JSON.stringify(journal.refundsOf(saleId))).not.toContain('scrypt');
});

async function idOfPerson(name: string): Promise<string> {
  const { found } = parts.trust;
  return (found.kind === 'held' && found.state.people.find((one) => one.name === name)?.id) || '';
}
