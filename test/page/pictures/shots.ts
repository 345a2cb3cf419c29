import { displayShots } from './display-shots.ts';
import { managerShots } from './manager-shots.ts';
import { saleShots } from './sale-shots.ts';
import type { Shot } from './shot.ts';
import { supportShots } from './support-shots.ts';

export const shots: readonly Shot[] = [...saleShots, ...managerShots, ...supportShots, ...displayShots];

export function shotOf(name: string): Shot {
  const shot = shots.find((one) => one.name === name);
  if (shot === undefined) throw new Error(`There is no shot ${name}`);
  return shot;
}
