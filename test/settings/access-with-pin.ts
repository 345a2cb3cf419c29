import type { Access, CountedTries, PersonWithPin } from '../../main/identity/pin-guesses.ts';
import { hashPin } from '../../main/identity/pin-hash.ts';

/** Returns the access of a terminal with a single manager's PIN; by default, tries are counted in memory. */
export async function accessWith(pin: string, tries: CountedTries = countInMemory()): Promise<Access> {
  return { kind: 'pin', people: [{ id: 'm1', name: 'Manager', role: 'manager', pin: await hashPin(pin) }], tries };
}

/** Returns the access of a terminal with a manager, a support person and a cashier, each with a PIN. */
export async function accessOfAll(
  pins: Readonly<Record<'manager' | 'support' | 'cashier', string>>,
  tries: CountedTries = countInMemory(),
): Promise<Access> {
  const people = await Promise.all([
    personWith({ id: 'm1', name: 'Zoë', role: 'manager' }, pins.manager),
    personWith({ id: 's1', name: 'Noord', role: 'support' }, pins.support),
    personWith({ id: 'c1', name: 'Ava', role: 'cashier' }, pins.cashier),
  ]);
  return { kind: 'pin', people, tries };
}

export async function personWith(person: Omit<PersonWithPin, 'pin'>, pin: string): Promise<PersonWithPin> {
  return { ...person, pin: await hashPin(pin) };
}

export function countInMemory(): CountedTries {
  let wrongTries = 0;
  return {
    get wrongTries() {
      return wrongTries;
    },
    async setWrongTries(count) {
      wrongTries = count;
    },
  };
}
