import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ManagerSession } from '../../main/identity/manager-session.ts';
import type { Access, PinAct } from '../../main/identity/pin-guesses.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { accessOfAll, countInMemory, personWith } from './access-with-pin.ts';

const pins = { manager: '471147', support: '222222', cashier: '815815' };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let all: Extract<Access, { kind: 'pin' }>;
beforeAll(async () => {
  const access = await accessOfAll(pins);
  if (access.kind === 'pin') all = access;
});

let tries: ReturnType<typeof countInMemory>;
let clock: VirtualClock;
let acts: PinAct[];
let roles: ManagerSession;
beforeEach(() => {
  tries = countInMemory();
  clock = new VirtualClock();
  acts = [];
  roles = new ManagerSession(
    clock,
    () => undefined,
    (act) => void acts.push(act),
  );
  roles.begin({ ...all, tries });
});

const ava = { role: 'cashier', id: 'c1', name: 'Ava' };
const zoe = { role: 'manager', id: 'm1', name: 'Zoë' };

test('a cashier signs in with a PIN of their own, is named, and stays until they sign out', async () => {
  expect(roles.actor()).toEqual({ role: 'cashier' });
  await roles.signIn(pins.cashier);
  clock.tick(10 * HOUR_MS);
  expect(roles.actor()).toEqual(ava);
  expect(roles.current()).toBe('cashier');
  roles.signOut();
  expect(roles.person()).toBeUndefined();
  expect(acts).toEqual([
    { act: 'sign-in', by: ava },
    { act: 'sign-out', by: ava },
  ]);
});

test.each([
  ['signs out', () => roles.signOut()],
  ['begins anew, as when something was found wrong', () => roles.begin({ ...all, tries })],
])('whoever %s leaves nobody at the till, neither manager nor cashier', async (_how, end) => {
  await roles.signIn(pins.cashier);
  await roles.unlock(pins.manager);
  end();
  expect([roles.current(), roles.person()]).toEqual(['cashier', undefined]);
});

test.each([
  ['five minutes', () => clock.tick(5 * MINUTE_MS)],
  ['locking', () => roles.lock()],
])("after a manager's %s the cashier who had signed in is there again", async (_how, end) => {
  await roles.signIn(pins.cashier);
  await roles.unlock(pins.manager);
  expect(roles.actor()).toEqual(zoe);
  end();
  expect(roles.actor()).toEqual(ava);
  expect(roles.current()).toBe('cashier');
});

test('a cashier who signs in ends what a manager may do', async () => {
  await roles.signIn(pins.manager);
  await roles.signIn(pins.cashier);
  expect(roles.current()).toBe('cashier');
  expect(await roles.byManager(undefined)).toBeUndefined();
});

test('another cashier takes the place of the one before', async () => {
  roles.change({
    ...all,
    tries,
    people: [...all.people, await personWith({ ...ava, role: 'cashier', id: 'c2', name: 'Bo' }, '999999')],
  });
  await roles.signIn(pins.cashier);
  await roles.signIn('999999');
  expect(roles.person()?.name).toBe('Bo');
});

test("a cashier's PIN is right, and opens and allows nothing that takes a manager", async () => {
  await expect(roles.unlock(pins.cashier)).rejects.toMatchObject({ code: 'pin.not-manager' });
  await expect(roles.byManager(pins.cashier)).rejects.toMatchObject({ code: 'pin.not-manager' });
  expect(roles.current()).toBe('cashier');
  expect(roles.person()).toBeUndefined();
});

test('support is at the till for five minutes as a manager is, and allows nothing', async () => {
  await roles.unlock(pins.support);
  expect(roles.current()).toBe('support');
  await expect(roles.authorise(undefined)).rejects.toMatchObject({ code: 'pin.required' });
  await expect(roles.authorise(pins.support)).rejects.toMatchObject({ code: 'pin.not-manager' });
  expect(await roles.authorise(pins.manager)).toEqual(zoe);
  clock.tick(4 * MINUTE_MS);
  roles.touch();
  clock.tick(4 * MINUTE_MS);
  expect(roles.current()).toBe('support');
  clock.tick(MINUTE_MS);
  expect(roles.current()).toBe('cashier');
});

