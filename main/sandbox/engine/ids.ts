import type { Choices } from '../open-points.ts';
import type { Random } from '../random.ts';
import type { Debtor } from './records.ts';

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

/** A Belgian IBAN whose check digits hold (ISO 13616). */
export function iban(random: Random): string {
  const account = String(Math.floor(random.next() * 1e10)).padStart(10, '0');
  const national = account + String(Number(account) % 97 || 97).padStart(2, '0');
  // B is 11 and E is 14; the check digits make the whole number 1 modulo 97.
  const check = 98n - (BigInt(`${national}111400`) % 97n);
  return `BE${String(check).padStart(2, '0')}${national}`;
}

/** Country and last four characters stay (spec: Payment, debtor.iban masked). */
export function maskedIban(whole: string): string {
  return `${whole.slice(0, 2)}${'*'.repeat(whole.length - 6)}${whole.slice(-4)}`;
}

/** What stands for the account of a debtor who never showed up, where the spec requires one. */
export const UNKNOWN_IBAN = 'BE**********0000';

const FIRST_NAMES = [
  'Zoë',
  'Liam',
  'Noor',
  'Emma',
  'Lucas',
  'Mila',
  'Arthur',
  'Fatima',
  'Jules',
  'Anaïs',
  'Daan',
  'Élise',
];

export function randomDebtor(random: Random): Debtor {
  const name = FIRST_NAMES[Math.floor(random.next() * FIRST_NAMES.length)] ?? 'Zoë';
  return { name, iban: iban(random) };
}
