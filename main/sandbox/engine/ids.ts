import type { Choices } from '../open-points.ts';
import type { Random } from '../random.ts';

/** `length` hex digits. */
export function hexId(random: Random, length = 24): string {
  let text = '';
  while (text.length < length) {
    text += Math.floor(random.next() * 0x1000000)
      .toString(16)
      .padStart(6, '0');
  }
  return text.slice(0, length);
}

/** A new id of a payment, refund or payout (spec: Limits, "identifiers"). */
export function newId({
  random,
  choices,
}: {
  readonly random: Random;
  readonly choices: Pick<Choices, 'identifiers'>;
}): string {
  if (choices.identifiers === 'hex') return hexId(random);
  return Array.from({ length: 24 }, () => ODD[Math.floor(random.next() * ODD.length)]).join('');
}

/** What an address, a query or a page would read as something else, with enough letters to tell ids apart. */
const ODD = `/?#%&=+.;:@ "'<>\\abcdefghijklmnopqrstuvwxyzABCDEF0123456789-_~`;
