import type { Choices } from '../open-points.ts';
import type { Random } from '../random.ts';
import type { Debtor } from './records.ts';

/** Returns a Belgian IBAN with valid check digits (ISO 13616). */
export function iban(random: Random): string {
  const account = String(Math.floor(random.next() * 1e10)).padStart(10, '0');
  const national = account + String(Number(account) % 97 || 97).padStart(2, '0');
  // B is 11 and E is 14; the check digits make the whole number 1 modulo 97.
  const check = 98n - (BigInt(`${national}111400`) % 97n);
  return `BE${String(check).padStart(2, '0')}${national}`;
}

/** Masks all but the country and the last four characters, or as in public sources (docs/service.md, Payment). */
export function maskedIban(choices: Pick<Choices, 'maskedIban'>, whole: string): string {
  if (choices.maskedIban === 'stars-and-five-digits') return `${'*'.repeat(13)}${whole.slice(-5)}`;
  return `${whole.slice(0, 2)}${'*'.repeat(whole.length - 6)}${whole.slice(-4)}`;
}

/** Account in a callback about an unscanned payment: the payload requires a debtor. */
export const UNKNOWN_IBAN = 'BE00000000000000';

const FIRST_NAMES = 'Zoë Liam Noor Emma Lucas Mila Arthur Fatima Jules Anaïs Daan Élise'.split(' ');

export function randomDebtor(random: Random): Debtor {
  const name = FIRST_NAMES[Math.floor(random.next() * FIRST_NAMES.length)] ?? 'Zoë';
  return { name, iban: iban(random) };
}
