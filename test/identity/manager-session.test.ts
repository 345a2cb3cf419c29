import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ManagerSession } from '../../main/identity/manager-session.ts';
import type { Access, PinAct } from '../../main/identity/pin-guesses.ts';
import { hashPin, pinMatches } from '../../main/identity/pin-hash.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { accessOfAll, countInMemory, personWith } from '../settings/access-with-pin.ts';

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
let changes: string[];
let roles: ManagerSession;
beforeEach(() => {
  tries = countInMemory();
  clock = new VirtualClock();
  acts = [];
  changes = [];
  roles = new ManagerSession(
    clock,
    () => changes.push(roles.current()),
    (act) => void acts.push(act),
  );
  roles.begin({ ...all, tries });
});

const ava = { role: 'cashier', id: 'c1', name: 'Ava' };
const zoe = { role: 'manager', id: 'm1', name: 'Zoë' };

test('a cashier signs in by PIN and stays until signing out', async () => {
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
])('nobody is signed in when the session %s', async (_how, end) => {
  await roles.signIn(pins.cashier);
  await roles.unlock(pins.manager);
  end();
  expect([roles.current(), roles.person()]).toEqual(['cashier', undefined]);
});

test.each([
  ['five minutes', () => clock.tick(5 * MINUTE_MS)],
  ['locking', () => roles.lock()],
])("after a manager's %s the cashier is signed in again", async (_how, end) => {
  await roles.signIn(pins.cashier);
  await roles.unlock(pins.manager);
  expect(roles.actor()).toEqual(zoe);
  end();
  expect(roles.actor()).toEqual(ava);
  expect(roles.current()).toBe('cashier');
});

test("a cashier's sign-in ends the manager's rights", async () => {
  await roles.signIn(pins.manager);
  await roles.signIn(pins.cashier);
  expect(roles.current()).toBe('cashier');
  expect(await roles.byManager(undefined)).toBeUndefined();
});

test("a cashier's sign-in replaces the previous cashier", async () => {
  roles.change({
    ...all,
    tries,
    people: [...all.people, await personWith({ ...ava, role: 'cashier', id: 'c2', name: 'Bo' }, '999999')],
  });
  await roles.signIn(pins.cashier);
  await roles.signIn('999999');
  expect(roles.person()?.name).toBe('Bo');
});

test("a cashier's PIN does not authorise manager actions", async () => {
  await expect(roles.unlock(pins.cashier)).rejects.toMatchObject({ code: 'pin.not-manager' });
  await expect(roles.byManager(pins.cashier)).rejects.toMatchObject({ code: 'pin.not-manager' });
  expect(roles.current()).toBe('cashier');
  expect(roles.person()).toBeUndefined();
});

test('support cannot authorise manager actions', async () => {
  await roles.unlock(pins.support);
  await expect(roles.authorise(undefined)).rejects.toMatchObject({ code: 'pin.required' });
  await expect(roles.authorise(pins.support)).rejects.toMatchObject({ code: 'pin.not-manager' });
  expect(await roles.authorise(pins.manager)).toEqual(zoe);
  expect(roles.current()).toBe('support');
});

test.each(['cashier', 'support'] as const)('a %s PIN does not reset the wrong-PIN count', async (role) => {
  for (const _ of [1, 2]) {
    await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.wrong' });
    await roles.signIn(pins[role]);
  }
  await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 30 } });
  await expect(roles.signIn(pins[role])).rejects.toMatchObject({ code: 'pin.locked' });
  clock.tick(30_000);
  await roles.signIn(pins[role]);
  await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 60 } });
});

