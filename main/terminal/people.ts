import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { hashPin } from './pin.ts';
import type { Person, State } from './sealed-record.ts';

/** Those who may manage this terminal and have a PIN to show for it. */
export function managersOf({ people }: Pick<State, 'people'>): readonly (Person & { readonly pin: string })[] {
  return people.flatMap((person) => {
    const { role, pin, endedAt } = person;
    return role === 'manager' && pin !== undefined && endedAt === undefined ? [{ ...person, pin }] : [];
  });
}

/**
 * The people with another PIN for the manager; the first PIN makes one. Absent or empty, everything stays, a PIN of any
 * length with it.
 * Throws TillError `pin.too-short` with the fewest `digits`.
 */
export async function peopleWith(
  before: State,
  managerPin: string | undefined,
  shortestPin: number,
  random: Random,
): Promise<Pick<State, 'people' | 'pinRequired'>> {
  const { people, pinRequired } = before;
  if (!managerPin) return { people, pinRequired };
  if (managerPin.length < shortestPin)
    throw new TillError('pin.too-short', `A manager's PIN has at least ${shortestPin} digits`, {
      field: 'managerPin',
      values: { digits: shortestPin },
    });
  const pin = await hashPin(managerPin);
  const [manager = { id: random.uuid(), name: 'Manager', role: 'manager' } as const] = managersOf(before);
  const others = people.filter(({ id }) => id !== manager.id);
  return { people: [{ ...manager, pin }, ...others], pinRequired: true };
}
