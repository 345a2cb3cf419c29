import { planJournalTrouble } from '../till/journal-trouble.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { RegisterWatch } from '../watches/register-watch.ts';
import { SeededDraw } from '../world/seeded-draw.ts';
import type { World } from '../world/simulated-world.ts';
import { CashRegister } from './cash-register.ts';

const SALT = 0x6a09e667;

export function hasFolders(seed: number): boolean {
  return new SeededDraw(seed ^ SALT).chance(0.5);
}

/**
 * Draws a register at the first till over HTTP; in some worlds also a register by the folder of each till, and one over
 * ZVT. All registers use the same keys. Draws by seed, so that the rest of the world stays unchanged.
 */
export function drawRegisters(
  world: World,
  tills: readonly SimulatedTill[],
  seed: number,
  books: RegisterWatch,
): readonly CashRegister[] {
  const draw = new SeededDraw(seed ^ SALT);
  const [first] = tills;
  if (first === undefined) return [];
  const register = (till: SimulatedTill, id: string, name: string, own: number) =>
    new CashRegister(world, till, { register: { id, name }, seed: own, books, isTerminal: name === 'ZVT' });
  const registers = [register(first, 'register-1', 'TICKET', seed)];
  const [withFolders, hasTerminal] = [draw.chance(0.5), draw.chance(0.4)];
  for (const [index, till] of (withFolders ? tills : []).entries())
    registers.push(register(till, `folder-${till.name}`, 'FOLDER', seed + (index + 1) * 0x9e3779b1));
  if (hasTerminal) registers.push(register(first, 'zvt', 'ZVT', seed ^ 0x510e527f));
  for (const till of withFolders ? tills : [first]) planJournalTrouble(world, till, draw);
  return registers;
}