test("a cashier's PIN clears the count after two hours", async () => {
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

test('a clock change or restart does not clear the count', async () => {
  await expect(roles.signIn('000000')).rejects.toMatchObject({ code: 'pin.wrong' });
  clock.jump(24 * HOUR_MS);
  await roles.signIn(pins.cashier);
  expect(tries.wrongTries).toBe(1);
  const again = new ManagerSession(clock, () => undefined);
  again.begin({ ...all, tries });
  await again.signIn(pins.cashier);
  expect(tries.wrongTries).toBe(1);
});

test('rejects a taken PIN and counts a wrong try', async () => {
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

test('signs out people who ended or changed role', async () => {
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

test('keeps a renamed person signed in', async () => {
  await roles.unlock(pins.manager);
  roles.change({ ...all, tries, people: all.people.map((one) => ({ ...one, name: `${one.name} P.` })) });
  expect(roles.actor()).toEqual({ ...zoe, name: 'Zoë P.' });
});

test('reports whether people other than managers sign in', () => {
  expect(roles.othersSignIn()).toBe(true);
  roles.change({ ...all, tries, people: all.people.slice(0, 1) });
  expect(roles.othersSignIn()).toBe(false);
  roles.begin({ kind: 'open' });
  expect(roles.othersSignIn()).toBe(false);
});

test('without a PIN everybody is a manager', () => {
  const fresh = new ManagerSession(clock, () => undefined);
  expect(fresh.current()).toBe('cashier');
  fresh.begin({ kind: 'open' });
  expect(fresh.current()).toBe('manager');
});

test('with a PIN the till starts as a cashier', async () => {
  expect(roles.current()).toBe('cashier');
  await roles.unlock(pins.manager);
  expect(roles.current()).toBe('manager');
  roles.lock();
  expect(roles.current()).toBe('cashier');
  expect(changes).toEqual(['cashier', 'manager', 'cashier']);
});

test('changing the PIN keeps the current role', async () => {
  roles.change({ ...all, tries });
  expect(roles.current()).toBe('cashier');
  await roles.unlock(pins.manager);
  roles.change({ ...all, tries });
  expect(roles.current()).toBe('manager');
});

test('setting the first PIN does not lock out the manager', () => {
  roles.begin({ kind: 'open' });
  roles.change({ ...all, tries });
  expect(roles.current()).toBe('manager');
});

test.each(['manager', 'support'] as const)('locks a %s out after five idle minutes', async (role) => {
  await roles.unlock(pins[role]);
  clock.tick(4 * MINUTE_MS);
  roles.touch();
  clock.tick(4 * MINUTE_MS);
  expect(roles.current()).toBe(role);
  clock.tick(MINUTE_MS);
  expect(roles.current()).toBe('cashier');
});

test('the idle time includes sleep and is not extended afterwards', async () => {
  await roles.unlock(pins.manager);
  clock.sleep(5 * 60_000 - 1);
  expect(roles.current()).toBe('manager');
  clock.sleep(1);
  expect(roles.current()).toBe('cashier');
  expect(roles.actor()).toEqual({ role: 'cashier' });
  expect(await roles.byManager(undefined)).toBeUndefined();
  roles.touch();
  expect(roles.current()).toBe('cashier');
  await roles.unlock(pins.manager);
  expect(changes).toEqual(['cashier', 'manager', 'manager']);
});

test('setting the clock back does not extend the session', async () => {
  await roles.unlock(pins.manager);
  clock.jump(-60 * MINUTE_MS);
  clock.tick(5 * MINUTE_MS);
  expect(roles.current()).toBe('cashier');
});

test('wrong PINs show the tries left, then growing waits', async () => {
  await expect(roles.unlock('0000')).rejects.toMatchObject({ code: 'pin.wrong', values: { left: 2 } });
  await expect(roles.unlock('0000')).rejects.toMatchObject({ code: 'pin.wrong', values: { left: 1 } });
  await expect(roles.unlock('0000')).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 30 } });
  await expect(roles.unlock(pins.manager)).rejects.toMatchObject({ code: 'pin.locked' });
  clock.tick(30_000);
  await expect(roles.unlock('0000')).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 60 } });
  clock.tick(MINUTE_MS);
  // Editing other people neither ends nor restarts the wait.
  roles.change({ ...all, tries });
  await roles.unlock(pins.manager);
  expect(roles.current()).toBe('manager');
});

test('concurrent guesses are counted separately', async () => {
  const guesses = ['0001', '0002', '0003', '0004', pins.manager].map((pin) => roles.unlock(pin));
  const codes = (await Promise.allSettled(guesses)).map((one) => one.status === 'rejected' && one.reason.code);
  expect(codes).toEqual(['pin.wrong', 'pin.wrong', 'pin.locked', 'pin.locked', 'pin.locked']);
});

test('a PIN given for a single action does not unlock', async () => {
  await expect(roles.authorise(undefined)).rejects.toMatchObject({ code: 'pin.required', field: 'managerPin' });
  await expect(roles.authorise('1234')).rejects.toMatchObject({ code: 'pin.wrong' });
  expect(await roles.authorise(pins.manager)).toMatchObject({ role: 'manager', id: expect.any(String) });
  expect(roles.current()).toBe('cashier');
});

test('a given PIN is checked even during a manager session', async () => {
  await roles.unlock(pins.manager);
  expect(await roles.byManager(undefined)).toEqual(roles.actor());
  await expect(roles.authorise('1111')).rejects.toMatchObject({ code: 'pin.wrong' });
  await expect(roles.byManager('1111')).rejects.toMatchObject({ code: 'pin.wrong' });
  expect(await roles.byManager(pins.manager)).toEqual(roles.actor());
});

test('a PIN hash contains no digits and is salted', async () => {
  const hash = await hashPin('4711');
  expect(hash).not.toContain('4711');
  expect(await hashPin('4711')).not.toBe(hash);
  expect(await pinMatches('4711', hash)).toBe(true);
  expect(await pinMatches('4711', 'damaged')).toBe(false);
});

test.each([
  ['slept', () => clock.jump(61_000)],
  ['took a minute over it', () => clock.tick(61_000)],
])('requires the PIN again when the till %s meanwhile', async (_name, pass) => {
  const allowing = roles.authorise(pins.manager);
  const entering = roles.unlock(pins.manager);
  pass();
  await expect(allowing).rejects.toMatchObject({ code: 'pin.required', field: 'managerPin' });
  await expect(entering).rejects.toMatchObject({ code: 'pin.required' });
  expect(roles.current()).toBe('cashier');
  await expect(roles.authorise(pins.manager)).resolves.toMatchObject({ role: 'manager' });
});