test.each(['cashier', 'support'] as const)(
  'whoever has the PIN of a %s guesses no faster with it in between',
  async (role) => {
    for (const _ of [1, 2]) {
      await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.wrong' });
      await roles.signIn(pins[role]);
    }
    await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 30 } });
    await expect(roles.signIn(pins[role])).rejects.toMatchObject({ code: 'pin.locked' });
    clock.tick(30_000);
    await roles.signIn(pins[role]);
    await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 60 } });
  },
);

test('what a cashier mistypes is forgiven by their own PIN after two hours, and by a manager at once', async () => {
  await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.wrong' });
  clock.tick(2 * HOUR_MS - 1);
  await roles.signIn(pins.cashier);
  expect(tries.wrongTries).toBe(1);
  clock.tick(1);
  await roles.signIn(pins.cashier);
  expect(tries.wrongTries).toBe(0);
  await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.wrong' });
  await roles.signIn(pins.cashier);
  expect(tries.wrongTries).toBe(1);
  await roles.signIn(pins.manager);
  expect(tries.wrongTries).toBe(0);
});

test('a clock that is set forward forgives nothing, nor does a start of the app', async () => {
  await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.wrong' });
  clock.jump(24 * HOUR_MS);
  await roles.signIn(pins.cashier);
  expect(tries.wrongTries).toBe(1);
  const again = new ManagerSession(clock, () => undefined);
  again.begin({ ...all, tries });
  await again.signIn(pins.cashier);
  expect(tries.wrongTries).toBe(1);
});

test('a PIN that somebody else has is refused, and counts as a wrong one, for a manager too', async () => {
  await roles.unlock(pins.manager);
  await roles.requireUnused('123123', undefined);
  await roles.requireUnused(pins.cashier, 'c1');
  expect(tries.wrongTries).toBe(0);
  await expect(roles.requireUnused(pins.cashier, 's1')).rejects.toMatchObject({ code: 'pin.taken', field: 'pin' });
  await expect(roles.requireUnused(pins.support, undefined)).rejects.toMatchObject({ code: 'pin.taken' });
  await expect(roles.requireUnused(pins.cashier, undefined)).rejects.toMatchObject({ code: 'pin.locked' });
  await expect(roles.requireUnused('123123', undefined)).rejects.toMatchObject({ code: 'pin.locked' });
  expect(acts.filter(({ act }) => act === 'pin-taken')).toEqual(
    [1, 2, 3].map((count) => ({ act: 'pin-taken', by: zoe, values: { tries: count } })),
  );
});

test('who has ended, or has another role now, is at the till no more', async () => {
  await roles.signIn(pins.cashier);
  await roles.unlock(pins.manager);
  roles.change({
    ...all,
    tries,
    people: all.people.map((one) => (one.id === 'm1' ? { ...one, role: 'support' as const } : one)),
  });
  expect(roles.actor()).toEqual(ava);
  roles.change({ ...all, tries, people: all.people.filter(({ role }) => role !== 'cashier') });
  expect(roles.person()).toBeUndefined();
});

test('whoever has another name now stays, under that name', async () => {
  await roles.unlock(pins.manager);
  roles.change({ ...all, tries, people: all.people.map((one) => ({ ...one, name: `${one.name} P.` })) });
  expect(roles.actor()).toEqual({ ...zoe, name: 'Zoë P.' });
});

test('the till says whether there is anybody but managers to sign in', () => {
  expect(roles.othersSignIn()).toBe(true);
  roles.change({ ...all, tries, people: all.people.slice(0, 1) });
  expect(roles.othersSignIn()).toBe(false);
  roles.begin({ kind: 'open' });
  expect(roles.othersSignIn()).toBe(false);
});
