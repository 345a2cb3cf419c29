import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ManagerSession } from '../../main/identity/manager-session.ts';
import type { Access } from '../../main/identity/pin-guesses.ts';
import { hashPin, pinMatches } from '../../main/identity/pin-hash.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { accessWith } from '../settings/access-with-pin.ts';

let hash = '';
let access: Access;
beforeAll(async () => {
  hash = await hashPin('4711');
});
beforeEach(async () => {
  access = await accessWith('4711');
});

function till() {
  const clock = new VirtualClock();
  const changes: string[] = [];
  const roles = new ManagerSession(clock, () => changes.push(roles.current()));
  roles.begin(access);
  return { clock, roles, changes };
}

test('without a PIN everybody is a manager, once the keychain has said so', () => {
  const roles = new ManagerSession(new VirtualClock(), () => undefined);
  expect(roles.current()).toBe('cashier');
  roles.begin({ kind: 'open' });
  expect(roles.current()).toBe('manager');
});

test('with a PIN the till starts as a cashier, and the PIN makes a manager until it is locked', async () => {
  const { roles, changes } = till();
  expect(roles.current()).toBe('cashier');
  await roles.unlock('4711');
  expect(roles.current()).toBe('manager');
  roles.lock();
  expect(roles.current()).toBe('cashier');
  expect(changes).toEqual(['cashier', 'manager', 'cashier']);
});

test('a manager who changes the PIN stays a manager, and a cashier stays a cashier', async () => {
  const { roles } = till();
  roles.change(access);
  expect(roles.current()).toBe('cashier');
  await roles.unlock('4711');
  roles.change(access);
  expect(roles.current()).toBe('manager');
});

test('whoever sets the first PIN is not locked out by it', () => {
  const roles = new ManagerSession(new VirtualClock(), () => undefined);
  roles.begin({ kind: 'open' });
  roles.change(access);
  expect(roles.current()).toBe('manager');
});

test('five minutes without an act lock the till again, and an act starts them anew', async () => {
  const { clock, roles } = till();
  await roles.unlock('4711');
  clock.tick(4 * 60_000);
  roles.touch();
  clock.tick(4 * 60_000);
  expect(roles.current()).toBe('manager');
  clock.tick(60_000);
  expect(roles.current()).toBe('cashier');
});

test('they go on while the machine sleeps and no timer runs, and no act makes a manager again of whom they left', async () => {
  const { clock, roles, changes } = till();
  await roles.unlock('4711');
  clock.sleep(5 * 60_000 - 1);
  expect(roles.current()).toBe('manager');
  clock.sleep(1);
  expect(roles.current()).toBe('cashier');
  expect(roles.actor()).toEqual({ role: 'cashier' });
  expect(await roles.byManager(undefined)).toBeUndefined();
  roles.touch();
  expect(roles.current()).toBe('cashier');
  await roles.unlock('4711');
  expect(changes).toEqual(['cashier', 'manager', 'manager']);
});

test('a clock that is set back gives nobody more of them', async () => {
  const { clock, roles } = till();
  await roles.unlock('4711');
  clock.jump(-60 * 60_000);
  clock.tick(5 * 60_000);
  expect(roles.current()).toBe('cashier');
});

test('a wrong PIN says how many tries are left, then the till waits longer and longer', async () => {
  const { clock, roles } = till();
  await expect(roles.unlock('0000')).rejects.toMatchObject({ code: 'pin.wrong', values: { left: 2 } });
  await expect(roles.unlock('0000')).rejects.toMatchObject({ code: 'pin.wrong', values: { left: 1 } });
  await expect(roles.unlock('0000')).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 30 } });
  await expect(roles.unlock('4711')).rejects.toMatchObject({ code: 'pin.locked' });
  clock.tick(30_000);
  await expect(roles.unlock('0000')).rejects.toMatchObject({ code: 'pin.locked', values: { seconds: 60 } });
  clock.tick(60_000);
  // Other people end no wait, and begin none anew.
  roles.change(access);
  await roles.unlock('4711');
  expect(roles.current()).toBe('manager');
});

test('guesses side by side count one by one', async () => {
  const { roles } = till();
  const guesses = ['0001', '0002', '0003', '0004', '4711'].map((pin) => roles.unlock(pin));
  const codes = (await Promise.allSettled(guesses)).map((one) => one.status === 'rejected' && one.reason.code);
  expect(codes).toEqual(['pin.wrong', 'pin.wrong', 'pin.locked', 'pin.locked', 'pin.locked']);
});

test('a PIN given for one act does not unlock the till', async () => {
  const { roles } = till();
  await expect(roles.authorise(undefined)).rejects.toMatchObject({ code: 'pin.required', field: 'managerPin' });
  await expect(roles.authorise('1234')).rejects.toMatchObject({ code: 'pin.wrong' });
  expect(await roles.authorise('4711')).toMatchObject({ role: 'manager', id: expect.any(String) });
  expect(roles.current()).toBe('cashier');
});

test('a PIN that is given for one act is checked while a manager is at the till, too', async () => {
  const { roles } = till();
  await roles.unlock('4711');
  expect(await roles.byManager(undefined)).toEqual(roles.actor());
  await expect(roles.authorise('1111')).rejects.toMatchObject({ code: 'pin.wrong' });
  await expect(roles.byManager('1111')).rejects.toMatchObject({ code: 'pin.wrong' });
  expect(await roles.byManager('4711')).toEqual(roles.actor());
});

test('the kept form of a PIN holds no digits of it and differs each time', async () => {
  expect(hash).not.toContain('4711');
  expect(await hashPin('4711')).not.toBe(hash);
  expect(await pinMatches('4711', hash)).toBe(true);
  expect(await pinMatches('4711', 'damaged')).toBe(false);
});

test.each([
  ['slept', (clock: VirtualClock) => clock.jump(61_000)],
  ['took a minute over it', (clock: VirtualClock) => clock.tick(61_000)],
])('a PIN is for now: where the till %s while it was checked, it is asked for again', async (_name, pass) => {
  const { clock, roles } = till();
  const allowing = roles.authorise('4711');
  const entering = roles.unlock('4711');
  pass(clock);
  await expect(allowing).rejects.toMatchObject({ code: 'pin.required', field: 'managerPin' });
  await expect(entering).rejects.toMatchObject({ code: 'pin.required' });
  expect(roles.current()).toBe('cashier');
  await expect(roles.authorise('4711')).resolves.toMatchObject({ role: 'manager' });
});
