import type { Random } from '../random.ts';
import type { EngineContext } from './engine-context.ts';

export function hexId(random: Random, length = 24): string {
  let text = '';
  while (text.length < length) {
    text += Math.floor(random.next() * 0x1000000)
      .toString(16)
      .padStart(6, '0');
  }
  return text.slice(0, length);
}

/** Returns a new id of a payment, refund or payout (docs/service.md, Limits, "identifiers"). */
export function newId({ random, choices }: Pick<EngineContext, 'random' | 'choices'>): string {
  if (choices.identifiers === 'hex') return hexId(random);
  const character = () => AWKWARD_CHARACTERS[Math.floor(random.next() * AWKWARD_CHARACTERS.length)];
  return Array.from({ length: 24 }, character).join('');
}

/** Characters with a meaning in addresses, queries and pages, with enough letters for unique ids. */
const AWKWARD_CHARACTERS = `/?#%&=+.;:@ "'<>\\abcdefghijklmnopqrstuvwxyzABCDEF0123456789-_~`;
