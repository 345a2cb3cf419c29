import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { PersonWithPin } from './pin-guesses.ts';
import { hashPin, pinMatches } from './pin-hash.ts';
import type { Person, State } from './sealed-record.ts';

const ORDER = ['manager', 'support', 'cashier'] as const;

/** Returns the people with a PIN: managers first, then support, then cashiers. */
export function signingIn({ people }: Pick<State, 'people'>): readonly PersonWithPin[] {
  const withPin = people.flatMap((person) => {
    const { id, name, role, pin, endedAt } = person;
    return pin !== undefined && endedAt === undefined ? [{ id, name, role, pin }] : [];
  });
  return ORDER.flatMap((role) => withPin.filter((person) => person.role === role));
}

export function managersOf(state: Pick<State, 'people'>): readonly PersonWithPin[] {
  return signingIn(state).filter(({ role }) => role === 'manager');
}

/** Throws `TillError` `pin.too-short` with the required `digits` and the `field`. */
export function requireLongEnough(pin: string, shortestPin: number, field: 'managerPin' | 'pin'): void {
  if (pin.length >= shortestPin) return;
  throw new TillError('pin.too-short', `PIN of fewer than ${shortestPin} digits`, {
    field,
    values: { digits: shortestPin },
  });
}

/**
 * Sets the PIN of the first manager; creates the manager with the first PIN. Removes the same PIN from all other
 * people, so that only the manager can sign in as manager. Throws `TillError` `pin.too-short`.
 */
export async function peopleWith(
  before: Pick<State, 'people' | 'pinRequired'>,
  managerPin: string | undefined,
  shortestPin: number,
  random: Random,
): Promise<Pick<State, 'people' | 'pinRequired'>> {
  const { people, pinRequired } = before;
  if (!managerPin) return { people, pinRequired };
  requireLongEnough(managerPin, shortestPin, 'managerPin');
  const [{ id } = { id: random.uuid() }] = managersOf(before);
  const manager = people.find((person) => person.id === id) ?? ({ id, name: 'Manager', role: 'manager' } as const);
  const others = people.filter((person) => person.id !== id);
  const apart = await Promise.all(others.map((person) => withoutPin(managerPin, person)));
  return { people: [{ ...manager, pin: await hashPin(managerPin) }, ...apart], pinRequired: true };
}

async function withoutPin(managerPin: string, person: Person): Promise<Person> {
  const { pin, ...rest } = person;
  return pin !== undefined && (await pinMatches(managerPin, pin)) ? rest : person;
}
